import { boundSession } from '../call-scope.ts';
import {
  isJsonObject,
  parseCitation,
  type JsonObject,
  defined,
  invalidRequest,
} from '@hookloom/core';
import type { EventStore } from '@hookloom/core/events';
import {
  checkedOnce,
  type CheckoutAnswer,
  type CheckoutAnswerTo,
  RETENTION_POLICIES,
  SCORING_PROFILE_NAMES,
  type RecallSettings,
  type WorkspaceFiles,
} from '@hookloom/memory/checkout';
import { z } from 'zod';
import { dropUnavailable } from '../unavailable-events.ts';
import { memoryDeps } from '../memory-access.ts';
import {
  also,
  bareHash,
  limit,
  parseRequest,
  query,
  readableSession,
  recordActivity,
  recordRead,
  seq,
  sessionId,
  type Caller,
  type OperationContext,
} from './context.ts';
import { noticeTexts, sessionsOf } from './notices.ts';
import { resolveRefTarget } from './refs.ts';
import { workspaceFiles } from './workspace-files.ts';

/** `memory_checkout`. */
export const checkoutRequest = z.strictObject({
  query,
  also,
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
  detail: z.enum(['lean', 'full']).optional(),
  format: z.enum(['json', 'prompt']).optional(),
});

function isPurpose(value: unknown): boolean {
  return isJsonObject(value) || (typeof value === 'string' && value !== '' && value.length <= 200);
}

export type CheckoutRequest = z.input<typeof checkoutRequest>;
export type FullCheckout = CheckoutAnswerTo<{ detail: 'full' }>;
export type ShortCheckout = CheckoutAnswerTo<{ query: string }>;
/**
 * The bounded, cited working state for a question. Records that it was returned and which events it contained. These
 * records are telemetry, so the answer never fails because of them.
 */
export async function checkout<R extends CheckoutRequest>(
  context: OperationContext,
  request: R,
  caller: Caller,
): Promise<CheckoutAnswerTo<R>> {
  const parsed = parseRequest(checkoutRequest, request);
  const target =
    parsed.ref === undefined || parsed.session_id !== undefined
      ? null
      : await resolveRefTarget(context, parsed.ref, boundSession() ?? context.workspace.session);
  const session = await readableSession(context, {
    session_id: parsed.session_id ?? target?.session,
  });
  // The record names events that the answer has just verified.
  const store = checkedOnce(context.store);
  const deps = { ...(await checkoutDeps(context)), store };
  const asked = {
    query: parsed.query,
    also: parsed.also,
    session,
    sessions: sessionsOf(context, session).slice(1),
    ref: parsed.ref,
    replayFromSeq: parsed.replay_from_seq,
    limit: parsed.limit,
    maxRecentEvents: parsed.max_recent_events,
    maxTokens: parsed.max_tokens,
    purpose: parsed.purpose,
    settings: recallSettings(context.env),
    notices: noticeTexts(context, session),
  };
  const { leanCheckout, checkout: fullCheckout } = await import('@hookloom/memory/checkout');
  const answer: CheckoutAnswer =
    parsed.detail === 'full'
      ? await fullCheckout(deps, asked)
      : await leanCheckout(deps, { ...asked, format: parsed.format });
  const looked = { session, query: parsed.query, store };
  await recordCheckout(context, looked, answer, caller).catch(() => {});
  if (answer.unavailable !== undefined) dropUnavailable();
  return answer as CheckoutAnswerTo<R>;
}

/** What a checkout reads: the memory, the clock, and the files and refs of the workspace. */
export async function checkoutDeps(context: OperationContext) {
  let files: WorkspaceFiles | undefined;
  return {
    ...(await memoryDeps(context)),
    clock: context.clock,
    files: {
      read: (name: string) => (files ??= workspaceFiles(context.workspace.root)).read(name),
    },
    resolveRef: (name: string, from: string) => resolveRefTarget(context, name, from),
  };
}

async function recordCheckout(
  context: OperationContext,
  { session, query, store }: { session: string; query: string; store: Pick<EventStore, 'check'> },
  answer: CheckoutAnswer,
  caller: Caller,
): Promise<void> {
  // Predictions about this checkout must be recorded before it.
  await context.later.flush();
  const done = await recordRead(
    context,
    { session, type: 'memory.checkout.completed', payload: completedPayload(query, answer) },
    caller,
  );
  if (done === null) return;
  context.recordMemoryUse(session, 'checkout', done.seq);
  const targets = await surfacedTargets(store, session, answer);
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

function completedPayload(query: string, answer: CheckoutAnswer): JsonObject {
  const { diagnostics, quality, session_id } = answer;
  return {
    query,
    session_id,
    current_fact_count: diagnostics['current_fact_count'] ?? 0,
    citation_count: diagnostics['citation_count'] ?? 0,
    answerability: quality.answerability,
    confidence: quality.confidence,
    recall_status: recallStatus(diagnostics),
    prompt_tokens:
      'token_efficiency' in answer
        ? answer.token_efficiency.prompt_tokens
        : (diagnostics['budget_used'] ?? 0),
  };
}

function recallStatus({ recall }: JsonObject): string {
  return isJsonObject(recall) && typeof recall['status'] === 'string' ? recall['status'] : '';
}

/** The cited events of this session that are in the log, without duplicates. */
async function surfacedTargets(
  store: Pick<EventStore, 'check'>,
  session: string,
  answer: CheckoutAnswer,
): Promise<JsonObject[]> {
  const own = `eventloom://${session}/`;
  const citations = citationsOf(answer).flatMap((citation) =>
    citation.startsWith(own) ? [parseCitation(citation)] : [],
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

/** A numbered line of a prompt ends with its citation. Recorded text cannot contain a citation. */
const NUMBERED = /^c\d+ .*\((eventloom:\/\/[^)]+)\)/gm;

function citationsOf(answer: CheckoutAnswer): string[] {
  const rows = [...answer.current_facts, ...answer.evidence];
  const cited = rows.flatMap((row) => ('citation' in row && row.citation) || []);
  if (cited.length > 0 || !('prompt' in answer)) return cited;
  return [...answer.prompt.matchAll(NUMBERED)].map(([, citation]) => citation!);
}

/** `cognitive` is the default; `local_fast` and `local_sota` rank without salience. */
const RETRIEVAL_PROFILES = ['cognitive', 'local_fast', 'local_sota', 'custom'] as const;

/**
 * How this workspace recalls, from its environment. An unknown value is an error, never a silent default.
 *
 * @example recallSettings({ RETENTION_POLICY: 'decay' }).retention === 'decay'
 */
export function recallSettings(env: Record<string, string | undefined>): RecallSettings {
  const scoring = known(env, 'QUERY_SCORING_PROFILE', SCORING_PROFILE_NAMES);
  const retention = known(env, 'RETENTION_POLICY', RETENTION_POLICIES);
  const retrieval = known(env, 'RETRIEVAL_PROFILE', RETRIEVAL_PROFILES);
  return {
    ...defined({ scoring, retention }),
    ...(retrieval !== undefined && { salience: ['cognitive', 'custom'].includes(retrieval) }),
  };
}

function known<T extends string>(
  env: Record<string, string | undefined>,
  name: string,
  words: readonly T[],
): T | undefined {
  const value = env[name];
  if (value === undefined || value === '') return undefined;
  const word = words.find((each) => each === value.trim().toLowerCase());
  if (word !== undefined) return word;
  throw invalidRequest(
    `${name} has an unknown value.`,
    `Set it to one of ${words.join(', ')}, or remove it.`,
  );
}
