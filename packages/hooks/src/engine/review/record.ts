/**
 * Reads and writes the record of a review. It is sealed and in the user's private state folder, where a repository
 * cannot write. Its digest is also stored next to the user's hooks, so that a deleted record is noticed.
 */
import fs from 'node:fs';
import path from 'node:path';
import { attempt, permissionDenied, sha256Hex, replaceFile } from '@hookloom/core';
import type { Handler } from '../handler.ts';
import { recordFile, type RecordPlace } from './record-paths.ts';
import type { RecordState, ReviewRecord } from './review-record.ts';
import { guardsElsewhere, readSecondCopy, writeSecondCopy } from './second-copy.ts';

/** The two files are written one after the other, so a reader that sees only one change tries again. */
const ATTEMPTS = 6;
const PAUSE_MS = 15;

const ELSEWHERE =
  'it was reviewed with another state folder, and HOOKLOOM_STATE_DIR, XDG_STATE_HOME or HOME leads this session away from it: look at the `env` of your client';

/** Never throws. */
export function readRecord(place: RecordPlace, scope: string): RecordState {
  let state: RecordState = { kind: 'none' };
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) pause(PAUSE_MS);
    state = readOnce(place, scope);
    if (state.kind !== 'tampered' || state.isElsewhere === true) return state;
  }
  return state;
}

function readOnce(place: RecordPlace, scope: string): RecordState {
  const file = recordFile(place.stateDir, scope);
  const second = readSecondCopy(place, scope);
  const guardsOf = (record: ReviewRecord | null): Handler[] => {
    const all = [...(second?.guards ?? []), ...(record === null ? [] : guardsIn(record))];
    return [...new Map(all.map((guard) => [JSON.stringify(guard), guard])).values()];
  };
  const tampered = (reason: string, record: ReviewRecord | null = null): RecordState => ({
    kind: 'tampered',
    reason,
    guards: guardsOf(record),
  });
  const elsewhere = guardsElsewhere(place, scope);
  if (elsewhere.length > 0)
    return { kind: 'tampered', reason: ELSEWHERE, guards: elsewhere, isElsewhere: true };
  const text = readPrivate(file);
  if (text.kind === 'none')
    return second === null
      ? { kind: 'none' }
      : tampered('the record of what was reviewed was deleted');
  if (text.kind === 'unusable') return tampered('the record of what was reviewed is not private');
  const [body = '', seal = ''] = text.text.split('\n');
  const record = recordOf(body, scope);
  const key = readKey(place.stateDir);
  if (record === null || key === null || sealOf(body, key) !== seal)
    return tampered('the record of what was reviewed was changed', record);
  if (second !== null && !second.digests.includes(sha256Hex(body)))
    return tampered('the record of what was reviewed was replaced by another', record);
  return { kind: 'valid', record };
}

/** Writes the record and its second copy. Throws `permission_denied` if it cannot be written. */
export function writeRecord(place: RecordPlace, record: ReviewRecord): void {
  const body = JSON.stringify(record);
  const digest = sha256Hex(body);
  const guards = guardsIn(record);
  try {
    const key = readKey(place.stateDir, { make: true })!;
    const before = readSecondCopy(place, record.scope)?.digests ?? [];
    // The second copy first accepts both digests, so that a concurrent reader finds either record valid.
    writeSecondCopy(place, record.scope, { digests: [...before.slice(-1), digest], guards });
    replaceFile(recordFile(place.stateDir, record.scope), `${body}\n${sealOf(body, key)}\n`);
    writeSecondCopy(place, record.scope, { digests: [digest], guards });
  } catch (error) {
    throw permissionDenied(
      `The review cannot be recorded (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`,
      `Make ${place.stateDir} and ~/.hookloom writable for you, then try again.`,
    );
  }
}

function guardsIn({ entries }: ReviewRecord): Handler[] {
  return entries.flatMap((entry) =>
    entry.kind === 'hook' && entry.handler.critical ? [entry.handler] : [],
  );
}

function recordOf(body: string, scope: string): ReviewRecord | null {
  return attempt(() => {
    const record = JSON.parse(body) as ReviewRecord;
    const isWhole = record.version === 2 && record.scope === scope;
    return isWhole && Array.isArray(record.entries) ? record : null;
  });
}

type PrivateText = { kind: 'none' } | { kind: 'unusable' } | { kind: 'text'; text: string };

function readPrivate(file: string): PrivateText {
  try {
    const stats = fs.lstatSync(file, { throwIfNoEntry: false });
    if (stats === undefined) return { kind: 'none' };
    const isOpen = process.platform !== 'win32' && (stats.mode & 0o077) !== 0;
    if (!stats.isFile() || isOpen) return { kind: 'unusable' };
    return { kind: 'text', text: fs.readFileSync(file, 'utf8') };
  } catch {
    return { kind: 'unusable' };
  }
}

/** Blocks the thread: the hook has no other work, and cannot await. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

// The key that seals review records: a file of random bytes in the private state folder.

/** Null if there is none or others can read it. `make` creates one. */
function readKey(stateDir: string, { make = false } = {}): Buffer | null {
  const file = `${stateDir}/reviews/key`;
  try {
    const stats = fs.lstatSync(file);
    const isOpen = process.platform !== 'win32' && (stats.mode & 0o077) !== 0;
    const key = stats.isFile() && !isOpen ? fs.readFileSync(file) : null;
    if (key?.length === 32) return key;
  } catch {
    // There is none yet.
  }
  if (!make) return null;
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}.tmp`;
  fs.rmSync(temporary, { force: true });
  const key = process.getBuiltinModule('node:crypto').randomBytes(32);
  fs.writeFileSync(temporary, key, { mode: 0o600, flag: 'wx' });
  try {
    // If two processes create a key at once, the first one wins.
    fs.linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || readKey(stateDir) === null)
      fs.renameSync(temporary, file);
  }
  fs.rmSync(temporary, { force: true });
  return readKey(stateDir);
}

const BLOCK_BYTES = 64;

/** HMAC-SHA-256 (RFC 2104) in hex. Does not load `node:crypto` for a record of ordinary size. */
export function sealOf(body: string, key: Buffer): string {
  const padded = (fill: number): Uint8Array =>
    Uint8Array.from({ length: BLOCK_BYTES }, (_, at) => fill ^ (key[at] ?? 0));
  const inner = sha256Hex(Buffer.concat([padded(0x36), Buffer.from(body)]));
  return sha256Hex(Buffer.concat([padded(0x5c), Buffer.from(inner, 'hex')]));
}
