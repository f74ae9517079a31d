/**
 * The log of a teammate as it came from the team's store: a file in the user's private state folder, so that no
 * repository can supply one. The first line names its owner. Then each position of the log has a line: the sealed
 * event, or the hashes of an event that its writer withholds.
 */
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  type BigIntStats,
} from 'node:fs';
import { attempt, isJsonObject, isSharedSession, parseJsonObject, sha256Hex } from '@hookloom/core';
import { ensureOwnedDirectory, readRange, withOwned, writeAll } from '../files/owned-file.ts';
import { isHash } from '../files/own-line.ts';
import type { StoredRow } from '../stores/postgres/rows.ts';

/** A log in the team's store. */
export interface PartOf {
  project: string;
  writer: string;
  session: string;
}

/** The positions of lines. The bytes are read again. */
export interface PartIndex {
  path: string;
  /** Changes whenever the file may have changed. */
  stamp: string;
  of: PartOf;
  /** Counts rewrites: data read before them is read again. */
  rewritten: number;
  /** Where each position begins; the last one is where the next line would begin. */
  starts: number[];
  /** The last line. */
  last: Buffer;
}

const VERSION = 1;
const KEPT = '{"kept":';
const LINE_FEED = 10;
const MAX_PARTS = 1000;

/** @example partSession({ project: 'project-1', writer: 'ann@desk', session: 'shop-default' }) // 'team-1f0c…-93ab…' */
export function partSession({ project, writer, session }: PartOf): string {
  const key = `${project}\n${writer}\n${session}`;
  const known = names.get(key);
  if (known !== undefined) return known;
  const [who, what] = [sha256Hex(`${project}\n${writer}`), sha256Hex(session)];
  const name = `team-${who.slice(0, 16)}-${what.slice(0, 8)}`;
  names.set(key, name);
  return name;
}

/** Each sync asks for all of them. */
const names = new Map<string, string>();

export function partPath(folder: string, session: string): string {
  return `${folder}/${session}.jsonl`;
}

/** The sessions of the parts, sorted. */
export function listParts(folder: string): string[] {
  return attempt(
    () =>
      readdirSync(folder)
        .flatMap((name) => (name.endsWith('.jsonl') ? [name.slice(0, -'.jsonl'.length)] : []))
        .filter((session) => session.startsWith('team-') && isSharedSession(session))
        .toSorted()
        .slice(0, MAX_PARTS),
    [],
  );
}

/** Null if there is no such file. */
export function stampOfPart(path: string): string | null {
  const stats = lstatSync(path, { throwIfNoEntry: false, bigint: true });
  if (stats === undefined || !stats.isFile()) return null;
  return stampOf(stats);
}

function stampOf({ size, mtimeNs, ino }: BigIntStats): string {
  return `${size}-${mtimeNs}-${ino}`;
}

/** The parts that this process has read. */
const followed = new Map<string, PartIndex>();

/** Like `indexPart`, but reads only the new lines of a part that only grew. */
export function followPart(path: string): PartIndex | null {
  const known = followed.get(path);
  if (known !== undefined && known.stamp === stampOfPart(path)) return known;
  const index = indexPart(path, known);
  if (index === null) followed.delete(path);
  else followed.set(path, index);
  return index;
}

/**
 * Null if there is none that can be read. Bytes after the last line feed are unfinished, and not read.
 *
 * @param known Its list of positions is continued.
 */
export function indexPart(path: string, known?: PartIndex): PartIndex | null {
  const stamp = stampOfPart(path);
  if (stamp === null) return null;
  return withOwned(path, constants.O_RDONLY, ({ fd, stats }) => {
    const ends = known !== undefined && isLonger(fd, stats.size, known) ? known.starts : [];
    for (let at = ends.at(-1) ?? 0; at < stats.size; at += CHUNK) {
      const bytes = readRange(fd, at, Math.min(at + CHUNK, stats.size));
      for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, end + 1))
        ends.push(at + end + 1);
    }
    const first = ends.length === 0 ? null : headOf(readRange(fd, 0, ends[0]!).toString('utf8'));
    if (first === null) return null;
    const last = readRange(fd, ends.at(-2) ?? 0, ends.at(-1)!);
    return { path, stamp, ...first, starts: ends, last };
  });
}

/** The same positions as before, and perhaps more: each line contains the hash of the previous one. */
function isLonger(fd: number, size: number, { starts, rewritten, last }: PartIndex): boolean {
  const end = starts.at(-1)!;
  if (size < end || !readRange(fd, end - last.length, end).equals(last)) return false;
  return headOf(readRange(fd, 0, starts[0]!).toString('utf8'))?.rewritten === rewritten;
}

const CHUNK = 4 * 1024 * 1024;

function headOf(text: string): Pick<PartIndex, 'of' | 'rewritten'> | null {
  const {
    hookloom_team: version,
    project,
    writer,
    session,
    rewritten,
  } = parseJsonObject(text) ?? {};
  const isWhole =
    version === VERSION &&
    typeof project === 'string' &&
    typeof writer === 'string' &&
    typeof session === 'string' &&
    typeof rewritten === 'number';
  return isWhole ? { of: { project, writer, session }, rewritten } : null;
}

/** How many positions the part has. */
export function countOf({ starts }: PartIndex): number {
  return starts.length - 1;
}

/** The lines of positions `from` to `to`, both inclusive, without their line feeds. */
export function readPlaces({ path, starts }: PartIndex, from: number, to: number): Buffer[] {
  return withOwned(path, constants.O_RDONLY, ({ fd }) => {
    const base = starts[from - 1]!;
    const bytes = readRange(fd, base, starts[to]!);
    const lines: Buffer[] = [];
    for (let seq = from; seq <= to; seq++)
      lines.push(bytes.subarray(starts[seq - 1]! - base, starts[seq]! - 1 - base));
    return lines;
  });
}

/** The position in the chain that a line names; null for a damaged one. */
export function chainOf(line: Buffer) {
  const found = parseJsonObject(line.toString('utf8')) ?? {};
  const isKept = isJsonObject(found['kept']);
  const chain = found['kept'] ?? found['integrity'];
  // Lines of the first envelope have their hashes beside the other fields.
  const { hash, previousHash = null } = isJsonObject(chain)
    ? chain
    : { hash: prefixed(found['hash']), previousHash: prefixed(found['prev_hash']) };
  if (!isHash(hash) || (previousHash !== null && !isHash(previousHash))) return null;
  return { hash, previousHash, isKept };
}

function prefixed(hash: unknown): unknown {
  return typeof hash === 'string' ? `sha256:${hash}` : null;
}

/**
 * Adds positions; `keep-parts.ts` makes them durable. A part that a crash left unfinished is continued at its last
 * complete line. Returns where everything is now.
 */
export function appendPlaces(folder: string, of: PartOf, places: readonly StoredRow[]): PartIndex {
  ensureOwnedDirectory(folder);
  const path = partPath(folder, partSession(of));
  const index = followPart(path);
  return withOwned(path, constants.O_RDWR | constants.O_CREAT, ({ fd, stats }) => {
    const end = index?.starts.at(-1) ?? 0;
    if (stats.size > end) ftruncateSync(fd, end);
    const head = index === null ? [Buffer.from(`${introduction(of, 0)}\n`)] : [];
    const lines = [...head, ...places.map((place) => Buffer.from(`${textOf(place)}\n`))];
    writeAll(fd, Buffer.concat(lines), end);
    const starts = index?.starts ?? [];
    let next = end;
    for (const line of lines) starts.push((next += line.length));
    const stamp = stampOf(fstatSync(fd, { bigint: true }));
    const { rewritten } = index ?? { rewritten: 0 };
    const added = { path, stamp, of, rewritten, starts, last: lines.at(-1) ?? index!.last };
    followed.set(path, added);
    return added;
  });
}

/** Replaces some lines. Under another name first, so that a reader finds the old file or the new one. */
export function replacePlaces(index: PartIndex, changed: ReadonlyMap<number, string>): void {
  if (changed.size === 0) return;
  const temporary = `${index.path}.${process.pid}`;
  const fd = openSync(temporary, 'wx', 0o600);
  try {
    writeAll(fd, Buffer.from(`${introduction(index.of, index.rewritten + 1)}\n`), null);
    const last = countOf(index);
    for (let from = 1; from <= last; from += PAGE) {
      const lines = readPlaces(index, from, Math.min(last, from + PAGE - 1));
      const texts = lines.map((line, at) => changed.get(from + at) ?? line.toString('utf8'));
      writeAll(fd, Buffer.from(texts.map((text) => `${text}\n`).join('')), null);
    }
    fsyncSync(fd);
    renameSync(temporary, index.path);
  } finally {
    closeSync(fd);
    rmSync(temporary, { force: true });
  }
}

const PAGE = 500;

export function withheldLine({ seq, hash, previousHash }: Omit<StoredRow, 'line'>): string {
  return `${KEPT}${JSON.stringify({ seq, hash, previousHash })}}`;
}

export function removePart(folder: string, session: string): void {
  rmSync(partPath(folder, session), { force: true });
}

function textOf(place: StoredRow): string {
  return place.line ?? withheldLine(place);
}

function introduction({ project, writer, session }: PartOf, rewritten: number): string {
  return JSON.stringify({ hookloom_team: VERSION, project, writer, session, rewritten });
}

/** The owners of the logs here, and how long the logs are. */
export function listTeammates(folder: string) {
  return listParts(folder).flatMap((session) => {
    const index = indexPart(partPath(folder, session));
    if (index === null) return [];
    const { writer, session: log } = index.of;
    return [{ session, writer, log, events: countOf(index) }];
  });
}
