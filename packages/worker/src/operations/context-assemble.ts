import type { ContextRequest, ContextResponse } from '@hookloom/memory/checkout';
import { z } from 'zod';
import type { JsonObject } from '@hookloom/core';
import { dropUnavailable } from '../unavailable-events.ts';
import { memoryDeps } from '../memory-access.ts';
import {
  limit,
  operation,
  readOperation,
  query,
  readableSession,
  seq,
  sessionId,
  type OperationContext,
} from './context.ts';
import { workspaceFiles } from './workspace-files.ts';
import { assertPayload } from './append.ts';
import { entryPointOrigin } from './entry-point.ts';

const maxRecentEvents = z.int().min(0).max(200).optional();
const maxTokens = z
  .int()
  .min(0)
  .max(2 ** 31 - 1)
  .optional();

/** `context_assemble`: a checkout without a ref and a purpose. */
export const contextAssembleRequest = z.strictObject({
  query,
  session_id: sessionId,
  replay_from_seq: seq,
  limit,
  max_recent_events: maxRecentEvents,
  max_tokens: maxTokens,
});
export type ContextAnswer = ContextResponse;

/** Recent replay and ranked retrieval, combined for a prompt. Appends nothing. */
export const contextAssemble = readOperation(contextAssembleRequest, async (context, parsed) => {
  const session = await readableSession(context, parsed);
  return assembleFor(context, {
    query: parsed.query,
    session,
    replayFromSeq: parsed.replay_from_seq,
    limit: parsed.limit,
    maxRecentEvents: parsed.max_recent_events,
    maxTokens: parsed.max_tokens,
  });
});

/** The bundle of a session that the caller may read. */
export async function assembleFor(
  context: OperationContext,
  request: ContextRequest,
): Promise<ContextAnswer> {
  const { assembleContext } = await import('@hookloom/memory/checkout');
  const answer = await assembleContext(
    {
      ...(await memoryDeps(context)),
      clock: context.clock,
      files: workspaceFiles(context.workspace.root),
    },
    request,
  );
  if (answer.unavailable !== undefined) dropUnavailable();
  return answer;
}

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

/** The longest text to search for. */
const QUERY_CHARS = 4096;

/**
 * Appends the turn, then assembles the context for the next model call. The search results exclude the turn. The
 * channel is the caller's own, because a person's words come through the caller that reports them.
 */
export const contextAfterTurn = operation(
  contextAfterTurnRequest,
  async (context, parsed, caller): Promise<ContextAnswer> => {
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
      query: parsed.query ?? content.trim().slice(0, QUERY_CHARS).toWellFormed(),
      session,
      limit: parsed.limit,
      maxRecentEvents: parsed.max_recent_events,
      maxTokens: parsed.max_tokens,
      without: { session, fromSeq: turn!.seq },
    });
  },
);
