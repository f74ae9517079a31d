import { renderCitation, type JsonObject } from '@hookloom/core';
import { z } from 'zod';
import {
  actorOf,
  bareHash,
  operation,
  readableSession,
  recordOperation,
  sessionId,
} from './context.ts';
import { causeOf, currentFact } from './find-fact.ts';
import { assertNotForgotten } from './forgotten-gate.ts';
import { factText, type SavedAnswer } from './remember.ts';

const text = z.string().min(1).max(4096);

/** `memory_correct`: replaces the content of a fact. */
export const correctRequest = z.strictObject({
  text: factText,
  citation: z.string().max(300).optional(),
  entity_name: text.optional(),
  entity_type: text.optional(),
  reason: z.string().min(1).max(1000).optional(),
  actor: z.string().min(1).max(512).optional(),
  session_id: sessionId,
});
export type CorrectRequest = z.input<typeof correctRequest>;

export interface CorrectAnswer extends SavedAnswer {
  status: 'corrected' | 'unchanged';
  /** The version that is no longer valid. */
  superseded: { citation: string; content: string };
}

/** Fields that a new version inherits. */
const KEPT = ['kind', 'subject', 'tags', 'pinned'] as const;

/**
 * Replaces a fact by a new version. The older version stays and still answers questions about the past. Throws
 * `not_found` for a missing fact, and `conflict` for one that is no longer valid or for a forgotten text.
 */
export const correct = operation(correctRequest, async (context, request, caller) => {
  const { session_id, ...asked } = request;
  const { citation, entity_name, entity_type, reason } = asked;
  const named = await readableSession(context, { session_id });
  const old = await currentFact(context, { session: named, citation, entity_name, entity_type });
  const said = asked.text.trim();
  await assertNotForgotten(context, said, reason);
  const { session } = old;
  const before = renderCitation(session, old.seq, old.hash);
  const fact = { entity_name: old.entityName, entity_type: old.entityType, session_id: session };
  const superseded = { citation: before, content: old.content };
  if (old.content === said) {
    const { seq, hash } = old;
    const same = { seq, hash: bareHash(hash), citation: before };
    return { status: 'unchanged' as const, ...same, ...fact, superseded };
  }
  const payload: JsonObject = {
    entity_name: old.entityName,
    entity_type: old.entityType,
    text: said,
    corrects: before,
    ...(reason !== undefined && { reason }),
  };
  for (const key of KEPT) {
    const value = old.properties[key];
    if (value !== undefined) payload[key] = value;
  }
  const {
    seq,
    hash,
    citation: at,
  } = await recordOperation(
    context,
    session,
    {
      type: 'memory.corrected',
      actorId: asked.actor ?? actorOf(caller),
      payload,
      causedBy: causeOf(old),
    },
    caller,
  );
  return { status: 'corrected' as const, seq, hash, citation: at, ...fact, superseded };
});
