/**
 * A log in which a verification found damage. Its mark says so, and names no event that a log can end with: so every
 * writer examines the log before it appends, and continues in a separate log until this one is repaired.
 */
import { corrupt, quietly, type HookloomError } from '@hookloom/core';
import type { VerifyReport } from '@hookloom/core/events';
import type { Finding } from './finding.ts';
import { BROKEN, trueMark, realDirectory, saveMark } from '../files/head-at.ts';
import { markPathOf, readMark } from '../files/high-water.ts';

/** Remembers that the log is broken after `prefix`. Nothing is stored about a log of another installation. */
export function noteBroken(
  dir: string,
  session: string,
  { broken_at_seq: seq }: VerifyReport,
  prefix: { seq: number; hash: string | null },
): void {
  const mark = trueMark(readMark(markPathOf(realDirectory(dir), session)));
  if (mark === null) return;
  const finding: Finding = {
    kind: 'broken',
    seq: seq ?? prefix.seq + 1,
    hash: prefix.hash ?? '',
    found: prefix.seq,
  };
  const others = mark.findings.filter(({ kind }) => kind !== 'broken');
  quietly(() =>
    saveMark({ ...mark, hash: `${BROKEN}${mark.hash}`, findings: [...others, finding] }),
  );
}

/** The log was fixed by other means, such as a backup. */
export function clearBroken(dir: string, session: string): void {
  const mark = trueMark(readMark(markPathOf(realDirectory(dir), session)));
  if (mark === null || brokenFinding(mark.findings) === null) return;
  const findings = mark.findings.filter(({ kind }) => kind !== 'broken');
  // A verdict does not depend on whether the state folder can be written. The next verification tries again.
  quietly(() => saveMark({ ...mark, findings }));
}

export function brokenFinding(findings: readonly Finding[]): Finding | null {
  return findings.find(({ kind }) => kind === 'broken') ?? null;
}

export function brokenLog(session: string, { seq }: Finding): HookloomError {
  return Object.assign(
    corrupt(
      `The log ${session} is broken at event ${seq}, and nothing was added to it.`,
      `Run \`hookloom log repair ${session}\`; until then another session name is used.`,
    ),
    { isForeignLog: true },
  );
}

const MAX_NAME = 90;

/** The session that continues after the last valid event of a broken log. */
export function continuationOf(session: string, { found }: Finding): string {
  return `${session.slice(0, MAX_NAME)}.after-${found}`;
}
