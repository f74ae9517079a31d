/** The Merkle root of the part of a log that was verified last, kept in its mark: what exports and archives name too. */
import {
  appendLeaf,
  EMPTY_RANGE,
  leafHash,
  rootOf,
  type CompactRange,
} from '../merkle/compact-range.ts';
import { readEvents } from '../read/read-events.ts';
import { saveMark } from './bind-log.ts';
import { examineLog } from './examine-log.ts';

/**
 * Call after the whole log was verified. Only events behind the part that was verified before are read again.
 *
 * @returns The root over all events, 64 hex; null for a log that is not ours, or that lost events nobody acknowledged.
 */
export function rememberVerified(dir: string, session: string): string | null {
  const { ownership, mark, findings, head } = examineLog(dir, session);
  if (ownership !== 'own' || mark === null || head === null || findings.length > 0) return null;
  let range: CompactRange = EMPTY_RANGE;
  if (mark.verified !== undefined && mark.verified.range.size <= head.seq)
    range = mark.verified.range;
  const window = { fromSeq: range.size + 1, toSeq: head.seq };
  for (const { hash } of readEvents(`${dir}/${session}.jsonl`, window))
    range = appendLeaf(range, leafHash(hash));
  const root = rootOf(range);
  saveMark({ ...mark, verified: { root, range } });
  return root;
}
