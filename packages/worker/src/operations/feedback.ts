import { defined, invalidRequest, notFound, type JsonObject } from '@hookloom/core';
import { OUTCOME_WORDS, outcomeWord } from '@hookloom/memory';
import { z } from 'zod';
import { citedEvidence } from './cited-evidence.ts';
import {
  operation,
  readableSession,
  recordOperation,
  recordReinforcement,
  sessionId,
  type OperationContext,
} from './context.ts';
import { openedMemory } from '../memory-access.ts';

const text = z.string().min(1).max(4096);

/** `memory_feedback`. */
export const feedbackRequest = z.strictObject({
  entity_name: text,
  entity_type: text,
  feedback: z.enum(['used', 'helpful', 'irrelevant']),
  actor: z.string().min(1).max(512).optional(),
  session_id: sessionId,
  query: text.optional(),
  source: text.optional(),
  score: z.number().optional(),
  citation: z.string().max(300).optional(),
  reason: text.optional(),
  purpose: text.optional(),
  outcome: text.optional(),
  importance: z.number().optional(),
});

export type FeedbackRequest = z.input<typeof feedbackRequest>;

export interface FeedbackAnswer {
  seq: number;
  /** 64 hex. */
  hash: string;
  event_type: 'memory.reinforced' | 'memory.feedback';
}

/**
 * Records whether a fact was helpful. `used` and `helpful` reinforce it; `irrelevant` is kept for audit and changes
 * nothing. Throws `not_found` for an unknown fact and for a citation that is not in the log, was forgotten or is
 * withheld; `invalid_request` for an outcome that is not in `OUTCOME_WORDS`.
 */
export const feedback = operation(feedbackRequest, async (context, request, caller) => {
  const { session_id, actor = 'zaxy', importance, outcome, ...said } = request;
  const asked = outcome === undefined ? said : { ...said, outcome: knownOutcome(outcome) };
  const session = await readableSession(context, { session_id });
  const target =
    asked.citation === undefined ? null : (await citedEvidence(context, [asked.citation]))[0]!;
  if (target === null) await assertKnown(context, session, asked);
  const rest = { ...asked, ...(target !== null && (await namesOf(context, target, asked))) };
  const event_type = rest.feedback === 'irrelevant' ? 'memory.feedback' : 'memory.reinforced';
  const payload: JsonObject = { source: 'mcp', ...defined(rest) };
  if (importance !== undefined) payload['importance'] = Math.min(1, Math.max(0, importance));
  const event = { type: event_type, actorId: actor, payload };
  const { seq, hash, id } = await recordOperation(context, session, event, caller);
  context.recordMemoryUse(session, 'feedback', seq);
  if (event_type === 'memory.reinforced' && target?.session === session) {
    const confirmed = { kind: 'confirmed', target, source: { feedback_id: id }, cause: id };
    await recordReinforcement(context, session, confirmed, caller);
  }
  return { seq, hash, event_type } satisfies FeedbackAnswer;
});

/** The number of a row in a checkout. */
const ROW_NUMBER = /^c\d{1,3}$/;

/** The recorded name of a fact that the caller names by row number and citation. */
async function namesOf(
  context: OperationContext,
  { session, seq }: { session: string; seq: number },
  { entity_name, entity_type }: { entity_name: string; entity_type: string },
): Promise<{ entity_name: string; entity_type: string }> {
  if (!ROW_NUMBER.test(entity_name)) return { entity_name, entity_type };
  const memory = await openedMemory(context);
  const facts = await memory.facts({ sessions: [session], seqs: [seq], limit: 10 });
  const fact = facts.find(({ entityType }) => entityType === entity_type) ?? facts[0];
  return fact === undefined
    ? { entity_name, entity_type }
    : { entity_name: fact.entityName, entity_type: fact.entityType };
}

/** Throws `not_found` for a fact that the session does not have. A fact that is no longer valid is accepted. */
async function assertKnown(
  context: OperationContext,
  session: string,
  { entity_name, entity_type }: { entity_name: string; entity_type: string },
): Promise<void> {
  const memory = await openedMemory(context);
  const [known] = await memory.facts({
    sessions: [session],
    types: [entity_type],
    names: [entity_name],
    limit: 1,
    includeSuperseded: true,
  });
  if (known !== undefined) return;
  throw notFound(
    `Session ${session} has no ${JSON.stringify(entity_type.slice(0, 60))} of that name.`,
    'Copy entity_name and entity_type from a checkout, or send the citation of an event.',
  );
}

function knownOutcome(outcome: string): string {
  const word = outcomeWord(outcome);
  if (OUTCOME_WORDS.includes(word)) return word;
  throw invalidRequest(
    `outcome must be one of ${OUTCOME_WORDS.join(', ')}.`,
    'Send one of them, and the details in reason.',
  );
}
