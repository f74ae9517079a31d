/** The verdict on a log: what its bytes show, and what this installation remembers about it outside the workspace. */
import type { VerifyReport } from '@hookloom/core/events';
import { quietly } from '@hookloom/core';
import { examineLog } from './examine-log.ts';
import { describeLoss, type Finding } from './finding.ts';
import { markPathOf, readMark, type Mark } from '../files/high-water.ts';
import { realDirectory, saveMark } from '../files/head-at.ts';

/** The Merkle root over the first events of a fully verified log, if it has that many. */
export type RootAt = (seq: number) => string | null;

export function markOfLog(dir: string, session: string): Mark | null {
  return readMark(markPathOf(realDirectory(dir), session));
}

/**
 * The report on the bytes, or `ok: false` with the first finding that no person has acknowledged. Writes only if
 * `rootAt` is given: the root of this verification, or the finding that an earlier one had another root.
 */
export function judgeLog(
  dir: string,
  session: string,
  report: VerifyReport,
  rootAt?: RootAt,
): VerifyReport {
  if (!report.ok) return report;
  const { ownership, mark, findings } = examineLog(dir, session);
  const loss = findings.find((finding) => finding.kind !== 'broken');
  if (loss !== undefined) return withLoss(report, loss);
  if (rootAt === undefined || ownership !== 'own' || mark === null || report.head === null)
    return report;
  const verified = mark.merkle;
  // Null if another verification moved the mark while this one read.
  const now = verified === undefined ? null : rootAt(verified.seq);
  if (verified !== undefined && now !== null && now !== verified.root) {
    const { seq, root } = verified;
    const finding: Finding = { kind: 'rewritten', seq, hash: root, found: report.head.seq };
    // A verdict does not depend on whether the state folder can be written. The next verification tries again.
    quietly(() => saveMark({ ...mark, findings: [...mark.findings, finding] }));
    return withLoss(report, finding);
  }
  const { seq } = report.head;
  const root = rootAt(seq);
  if (root !== null && (verified === undefined || verified.seq < seq))
    quietly(() => saveMark({ ...mark, merkle: { seq, root } }));
  return report;
}

function withLoss(report: VerifyReport, finding: Finding): VerifyReport {
  const { kind, seq, found } = finding;
  if (kind === 'broken') return report;
  return {
    ...report,
    ok: false,
    broken_at_seq: kind === 'rewritten' ? 1 : Math.min(seq, found + 1),
    broken_reason: kind,
    detail: describeLoss(finding),
  };
}
