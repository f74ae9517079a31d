import type { ContextRequest, ContextResponse } from '@hookloom/memory/checkout';
import { z } from 'zod';
import { dropUnavailable } from '../unavailable-events.ts';
import { memoryDeps } from './capabilities.ts';
import {
  limit,
  parseRequest,
  query,
  readableSession,
  seq,
  sessionId,
  type OperationContext,
} from './context.ts';
import { workspaceFiles } from './workspace-files.ts';

export const maxRecentEvents = z.int().min(0).max(200).optional();
export const maxTokens = z
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
export type ContextAssembleRequest = z.input<typeof contextAssembleRequest>;
export type ContextAnswer = ContextResponse;

/** Recent replay and ranked retrieval, combined for a prompt. Appends nothing. */
export async function contextAssemble(
  context: OperationContext,
  request: ContextAssembleRequest,
): Promise<ContextAnswer> {
  const parsed = parseRequest(contextAssembleRequest, request);
  const session = await readableSession(context, parsed);
  return assembleFor(context, {
    query: parsed.query,
    session,
    replayFromSeq: parsed.replay_from_seq,
    limit: parsed.limit,
    maxRecentEvents: parsed.max_recent_events,
    maxTokens: parsed.max_tokens,
  });
}

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
