import type { JsonObject } from '@hookloom/core';
import { z } from 'zod';
import { assertPayload } from './append.ts';
import { assembleFor, maxRecentEvents, maxTokens, type ContextAnswer } from './context-assemble.ts';
import {
  limit,
  parseRequest,
  query,
  readableSession,
  sessionId,
  type Caller,
  type OperationContext,
} from './context.ts';
import { entryPointOrigin } from './entry-point.ts';

/** `context_after_turn`. `query` defaults to the content. */
export const contextAfterTurnRequest = z.strictObject({
  role: z.string().min(1).max(512),
  content: z
    .string()
    .min(1)
    .refine((text) => text.trim() !== '', 'must contain more than white space'),
  session_id: sessionId,
  query: query.optional(),
  source: z.string().min(1).max(512).optional(),
  limit,
  max_recent_events: maxRecentEvents,
  max_tokens: maxTokens,
});
export type ContextAfterTurnRequest = z.input<typeof contextAfterTurnRequest>;

/** The longest text to search for. */
const QUERY_CHARS = 4096;

/**
 * Appends the turn, then assembles the context for the next model call. The search results exclude the turn. The
 * channel is the caller's own, because a person's words come through the caller that reports them.
 */
export async function contextAfterTurn(
  context: OperationContext,
  request: ContextAfterTurnRequest,
  caller: Caller,
): Promise<ContextAnswer> {
  const parsed = parseRequest(contextAfterTurnRequest, request);
  const session = await readableSession(context, parsed);
  const { role, content, source = 'mcp' } = parsed;
  const payload: JsonObject = { role, content, source };
  assertPayload(payload);
  const [turn] = await context.store.append(
    session,
    [
      {
        type: 'transcript.turn',
        actorId: role,
        payload,
        origin: entryPointOrigin(caller, 'context_after_turn'),
      },
    ],
    { durability: 'fsync' },
  );
  return assembleFor(context, {
    query: parsed.query ?? firstOf(content),
    session,
    limit: parsed.limit,
    maxRecentEvents: parsed.max_recent_events,
    maxTokens: parsed.max_tokens,
    without: { session, fromSeq: turn!.seq },
  });
}

function firstOf(content: string): string {
  return content.trim().slice(0, QUERY_CHARS).toWellFormed();
}
