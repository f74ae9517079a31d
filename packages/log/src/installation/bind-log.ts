/** Records that a log is this installation's: its mark, its seal, and the location of the log with this first event. */
import { noteCopy, realDirectory, saveMark } from './marks.ts';
import type { ExaminedLog } from './examine-log.ts';
import type { Mark } from '../files/high-water.ts';
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
