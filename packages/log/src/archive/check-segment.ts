/** Compares an archived segment with the log: every line by its own hash, its link, and the log's event of its seq. */
import { isHookloomError } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import { parseLine } from '../envelope/parse.ts';
import { createGrowingTree } from '../merkle/growing-tree.ts';
import { logPath } from '../read/open-log.ts';
import { recordedEvents } from '../read/read-events.ts';
import { findFault } from '../envelope/event-hash.ts';
import {
  archiveFiles,
  parseSegmentName,
  segmentName,
  segmentPath,
  type Segment,
  readSegment,
} from './segment.ts';

/** The description of a segment in a `log.archived` event. */
export interface ArchiveRecord {
  file: string;
  from_seq: number;
  to_seq: number;
  /** `sha256:` + 64 hex of the last event. */
  last_hash: string;
  /** Root of the RFC 6962 tree of the log up to the last event, 64 hex. */
  merkle_root: string;
}

export interface SegmentReport {
  file: string;
  from_seq: number;
  to_seq: number;
  /** `elsewhere`: the log names it but the folder does not contain it, for example because it was moved. */
  state: 'whole' | 'broken' | 'unrecorded' | 'elsewhere';
  detail: string | null;
}

/** The segments that the log names, in its order. */
export function archiveRecords(dir: string, session: string): ArchiveRecord[] {
  const records: ArchiveRecord[] = [];
  for (const event of recordedEvents(logPath(dir, session)))
    if (event.type === 'log.archived') records.push(...recordOf(event, session));
  return records;
}

/** A payload that we did not write names no segment. */
function recordOf({ payload }: StoredEvent, session: string): ArchiveRecord[] {
  const { file, from_seq, to_seq, last_hash, merkle_root } = payload;
  const segment = typeof file === 'string' ? parseSegmentName(file) : null;
  const isOurs = segment?.session === session && segment.from === from_seq && segment.to === to_seq;
  if (!isOurs || typeof last_hash !== 'string' || typeof merkle_root !== 'string') return [];
  return [
    { file: file as string, from_seq: segment.from, to_seq: segment.to, last_hash, merkle_root },
  ];
}

/** Every segment of a session that the log names or the folder contains. Reads the log once and each segment once. */
export async function checkArchive(dir: string, session: string): Promise<SegmentReport[]> {
  const records = archiveRecords(dir, session);
  const there = new Set(archiveFiles(dir));
  const stray = [...there].flatMap((file) => {
    const segment = parseSegmentName(file);
    const isNamed = records.some((record) => record.file === file);
    return segment?.session === session && !isNamed ? [segment] : [];
  });
  if (records.length === 0 && stray.length === 0) return [];
  const chain = chainOf(dir, session);
  const roots = merkleRoots(
    chain.hashes,
    records.map(({ to_seq }) => to_seq),
  );
  const reports: SegmentReport[] = [];
  for (const record of records) {
    const { file, from_seq, to_seq } = record;
    if (!there.has(file)) {
      reports.push({ file, from_seq, to_seq, state: 'elsewhere', detail: null });
      continue;
    }
    const detail =
      (await faultOf(dir, { session, from: from_seq, to: to_seq }, chain)) ??
      misrecorded(record, chain, roots);
    reports.push({ file, from_seq, to_seq, state: detail === null ? 'whole' : 'broken', detail });
  }
  for (const segment of stray) {
    const detail = await faultOf(dir, segment, chain);
    reports.push({
      file: segmentName(segment),
      from_seq: segment.from,
      to_seq: segment.to,
      state: detail === null ? 'unrecorded' : 'broken',
      detail,
    });
  }
  return reports;
}

/** The hash of each event from 1 on, and for events without content the digest that replaced it. */
interface Chain {
  hashes: string[];
  shredded: Map<number, string>;
}

function chainOf(dir: string, session: string): Chain {
  const chain: Chain = { hashes: [], shredded: new Map() };
  for (const { seq, hash, shredded } of recordedEvents(logPath(dir, session))) {
    chain.hashes.push(hash);
    if (shredded !== null) chain.shredded.set(seq, shredded.digest);
  }
  return chain;
}

async function faultOf(dir: string, segment: Segment, chain: Chain): Promise<string | null> {
  let seq = segment.from;
  try {
    for await (const line of readSegment(segmentPath(dir, segment))) {
      if (seq > segment.to) return `it continues after event ${segment.to}`;
      const fault = lineFault(line, seq, chain);
      if (fault !== null) return `event ${seq}: ${fault}`;
      seq++;
    }
  } catch (error) {
    if (isHookloomError(error)) return error.message;
    return `it cannot be read (${error instanceof Error ? error.message : 'unknown error'})`;
  }
  return seq === segment.to + 1 ? null : `it ends before event ${seq}`;
}

function lineFault(line: Buffer, seq: number, { hashes, shredded }: Chain): string | null {
  const parsed = parseLine(line, seq);
  if (!parsed.ok) return parsed.detail;
  const { event, sealedSeq } = parsed;
  if (sealedSeq !== null && sealedSeq !== seq) return `seq ${sealedSeq} is there`;
  if (event.hash !== hashes[seq - 1]) return 'the log has another event there';
  if (event.previousHash !== (hashes[seq - 2] ?? null))
    return 'it does not follow the event before';
  if (event.shredded === null)
    return shredded.has(seq)
      ? 'the log has no content there any more'
      : (findFault(line, event)?.detail ?? null);
  return shredded.get(seq) === event.shredded.digest
    ? null
    : 'its content was forgotten, but not in the log';
}

function misrecorded(
  record: ArchiveRecord,
  { hashes }: Chain,
  roots: ReadonlyMap<number, string>,
): string | null {
  const isRight =
    hashes[record.to_seq - 1] === record.last_hash &&
    roots.get(record.to_seq) === record.merkle_root;
  return isRight ? null : 'the log records another end or tree for it';
}

/** The roots over the first `size` chain hashes, for each of the sizes; 64 hex each. */
export function merkleRoots(
  hashes: readonly string[],
  sizes: readonly number[],
): ReadonlyMap<number, string> {
  const roots = new Map<number, string>();
  const tree = createGrowingTree();
  for (const size of sizes.toSorted((a, b) => a - b)) {
    for (const hash of hashes.slice(tree.size, size)) tree.add(hash.replace(/^sha256:/, ''));
    if (tree.size === size) roots.set(size, tree.root());
  }
  return roots;
}
