/** Compares a log with what this installation knows about it. Read-only. */
import { closeSync } from 'node:fs';
import { markPathOf, readMark, type Mark } from '../files/high-water.ts';
import { readHead, isCut, copiesOf, trueMark, realDirectory } from '../files/head-at.ts';
import type { Finding } from './finding.ts';
import { installationKey, type SealedPoint, readSeal } from './key.ts';
import { holds, openLogBytes, type LogBytes } from './log-bytes.ts';

export interface ExaminedLog {
  session: string;
  /**
   * `none`: there is no event. `own`: this installation wrote or adopted the log, damaged or not. `foreign`: nothing
   * proves that; it is shown as reported by others and never continued.
   */
  ownership: 'none' | 'own' | 'foreign';
  /** Hash of the first event, even if its line is damaged now. */
  genesis: string | null;
  /** The last event, and the offset after its line. */
  head: { seq: number; hash: string; size: number } | null;
  mark: Mark | null;
  /** Not acknowledged yet. Empty for a foreign log. */
  findings: Finding[];
}

/** @example examineLog('/home/dev/shop/.eventloom', 'shop-default').ownership // 'own' */
export function examineLog(dir: string, session: string): ExaminedLog {
  // Read before the log. Writers update both after it, so neither is ever ahead of an intact log.
  const mark = trueMark(readMark(markPathOf(realDirectory(dir), session)));
  const head = readHead(`${dir}/${session}.head`);
  const opened = openLogBytes(`${dir}/${session}.jsonl`);
  if (opened === null) {
    const findings = [...(mark?.findings ?? []), ...(mark === null ? [] : gone(mark, 'deleted'))];
    return { session, ownership: 'none', genesis: null, head: null, mark, findings };
  }
  try {
    const log = { ...opened, genesis: firstEvent(dir, session, opened, mark) };
    const { genesis, seq, hash, tail } = log;
    const isMarked = mark !== null && (mark.genesis === null || mark.genesis === genesis);
    const isOwn = isMarked || isProven(dir, session, log);
    const size = tail.kept === null ? tail.committed : tail.size;
    const examined = { session, genesis, head: { seq, hash, size }, mark };
    if (!isOwn) return { ...examined, ownership: 'foreign', findings: [] };
    const known = mark?.findings ?? [];
    const fresh = mark === null ? [] : isMarked ? differences(mark, log) : gone(mark, 'replaced');
    if (fresh.length === 0 && head !== null && isCut(log.fd, tail, head))
      fresh.push({ kind: 'cut', seq: head.seq, hash: head.hash, found: seq });
    const copied = copiedFindings({ dir, session, mark, log });
    const findings = [...known, ...eachNew(known, [...fresh, ...copied])];
    return { ...examined, ownership: 'own', findings };
  } finally {
    closeSync(opened.fd);
  }
}

/**
 * The hash of the first event. If its line is damaged, the log may still contain a later event that the mark, the seal
 * or the mark of a copy names: then it is the hash that they name.
 */
function firstEvent(dir: string, session: string, log: LogBytes, mark: Mark | null): string {
  if (mark?.genesis === log.genesis) return log.genesis;
  if (mark !== null && mark.genesis !== null && holds(log, mark)) return mark.genesis;
  const seal = ownSeal(dir, session);
  if (seal === null) return log.genesis;
  const points = [seal, ...copiesOf(seal.genesis, { dir: realDirectory(dir), session })];
  return points.some((point) => point.seq > 0 && holds(log, point)) ? seal.genesis : log.genesis;
}

function ownSeal(dir: string, session: string): SealedPoint | null {
  const key = installationKey();
  return key === null ? null : readSeal(dir, session, key);
}

/** Nothing for a log whose copy elsewhere continued: its folder was moved. */
function gone(mark: Mark, kind: 'deleted' | 'replaced'): Finding[] {
  if (mark.seq === 0 || mark.genesis === null || keptElsewhere(mark.genesis, mark) !== null)
    return [];
  return [{ kind, seq: mark.seq, hash: mark.hash, found: 0 }];
}

/** Another directory in which we have the log with this first event. */
export function keptElsewhere(genesis: string, at: { dir: string; session: string }) {
  for (const { dir, session } of copiesOf(genesis, { ...at, dir: realDirectory(at.dir) })) {
    const log = openLogBytes(`${dir}/${session}.jsonl`);
    if (log === null) continue;
    closeSync(log.fd);
    if (log.genesis === genesis) return dir;
  }
  return null;
}

function differences(mark: Pick<Mark, 'seq' | 'hash' | 'size'>, log: LogBytes): Finding[] {
  const { seq, hash } = mark;
  if (seq === 0) return [];
  if (seq > log.seq) return [{ kind: 'rolled_back', seq, hash, found: log.seq }];
  return holds(log, mark) ? [] : [{ kind: 'forked', seq, hash, found: log.seq }];
}

interface Compared {
  dir: string;
  session: string;
  mark: Mark | null;
  log: LogBytes;
}

/** What the marks of other copies of this log say: copies that continued separately, and events that only they knew. */
function copiedFindings({ dir, session, mark, log }: Compared): Finding[] {
  const found: Finding[] = [];
  for (const other of copiesOf(log.genesis, { dir: realDirectory(dir), session })) {
    if (mark?.acknowledgedCopies?.includes(other.dir) === true) continue;
    const copy = openLogBytes(`${other.dir}/${other.session}.jsonl`);
    if (copy === null) {
      // This log was moved from there, or restored from a backup.
      if (mark === null) found.push(...differences(other, log));
      continue;
    }
    try {
      if (copy.file === log.file || copy.genesis !== log.genesis) continue;
      const [longer, shorter] = copy.seq > log.seq ? [copy, log] : [log, copy];
      const { seq, hash, tail } = shorter;
      if (holds(longer, { seq, hash, size: tail.committed })) continue;
      found.push({ kind: 'forked', seq, hash, found: log.seq, copy: other.dir });
    } finally {
      closeSync(copy.fd);
    }
  }
  return found;
}

/** A seal of ours, or a mark of ours for the same log elsewhere. */
function isProven(dir: string, session: string, log: LogBytes): boolean {
  const seal = ownSeal(dir, session);
  if (seal !== null && seal.genesis === log.genesis && holds(log, seal)) return true;
  const real = realDirectory(dir);
  for (const other of copiesOf(log.genesis, { dir: real, session })) {
    if (other.seq > 0 && holds(log, other)) return true;
    const copy = openLogBytes(`${other.dir}/${other.session}.jsonl`);
    if (copy === null) continue;
    try {
      const { seq, hash, tail } = log;
      if (copy.genesis === log.genesis && holds(copy, { seq, hash, size: tail.committed }))
        return true;
    } finally {
      closeSync(copy.fd);
    }
  }
  return false;
}

function eachNew(known: readonly Finding[], fresh: readonly Finding[]): Finding[] {
  const keys = new Set(known.map(keyOf));
  return fresh.filter((finding) => !keys.has(keyOf(finding)));
}

function keyOf({ kind, hash, copy = '' }: Finding): string {
  // The same loss appears as a rollback first and as another history later.
  return kind === 'forked' && copy !== '' ? `copy ${copy}` : hash;
}
