/** Records that a log is this installation's: its mark, its seal, and the location of the log with this first event. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { weakRandomHex } from '@hookloom/core';
import { noteCopy, realDirectory } from './marks.ts';
import type { ExaminedLog } from './examine-log.ts';
import { markPathOf, writeMark, type Mark } from '../files/high-water.ts';
import { readSeal, writeSeal } from './seal-file.ts';

/** Makes the log this installation's: mark, seal and the note of its first event. Throws the file system's errors. */
export function bindLog(dir: string, examined: ExaminedLog, key: Buffer): Mark {
  const { session, genesis, head, mark: before, findings } = examined;
  const isSame = genesis !== null && before?.genesis === genesis;
  const mark: Mark = {
    v: 1,
    dir: realDirectory(dir),
    session,
    genesis,
    seq: head?.seq ?? 0,
    hash: head?.hash ?? '',
    size: head?.size ?? 0,
    // Copies are compared again each time.
    findings: findings.filter(({ copy }) => copy === undefined).slice(-MAX_FINDINGS),
    ...(isSame && before.merkle !== undefined && { merkle: before.merkle }),
    ...(isSame &&
      before.acknowledgedCopies !== undefined && { acknowledgedCopies: before.acknowledgedCopies }),
  };
  saveMark(mark);
  if (genesis !== null) bindGenesis(mark, key);
  return mark;
}

const MAX_FINDINGS = 20;

function bindGenesis({ dir, genesis, session, seq, hash, size }: Mark, key: Buffer): void {
  noteCopy(genesis!, dir, session);
  if (readSeal(dir, session, key)?.genesis !== genesis)
    writeSeal(dir, session, { genesis: genesis!, seq, hash, size }, key);
}

/** Replaces the file in one step. */
export function saveMark(mark: Mark): void {
  const file = markPathOf(mark.dir, mark.session);
  mkdirSync(file.slice(0, file.lastIndexOf('/')), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${weakRandomHex()}.tmp`;
  try {
    writeFileSync(temporary, '', { mode: 0o600, flag: 'wx' });
    writeMark(temporary, mark);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
