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
  type Placed,
} from './context.ts';
import { openedMemory } from '../memory-access.ts';

const text = z.string().min(1).max(4096);

/** `memory_feedback`. */
export const feedbackRequest = z.strictObject({
  entity_name: text.optional(),
  entity_type: text.optional(),
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

export interface FeedbackAnswer extends Placed {
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
  const named = await (target === null
    ? knownNames(context, session, asked)
    : citedNames(context, target, asked));
  const rest = { ...asked, ...named };
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

const ROW_NUMBER = /^c\d{1,3}$/;

type Named = { [K in keyof Names]?: Names[K] | undefined };

interface Names {
  entity_name: string;
  entity_type: string;
}

/** Reads what the caller does not name from the cited event. Throws `not_found`. */
async function citedNames(
  context: OperationContext,
  { session, seq }: { session: string; seq: number },
  { entity_name: name, entity_type: type }: Named,
): Promise<Names> {
  const given =
    name === undefined || type === undefined ? null : { entity_name: name, entity_type: type };
  if (given !== null && !ROW_NUMBER.test(given.entity_name)) return given;
  const memory = await openedMemory(context);
  const facts = await memory.facts({ sessions: [session], seqs: [seq], limit: 10 });
  const fact = facts.find(({ entityType }) => entityType === type) ?? facts[0];
  if (fact !== undefined) return { entity_name: fact.entityName, entity_type: fact.entityType };
  if (given !== null) return given;
  throw notFound(
    'The memory has no fact from the cited event.',
    'Send entity_name and entity_type as a checkout shows them.',
  );
}

/** Throws `not_found` for a fact that the session does not have. A fact that is no longer valid is accepted. */
async function knownNames(
  context: OperationContext,
  session: string,
  { entity_name, entity_type }: Named,
): Promise<Names> {
  if (entity_name === undefined || entity_type === undefined)
    throw invalidRequest(
      'The fact is not named.',
      'Send entity_name and entity_type from a checkout, or the citation of an event.',
    );
  const memory = await openedMemory(context);
  const [known] = await memory.facts({
    sessions: [session],
    types: [entity_type],
    names: [entity_name],
    limit: 1,
    includeSuperseded: true,
  });
  if (known !== undefined) return { entity_name, entity_type };
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
