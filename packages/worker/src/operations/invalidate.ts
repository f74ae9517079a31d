import { invalidRequest, renderCitation, type JsonObject } from '@hookloom/core';
import { z } from 'zod';
import {
  operation,
  readableSession,
  recordOperation,
  recordReinforcement,
  sessionId,
  type Recorded,
} from './context.ts';
import { causeOf, currentFact } from './find-fact.ts';

const text = z.string().min(1).max(4096);
const INSTANT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

/** `memory_invalidate`. */
export const invalidateRequest = z.strictObject({
  entity_name: text,
  entity_type: text,
  invalid_at: z.string().max(64).regex(INSTANT, 'must be an ISO 8601 instant with an offset'),
  reason: z.string().min(1).max(1000).optional(),
  session_id: sessionId,
});
export type InvalidateRequest = z.input<typeof invalidateRequest>;

export interface InvalidateAnswer extends Recorded {
  status: 'invalidated';
  /** The event that had asserted it. */
  invalidated: string;
  valid_from: string;
  valid_to: string;
}

/**
 * Ends the validity of a fact without a replacement. Its history stays. Throws `not_found` for a missing fact,
 * `conflict` for one that has ended, `invalid_request` for an end before its beginning.
 */
export const invalidate = operation(invalidateRequest, async (context, request, caller) => {
  const { session_id, entity_name, entity_type, invalid_at, reason } = request;
  const session = await readableSession(context, { session_id });
  const fact = await currentFact(context, { session, entity_name, entity_type });
  const ms = Date.parse(invalid_at);
  if (Number.isNaN(ms) || ms < Date.parse(fact.validFrom))
    throw invalidRequest(
      `invalid_at is before ${fact.validFrom}, the start of the fact.`,
      'Give a later time; to delete the fact, use memory_forget.',
    );
  const valid_to = new Date(ms).toISOString();
  const payload: JsonObject = { entity_name, entity_type, invalid_at: valid_to };
  if (reason !== undefined) payload['reason'] = reason;
  const event = { type: 'fact.invalidated', payload, causedBy: causeOf(fact) };
  const { id, ...recorded } = await recordOperation(context, session, event, caller);
  const marked = { kind: 'invalidated', target: fact, source: { invalidation_id: id }, cause: id };
  await recordReinforcement(context, session, marked, caller);
  return {
    status: 'invalidated' as const,
    ...recorded,
    invalidated: renderCitation(session, fact.seq, fact.hash),
    valid_from: fact.validFrom,
    valid_to,
  };
});
