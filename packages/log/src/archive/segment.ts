/** Archived segments of a log: compressed copies of complete ranges, `<dir>/archive/<session>-<from>-<to>.jsonl.gz`. */
import { lstatSync, readdirSync } from 'node:fs';
import { isSessionId } from '@hookloom/core';

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
