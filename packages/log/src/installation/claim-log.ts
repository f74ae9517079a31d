/** Decides under the lock whose log this is, if its end differs from the mark. Rare. */
import { attempt, permissionDenied, type HookloomError } from '@hookloom/core';
import { brokenFinding, brokenLog } from './broken-log.ts';
import { examineLog, type ExaminedLog } from './examine-log.ts';
import { installationKey, readSeal, writeSeal } from './key.ts';
import type { Mark } from '../files/high-water.ts';
import { noteCopy, realDirectory, saveMark } from '../files/head-at.ts';

/**
 * The mark to move with the next append. It records losses until a person acknowledges them. Null if the state folder
 * cannot be written: then nothing can be proven, and the append continues without a mark.
 *
 * Throws `permission_denied` for a log that another installation wrote, and `corrupt` for one that is known to be
 * broken.
 */
export function claimLog(dir: string, session: string): Mark | null {
  const key = twice(() => installationKey({ make: true }));
  if (key === null) return null;
  const examined = examineLog(dir, session);
  if (examined.ownership === 'foreign') throw foreignLog(session);
  const broken = brokenFinding(examined.findings);
  if (broken !== null) throw brokenLog(session, broken);
  return twice(() => {
    return attempt(() => bindLog(dir, examined, key));
  });
}

/** A temporary fault, such as a full disk, must not make a new log look foreign forever. */
function twice<T>(attempt: () => T | null): T | null {
  return attempt() ?? attempt();
}

/** A property that distinguishes it from other refusals, across bundles. */
function foreignLog(session: string): HookloomError {
  return Object.assign(
    permissionDenied(
      `The log ${session} was written by another installation, and nothing was added to it.`,
      `If you trust it, run \`hookloom log adopt ${session}\` in a terminal; until then another session name is used.`,
    ),
    { isForeignLog: true },
  );
}

// Records that a log is this installation's: its mark, its seal, and the location of the log with this first event.

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
