/**
 * Verification of a log that is an array of lines. The log on disk uses `verify/`, which is designed for large logs.
 */
import { canonicalize, sha256Hex } from '@hookloom/core';
import type { Checkpoint, Head, VerifyReason, VerifyReport } from '@hookloom/core/events';
import { parseLine } from '../../envelope/parse.ts';

/** The first broken event and why, or none. */
export function verifyLines(
  lines: string[],
  session: string,
  against: Checkpoint | undefined,
): VerifyReport {
  let head: Head | null = null;
  const broken = (seq: number, reason: VerifyReason, detail: string): VerifyReport => ({
    ...report(lines.length, head),
    ok: false,
    broken_at_seq: seq,
    broken_reason: reason,
    detail,
  });
  for (const [i, line] of lines.entries()) {
    const seq = i + 1;
    const result = parseLine(Buffer.from(line), seq);
    if (!result.ok) return broken(seq, 'unreadable_line', result.detail);
    const { event } = result;
    if (event.seq !== seq) return broken(seq, 'seq_mismatch', `it says ${event.seq}`);
    const { integrity: _, ...unsealed } = JSON.parse(line) as Record<string, unknown>;
    const content = canonicalize({ event: unsealed, previousHash: event.previousHash });
    if (event.hash !== `sha256:${sha256Hex(content)}`)
      return broken(seq, 'hash_mismatch', 'its content was changed');
    if (event.previousHash !== (head?.hash ?? null)) {
      const reason = head === null ? 'first_event_has_previous' : 'previous_hash_mismatch';
      return broken(seq, reason, 'it does not follow the event before it');
    }
    head = { seq, hash: event.hash };
    if (against?.seq === seq && against.hash !== event.hash)
      return broken(seq, 'checkpoint_mismatch', `session ${session} has another event here`);
  }
  if (against !== undefined && against.seq > lines.length)
    return broken(lines.length + 1, 'cut_tail', `the checkpoint names event ${against.seq}`);
  return report(lines.length, head);
}

function report(total: number, head: Head | null): VerifyReport {
  return {
    ok: true,
    total_events: total,
    broken_at_seq: null,
    broken_reason: null,
    detail: null,
    head,
    shredded: 0,
    recovered: 0,
    trusted_prefix: 0,
    lost: [],
  };
}
