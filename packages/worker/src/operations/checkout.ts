import { isJsonObject, parseCitation, type JsonObject } from '@hookloom/core';
import type { CheckoutResponse } from '@hookloom/memory/checkout/checkout';
import { z } from 'zod';
import { toldUnavailable } from '../unavailable-events.ts';
import { memoryDeps } from './capabilities.ts';
import {
  bareHash,
  limit,
  parseRequest,
  query,
  readableSession,
  recordActivity,
  recordLook,
  seq,
  sessionId,
  type Caller,
  type OperationContext,
} from './context.ts';
import { noticeTexts } from './notices.ts';
import { recallSettings } from './recall-settings.ts';
import { resolveRefTarget } from './refs.ts';
import { workspaceFiles } from './workspace-files.ts';

/** `memory_checkout`. */
export const checkoutRequest = z.strictObject({
  query,
  session_id: sessionId,
  ref: z.string().min(1).max(256).optional(),
  replay_from_seq: seq,
  limit,
  max_recent_events: z.int().min(0).max(200).optional(),
  max_tokens: z
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .optional(),
  purpose: z
    .custom<string | JsonObject>(isPurpose, 'must be a name or an object')
    .meta({ description: 'coding, review, release, security, research, coordinate, or an object' })
    .optional(),
});

function isPurpose(value: unknown): boolean {
  return isJsonObject(value) || (typeof value === 'string' && value !== '' && value.length <= 200);
}

export type CheckoutRequest = z.input<typeof checkoutRequest>;
export type CheckoutAnswer = CheckoutResponse;

/**
 * The bounded, cited working state for a question. Records that it was returned and which events it contained. These
 * records are telemetry, and the answer never fails because of them.
 */
export async function checkout(
  context: OperationContext,
  request: CheckoutRequest,
  caller: Caller,
): Promise<CheckoutAnswer> {
  const parsed = parseRequest(checkoutRequest, request);
  const target =
    parsed.ref === undefined || parsed.session_id !== undefined
      ? null
      : await resolveRefTarget(context, parsed.ref, context.workspace.session);
  const session = await readableSession(context, {
    session_id: parsed.session_id ?? target?.session,
  });
  const { checkout: makeCheckout } = await import('@hookloom/memory/checkout/checkout');
  const answer = await makeCheckout(
    {
      ...(await memoryDeps(context)),
      clock: context.clock,
      files: workspaceFiles(context.workspace.root),
      resolveRef: (name, from) => resolveRefTarget(context, name, from),
    },
    {
      query: parsed.query,
      session,
      ref: parsed.ref,
      replayFromSeq: parsed.replay_from_seq,
      limit: parsed.limit,
      maxRecentEvents: parsed.max_recent_events,
      maxTokens: parsed.max_tokens,
      purpose: parsed.purpose,
      settings: recallSettings(context.env),
      notices: noticeTexts(context, session),
    },
  );
  await recordCheckout(context, session, answer, caller).catch(() => {});
  if (answer.unavailable !== undefined) toldUnavailable();
  return answer;
}

async function recordCheckout(
  context: OperationContext,
  session: string,
  answer: CheckoutAnswer,
  caller: Caller,
): Promise<void> {
  const done = await recordLook(
    context,
    { session, type: 'memory.checkout.completed', payload: completedPayload(answer) },
    caller,
  );
  if (done === null) return;
  context.recordMemoryUse(session, 'checkout', done.seq);
  const targets = await surfacedTargets(context, session, answer);
  if (targets.length === 0) return;
  const payload = {
    kind: 'surfaced',
    targets,
    source: { checkout_id: done.id },
    authority_status: 'non_authoritative',
  };
  const type = 'memory.reinforcement';
  await recordActivity(context, { session, type, payload, causedBy: [done.id] }, caller);
}

function completedPayload(answer: CheckoutAnswer): JsonObject {
  const { diagnostics, quality, token_efficiency } = answer;
  return {
    query: answer.query,
    session_id: answer.session_id,
    current_fact_count: diagnostics['current_fact_count'] ?? 0,
    citation_count: diagnostics['citation_count'] ?? 0,
    answerability: quality.answerability,
    confidence: quality.confidence,
    recall_status: recallStatus(diagnostics),
    prompt_tokens: token_efficiency.prompt_tokens,
  };
}

function recallStatus({ recall }: JsonObject): string {
  return isJsonObject(recall) && typeof recall['status'] === 'string' ? recall['status'] : '';
}

/** The cited events of this session that the log really contains, each once. */
async function surfacedTargets(
  { store }: OperationContext,
  session: string,
  { current_facts, evidence }: CheckoutAnswer,
): Promise<JsonObject[]> {
  const own = `eventloom://${session}/`;
  const citations = [...current_facts, ...evidence].flatMap(({ citation }) =>
    citation?.startsWith(own) === true ? [parseCitation(citation)] : [],
  );
  const checked = await store.check(
    session,
    citations.map(({ seq }) => seq),
  );
  const targets = new Map<number, JsonObject>();
  for (const { seq, hashPrefix } of citations) {
    const found = checked.get(seq);
    const hash = found?.state === 'held' ? bareHash(found.event.hash) : '';
    if (hash.startsWith(hashPrefix)) targets.set(seq, { seq, hash });
  }
  return [...targets.values()];
}
