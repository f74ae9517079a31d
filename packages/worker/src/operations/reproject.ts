/** Updates the projection to its logs, or rebuilds it. */
import { conflict, corrupt, invalidRequest } from '@hookloom/core';
import { isDamaged } from '@hookloom/log';
import type { Memory } from '@hookloom/memory';
import type { OperationContext } from './context.ts';
import { openedMemory } from '../memory-access.ts';

export interface ReprojectRequest {
  sessions: string[];
  /** The projection must contain every event before this seq. */
  fromSeq: number;
  /** Deletes the projection of every session first. Other sessions are rebuilt when they are read. */
  reset: boolean;
}

export interface ReprojectAnswer {
  reset: boolean;
  sessions: { session_id: string; projected: number; cursor_seq: number; facts: number }[];
}

/** Number of events between two progress reports. */
const STEP = 5000;

/**
 * Verifies all logs first, because a projection of a broken log would be trusted. Throws `corrupt` for one that does
 * not verify, and `conflict` if events before `fromSeq` are not projected. Changes nothing in these cases.
 */
export async function reproject(
  context: OperationContext,
  { sessions, fromSeq, reset }: ReprojectRequest,
  onProgress: (session: string, done: number, total: number) => void = () => {},
): Promise<ReprojectAnswer> {
  if (reset && fromSeq > 1)
    throw invalidRequest(
      'A deleted projection is rebuilt from the first event.',
      'Leave out either --from-seq or --reset-projection.',
    );
  await context.drain();
  for (const session of sessions) await assertWhole(context, session);
  const memory = await openedMemory(context);
  for (const session of sessions) await assertProjectedBefore(memory, session, fromSeq);
  if (reset) await memory.reset();
  const answer: ReprojectAnswer = { reset, sessions: [] };
  for (const session of sessions) {
    const total = (await context.store.head(session))?.seq ?? 0;
    let projected = 0;
    for (let behind = true; behind;) {
      const step = await memory.sync([session], { maxEvents: STEP });
      projected += step.projected;
      behind = step.behind;
      onProgress(session, projected, total);
    }
    const { cursor, factCount } = await memory.stats(session, { fresh: false });
    answer.sessions.push({
      session_id: session,
      projected,
      cursor_seq: cursor?.seq ?? 0,
      facts: factCount,
    });
  }
  return answer;
}

async function assertWhole({ store }: OperationContext, session: string): Promise<void> {
  const report = await store.verify(session);
  if (!isDamaged(report)) return;
  throw corrupt(
    `The log of ${session} is broken at event ${report.broken_at_seq} (${report.broken_reason}); nothing was projected.`,
    `Run \`hookloom verify ${session}\`.`,
  );
}

async function assertProjectedBefore(memory: Memory, session: string, fromSeq: number) {
  if (fromSeq <= 1) return;
  const { cursor } = await memory.stats(session, { fresh: false });
  if ((cursor?.seq ?? 0) >= fromSeq - 1) return;
  throw conflict(
    `The projection of ${session} ends at event ${cursor?.seq ?? 0}: events before ${fromSeq} would be left out.`,
    'Leave out --from-seq: the projection continues where it ended.',
  );
}
