/**
 * Adds lines to our own file, and removes lines from it. Nothing else writes the file, and a crash leaves either the
 * old file or the new one.
 */
import {
  closeSync,
  constants,
  fsyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import type { KeyObject } from 'node:crypto';
import {
  corrupt,
  createIds,
  unavailable,
  weakRandomHex,
  type HookloomError,
  type JsonObject,
} from '@hookloom/core';
import { ensureOwnedDirectory, withOwned, writeAll } from '../files/owned-file.ts';
import { prepareEvent, sealEvent } from '../envelope/seal.ts';
import { createFileLock } from '../lock/file-lock.ts';
import { fileOf, firstLine, MAX_SIGNED, signingLine } from './format.ts';
import { readWriterBytes, readWriterFile } from './writer-file.ts';

export interface OwnFile {
  writersDir: string;
  session: string;
  author: string;
  machine: string;
  privateKey: KeyObject;
  /** Has the lock. */
  eventloomDir: string;
}

export interface OwnLine {
  /** 64 hex. */
  hash: string;
  type: string;
  payload: JsonObject;
}

/** Our own lines in the file, in its order. Lines that are no longer ours are left out. */
export function readOwnLines(own: Pick<OwnFile, 'writersDir' | 'session'>): OwnLine[] {
  const path = `${own.writersDir}/${fileOf(own.session)}`;
  const found = readWriterFile(own.session, path);
  if (found === null) return [];
  if (typeof found.file.writer === 'string') throw unreadable(path, found.file.writer);
  return found.lines.flatMap((line) => {
    if (!line.ok) return [];
    const { type, payload } = line.event;
    return [{ hash: line.hash, type, payload }];
  });
}

export interface NewLine {
  type: string;
  payload: JsonObject;
}

/**
 * Returns the hashes of the new lines. They are on the disk when it returns.
 *
 * @param wanted The lines, or a function that makes them from the lines that the file has when no other process writes
 * it.
 */
export function appendShared(
  own: OwnFile,
  wanted: readonly NewLine[] | ((known: readonly OwnLine[]) => readonly NewLine[]),
  nowMs: number,
): string[] {
  return locked(own, () => {
    const known = readOwnLines(own);
    const events = typeof wanted === 'function' ? wanted(known) : wanted;
    if (events.length === 0) return [];
    const { text, hashes } = sealed(own, events, known, nowMs);
    const path = `${own.writersDir}/${fileOf(own.session)}`;
    withOwned(path, constants.O_RDWR | constants.O_CREAT, ({ fd, stats }) => {
      const before = readWriterBytes(path);
      const whole = typeof before === 'string' ? 0 : before.lastIndexOf(10) + 1;
      const head = whole === 0 ? `${firstLine(own, own.privateKey)}\n` : '';
      // An unfinished line that a crash left has no meaning.
      if (stats.size > whole) ftruncateSync(fd, whole);
      writeAll(fd, Buffer.from(head + text), whole);
      fsyncSync(fd);
    });
    return hashes;
  });
}

/** Removes lines and replaces them with a tombstone that names their hashes. */
export function forgetShared(own: OwnFile, hashes: readonly string[], nowMs: number): void {
  const path = `${own.writersDir}/${fileOf(own.session)}`;
  const gone = new Set(hashes);
  locked(own, () => {
    const found = readWriterFile(own.session, path);
    if (found === null) return;
    const { file, bytes, lines } = found;
    const cut = lines.flatMap((line, at) =>
      line.ok && gone.has(line.hash) ? [[file.starts[at]!, file.ends[at]! + 1] as const] : [],
    );
    if (cut.length === 0) return;
    const kept = [0, ...cut.map(([, end]) => end)].map((from, at) =>
      bytes.subarray(from, cut[at]?.[0] ?? bytes.length),
    );
    const temporary = `${path}.${process.pid}`;
    const fd = openSync(temporary, 'wx', 0o644);
    try {
      writeAll(fd, Buffer.concat(kept), null);
      fsyncSync(fd);
      closeSync(fd);
      renameSync(temporary, path);
    } finally {
      rmSync(temporary, { force: true });
    }
  });
  const lines = [...gone];
  const events = [];
  for (let at = 0; at < lines.length; at += MAX_SIGNED)
    events.push({ type: 'share.forgotten', payload: { lines: lines.slice(at, at + MAX_SIGNED) } });
  appendShared(own, events, nowMs);
}

function sealed(
  { session, author, machine, privateKey }: OwnFile,
  events: readonly NewLine[],
  known: readonly OwnLine[],
  nowMs: number,
): { text: string; hashes: string[] } {
  const ids = createIds(weakRandomHex);
  const origin = { channel: 'file', written_by: 'share_publish' } as const;
  const hashes: string[] = [];
  const lines: string[] = [];
  let previousHash = known.length === 0 ? null : `sha256:${known.at(-1)!.hash}`;
  for (const [at, { type, payload }] of events.entries()) {
    const event = { type, payload, actorId: `${author}@${machine}`, origin };
    const prepared = prepareEvent(event, { nowMs, ids });
    const place = { seq: known.length + at + 1, previousHash, threadId: session, batch: null };
    const { line, hash } = sealEvent(prepared, place);
    lines.push(line);
    hashes.push(hash.slice('sha256:'.length));
    previousHash = hash;
    const isLast = at === events.length - 1;
    if (!isLast && hashes.length % MAX_SIGNED !== 0) continue;
    const from = Math.floor((hashes.length - 1) / MAX_SIGNED) * MAX_SIGNED;
    lines.push(signingLine(hashes.slice(from), privateKey));
  }
  return { text: lines.map((line) => `${line}\n`).join(''), hashes };
}

const LOCK_WAIT_MS = 5000;

function locked<T>({ eventloomDir }: OwnFile, work: () => T): T {
  ensureOwnedDirectory(`${eventloomDir}/runtime`);
  const lock = createFileLock(`${eventloomDir}/runtime`, 'share');
  try {
    if (lock.acquire(LOCK_WAIT_MS)) return work();
  } finally {
    lock.close();
  }
  throw unavailable('Another process is writing the shared file.', 'Try again when it is done.');
}

function unreadable(path: string, why: string): HookloomError {
  return corrupt(
    `Your own shared file cannot be used: ${why}. It is ${path}.`,
    'Resolve a merge conflict in it, or restore it with git.',
  );
}
