/** Proposes procedures that recur in client sessions. Uses no model. */
import { isSharedSession, REFS_SESSION } from '@hookloom/core';
import { createMiner, MINING_METHOD, type CitedEvent, type MinedProcedure } from '@hookloom/memory';
import { z } from 'zod';
import { boundSession } from '../call-scope.ts';
import { actorName } from './consolidation.ts';
import { recordNew } from './consolidation-propose.ts';
import { operation, readableSession, sessionId, type OperationContext } from './context.ts';

/** `memory mine-procedures`. */
export const mineRequest = z.strictObject({
  session_id: sessionId,
  min_support: z.int().min(2).max(100).optional(),
  max_length: z.int().min(2).max(20).optional(),
  limit: z.int().min(1).max(200).optional(),
  actor: actorName,
});

const DEFAULT_MINED = 50;
const MAX_TITLE = 200;
const MAX_SUMMARY = 2000;

/** Sequences that succeeded in several client sessions, in one log or in every log of the workspace. */
export const mineProcedures = operation(mineRequest, async (context, parsed, caller) => {
  const session = await readableSession(context, parsed);
  const miner = createMiner();
  for (const log of await logsOf(context, session, parsed.session_id))
    for await (const event of context.store.read(log)) miner.add(log, event);
  const mined = miner
    .mine({ minSupport: parsed.min_support ?? 2, maxLength: parsed.max_length ?? 8 })
    .slice(0, parsed.limit ?? DEFAULT_MINED);
  const proposed = mined.map(({ sources, ...procedure }) => ({
    candidate: candidateOf(
      procedure,
      sources.map(({ session_id, ...source }) =>
        session_id === undefined || session_id === session ? source : { ...source, session_id },
      ),
    ),
    channel: 'tool' as const,
  }));
  const { added, deduped } = await recordNew(context, session, proposed, {
    caller,
    actor: parsed.actor ?? 'zaxy-procedure-miner',
    limit: mined.length,
  });
  return {
    mined: mined.length,
    appended: added.length,
    deduped,
    candidates: added.map(({ candidate_id, candidate }) => ({
      candidate_id,
      title: candidate.title,
      when: candidate.when,
      steps: candidate.steps,
      instructions: candidate.instructions,
      check: candidate.check,
      support: candidate.support,
      confidence: candidate.confidence,
      source_events: candidate.source_events,
    })),
    authority_status: 'non_authoritative',
  };
});

function candidateOf(
  { title, when, check, support, ...procedure }: Omit<MinedProcedure, 'sources'>,
  source_events: CitedEvent[],
) {
  return {
    ...procedure,
    candidate_type: 'procedure' as const,
    title: title.slice(0, MAX_TITLE),
    summary: `${when} It worked when ${check} Done in ${support} sessions.`.slice(0, MAX_SUMMARY),
    source_events,
    method: MINING_METHOD,
    when,
    check,
    support,
  };
}

async function logsOf({ store }: OperationContext, session: string, named: string | undefined) {
  if (named !== undefined || boundSession() !== undefined) return [session];
  const all = await store.sessions();
  return all
    .map((each) => each.session)
    .filter((log) => log !== REFS_SESSION && !isSharedSession(log))
    .toSorted();
}
