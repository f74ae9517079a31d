/**
 * Verifies a log in the store, hashing each event here. For a withheld event, only its position in the chain is
 * checked.
 */
import type { Checkpoint, Head, VerifyReason, VerifyReport } from '@hookloom/core/events';
import { parseLine } from '../../envelope/parse.ts';
import { ownFault } from '../../envelope/own-fault.ts';
import { createVouching } from '../../verify/shredding.ts';
import type { StoredRow } from './rows.ts';

interface Verdict {
  seq: number;
  reason: VerifyReason;
  detail: string;
}

/** @param head The end of the log according to the store. */
export async function verifyRows(
  pages: AsyncIterable<readonly StoredRow[]>,
  head: Head | null,
  against?: Checkpoint,
): Promise<VerifyReport> {
  const vouching = createVouching(0);
  let last: Head | null = null;
  let fault: Verdict | null = null;
  let total = 0;
  let isAgainstMet = against === undefined;
  for await (const rows of pages) {
    for (const row of rows) {
      total++;
      fault ??= faultOf(row, last, vouching);
      if (fault !== null) continue;
      last = { seq: row.seq, hash: row.hash };
      if (against?.seq !== row.seq) continue;
      isAgainstMet = true;
      if (`sha256:${against.hash.replace(/^sha256:/, '')}` !== row.hash)
        fault = {
          seq: row.seq,
          reason: 'checkpoint_mismatch',
          detail: `the log holds another event ${row.seq} than the checkpoint names`,
        };
    }
  }
  const unvouched = vouching.first();
  if (fault === null && unvouched !== null)
    fault = {
      seq: unvouched.seq,
      reason: 'unvouched_shredding',
      detail: 'the content was removed and no memory.forgotten event of this log vouches for it',
    };
  const end = last?.seq ?? 0;
  if (fault === null && head !== null && (head.seq !== end || head.hash !== (last?.hash ?? null)))
    fault = cut(end, `the store names event ${head.seq} as the last`);
  if (fault === null && !isAgainstMet)
    fault = cut(end, `the checkpoint names event ${against!.seq}`);
  return {
    ok: fault === null,
    total_events: total,
    broken_at_seq: fault?.seq ?? null,
    broken_reason: fault?.reason ?? null,
    detail: fault?.detail ?? null,
    head: last,
    shredded: vouching.count,
    recovered: 0,
    trusted_prefix: 0,
    lost: [],
  };
}

function cut(end: number, detail: string): Verdict {
  return {
    seq: end + 1,
    reason: 'cut_tail',
    detail: `${detail}, but the log ends with event ${end}`,
  };
}

function faultOf(row: StoredRow, last: Head | null, vouching: ReturnType<typeof createVouching>) {
  const seq = (last?.seq ?? 0) + 1;
  const broken = (reason: VerifyReason, detail: string): Verdict => ({ seq, reason, detail });
  if (row.seq !== seq) return broken('seq_mismatch', `the store has event ${row.seq} here`);
  if (row.previousHash !== (last?.hash ?? null))
    return broken(
      last === null ? 'first_event_has_previous' : 'previous_hash_mismatch',
      'it does not follow the event before it',
    );
  if (row.line === null) return null;
  const line = Buffer.from(row.line);
  const parsed = parseLine(line, seq);
  if (!parsed.ok) return broken('unreadable_line', parsed.detail);
  const { event } = parsed;
  if (event.seq !== seq) return broken('seq_mismatch', `its line says ${event.seq}`);
  if (event.hash !== row.hash || event.previousHash !== row.previousHash)
    return broken('hash_mismatch', 'its line carries another hash than the store');
  const fault =
    event.shredded === null ? ownFault(line, 0, line.length, event) : vouching.admit(line, event);
  if (fault !== null) return broken(fault.reason, fault.detail);
  if (event.type === 'memory.forgotten') vouching.vouch(event);
  return null;
}
