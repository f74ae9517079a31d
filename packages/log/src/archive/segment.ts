/** Archived segments of a log: compressed copies of complete ranges, `<dir>/archive/<session>-<from>-<to>.jsonl.gz`. */
import { lstatSync, readdirSync, createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { isSessionId } from '@hookloom/core';
import { MAX_LINE_BYTES } from '../envelope/parse.ts';

/** Seqs from 1, both inclusive. */
export interface Segment {
  session: string;
  from: number;
  to: number;
}

const NAME = /^(.+)-([1-9]\d{0,14})-([1-9]\d{0,14})\.jsonl\.gz$/;

export function archiveFolder(dir: string): string {
  return `${dir}/archive`;
}

/** @example segmentName({ session: 'shop', from: 1, to: 10000 }) // 'shop-1-10000.jsonl.gz' */
export function segmentName({ session, from, to }: Segment): string {
  return `${session}-${from}-${to}.jsonl.gz`;
}

export function segmentPath(dir: string, segment: Segment): string {
  return `${archiveFolder(dir)}/${segmentName(segment)}`;
}

/** Null for any other name. */
export function parseSegmentName(name: string): Segment | null {
  const [, session, from, to] = NAME.exec(name) ?? [];
  if (session === undefined || !isSessionId(session)) return null;
  const segment = { session, from: Number(from), to: Number(to) };
  return segment.from <= segment.to ? segment : null;
}

/** The segments of a session in the archive. */
export function archivedOf(dir: string, session: string): Segment[] {
  return archiveFiles(dir).flatMap((name) => {
    const segment = parseSegmentName(name);
    return segment?.session === session ? [segment] : [];
  });
}

/** Names of the plain files in the archive, sorted. A folder that is a link is not followed. */
export function archiveFiles(dir: string): string[] {
  const folder = archiveFolder(dir);
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();
}

const NEWLINE = 0x0a;

/** Streams the lines of an archived segment without their newlines. Throws for any other file. */
export async function* readSegment(path: string): AsyncGenerator<Buffer> {
  const source = createReadStream(path);
  const plain = source.pipe(createGunzip());
  source.on('error', (error) => plain.destroy(error));
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of plain) {
      let bytes = Buffer.concat([rest, chunk as Buffer]);
      for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE)) {
        yield bytes.subarray(0, end);
        bytes = bytes.subarray(end + 1);
      }
      if (bytes.length > MAX_LINE_BYTES) throw new RangeError('a line is too long');
      rest = bytes;
    }
    if (rest.length > 0) throw new RangeError('the last line has no end');
  } finally {
    source.destroy();
    plain.destroy();
  }
}
