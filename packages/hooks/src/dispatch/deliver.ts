/**
 * One delivery of a client's event, around the engine's work on a single call: a duplicate event runs its hooks once, a
 * patch of several files is one call per file, and the end of a failed call is a failure.
 */
import type { HookEvent, HookResponse, Loss, Rendered } from '@hookloom/core/hook';
import { callsOf } from '../clients/codex/patch-calls.ts';
import { handleOnce } from '../once/handle-once.ts';
import { hookDepth } from '../process/environment.ts';
import { lastContinuation, sessionDir } from '../state/state-dir.ts';
import type { DispatchRequest } from '../engine/dispatch-request.ts';
import type { Dispatched } from '../engine/dispatched.ts';
import { merge } from '../engine/merge.ts';

/** The maximum number of calls of one patch that run at once. */
const AT_ONCE = 4;
const CANNOT_REWRITE: Loss = {
  field: 'modify_args',
  survival: 'lost',
  note: 'A rewrite of one file cannot be put back into a patch of several.',
};

/** @param handle The engine's work on one call. */
export async function deliver(
  request: DispatchRequest,
  handle: (request: DispatchRequest) => Promise<Dispatched>,
): Promise<Dispatched> {
  const { client, delivery, projectDir, stateDir } = request;
  const event = client.asItEnded?.(request.event) ?? request.event;
  const run = (): Promise<Dispatched> => handleCalls({ ...request, event }, handle);
  // A hook that fires its own event would otherwise wait for its own end.
  const isOwnDoing = hookDepth(request.env) > 0;
  if (delivery === undefined || request.dryRun === true || isOwnDoing) return run();
  const state = sessionDir(stateDir, client.name, projectDir, event.session_id);
  if (isContinuation(event, state)) return silent(request);
  return handleOnce({
    sessionDir: state,
    event,
    identity: client.identify?.(event),
    delivery,
    run,
    keep: ({ response, rendered, askFallback }) => ({
      response,
      rendered: { ...rendered, losses: [] },
      native: event.native_event,
      client: client.name,
      askFallback,
    }),
    take: (kept) => again(kept as Kept, request),
  });
}

interface Kept {
  response: HookResponse;
  rendered: Rendered;
  native: string;
  client: string;
  askFallback: 'deny' | 'none';
}

/** The same answer, in the format of this delivery. */
function again(
  { response, rendered, native, client: teller, askFallback }: Kept,
  { client, event }: DispatchRequest,
): Dispatched {
  const isSame = native === event.native_event && teller === client.name;
  const words = isSame ? rendered : client.render(response, event, { askFallback });
  return { ...nothing(askFallback), response, rendered: { ...words, losses: [] } };
}

/** If a client sends a stop hook's text as the next prompt, no hook runs for it; Claude Code does the same. */
function isContinuation({ event_type: type, prompt }: HookEvent, state: string): boolean {
  return type === 'before_agent' && prompt !== null && prompt === lastContinuation(state);
}

function silent({ client, event }: DispatchRequest): Dispatched {
  const response: HookResponse = { decision: 'none' };
  return { ...nothing('deny'), response, rendered: client.render(response, event) };
}

function nothing(
  askFallback: Dispatched['askFallback'],
): Omit<Dispatched, 'response' | 'rendered'> {
  const trace = { decided_by: [], rewritten_by: [], rewrites_discarded: false };
  const none = { planned: [], runs: [], losses: [], problems: [], reports: [], refusals: [] };
  return { ...none, trace, askFallback };
}

/** A deny of one file denies the patch: the hooks are not called for the files after it. */
async function handleCalls(
  request: DispatchRequest,
  handle: (request: DispatchRequest) => Promise<Dispatched>,
): Promise<Dispatched> {
  const isPatch = request.event.tool?.native_name === 'apply_patch';
  const calls = isPatch ? callsOf(request.event) : [request.event];
  if (calls.length === 1) return handle(request);
  const results: Dispatched[] = [];
  while (results.length < calls.length && !results.some(isDenied)) {
    const next = calls.slice(results.length, results.length + AT_ONCE);
    results.push(...(await Promise.all(next.map((event) => handle({ ...request, event })))));
  }
  return together(request, results);
}

function isDenied({ response }: Dispatched): boolean {
  return response.decision === 'deny';
}

function together({ client, event }: DispatchRequest, results: Dispatched[]): Dispatched {
  const { askFallback } = results[0]!;
  const rewrites = results.filter(({ response }) => response.modify_args !== undefined);
  const answers = new Map(
    results.map((result) => {
      const { ...answer } = result.response;
      delete answer.modify_args;
      return [JSON.stringify(answer), answer];
    }),
  );
  const { response, trace } = merge([...answers.values()]);
  const rendered = client.render(response, event, { askFallback });
  return {
    ...results[0]!,
    response,
    rendered: {
      ...rendered,
      losses: rewrites.length === 0 ? rendered.losses : [...rendered.losses, CANNOT_REWRITE],
    },
    planned: results.flatMap(({ planned }) => planned),
    runs: results.flatMap(({ runs }) => runs),
    losses: results.flatMap(({ losses }) => losses),
    trace,
    reports: results.flatMap(({ reports }) => reports),
    refusals: results.flatMap(({ refusals }) => refusals),
  };
}
