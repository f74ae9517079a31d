/**
 * Runs the planned handlers: groups in declared order, the handlers of a group in parallel, with chained rewrites. Then
 * how hooks failed, and the consequences.
 */
import type { HookEvent, HookEventType, HookResponse } from '@hookloom/core/hook';
import { DIALECTS } from '../dialects/index.ts';
import type { Handler } from './handler.ts';
import type { Interpreted, RawOutcome } from './outcome.ts';

/** One handler's run, interpreted. */
export interface HandlerRun {
  handler: Handler;
  type: HookEventType;
  interpreted: Interpreted;
  durationMs: number;
}

/** Starts a handler and returns its outcome. Never rejects. */
export type Execute = (handler: Handler, event: HookEvent) => Promise<RawOutcome | 'detached'>;

export interface RunRequest {
  event: HookEvent;
  type: HookEventType;
  /** The handlers that fire, in declared order. */
  handlers: readonly Handler[];
  execute: Execute;
  /** Names of files of a critical hook that were replaced while it ran. */
  replacedFiles?: (handler: Handler) => readonly string[];
  /** The location of a handler's definition, for messages. Default: its file. */
  placeOf?: (handler: Handler) => string;
}

/** Events whose input or output a handler may change. The next group must see the change. */
const CHAINED: ReadonlySet<HookEventType> = new Set([
  'before_tool',
  'permission_request',
  'after_tool',
  'before_model',
  'after_model',
]);

/** @returns The runs in declared order, and the event after the last group */
export async function run(request: RunRequest): Promise<{ runs: HandlerRun[]; event: HookEvent }> {
  const runs: HandlerRun[] = [];
  let { event } = request;
  for (const group of groupsOf(request)) {
    const before = event;
    const finished = await Promise.all(group.map((handler) => runOne(handler, before, request)));
    runs.push(...finished);
    for (const { interpreted } of finished) event = rewritten(event, interpreted.response);
  }
  return { runs, event };
}

/**
 * Handlers that start in parallel. One `sequential` handler makes all handlers of its language run one after the other.
 */
function groupsOf({ handlers, type }: RunRequest): Handler[][] {
  const waiting = new Set(
    handlers.filter((handler) => handler.sequential).map((handler) => handler.dialect),
  );
  const groups: { key: string; members: Handler[] }[] = [];
  handlers.forEach((handler, at) => {
    const { file, group } = handler.source;
    const key = waiting.has(handler.dialect)
      ? `one:${at}`
      : CHAINED.has(type)
        ? `${file.dialect}\n${file.path}\n${group}`
        : 'all';
    const last = groups.at(-1);
    if (last !== undefined && last.key === key) last.members.push(handler);
    else groups.push({ key, members: [handler] });
  });
  return groups.map(({ members }) => members);
}

async function runOne(
  handler: Handler,
  event: HookEvent,
  request: RunRequest,
): Promise<HandlerRun> {
  const { type, execute } = request;
  const outcome = await execute(handler, event);
  if (outcome === 'detached') {
    const interpreted: Interpreted = {
      reason: 'detached',
      response: { decision: 'none' },
      notes: [],
    };
    return { handler, type, interpreted, durationMs: 0 };
  }
  const read = DIALECTS[handler.dialect]().interpret(outcome, handler, {
    ...event,
    event_type: type,
  });
  const replaced = handler.critical ? (request.replacedFiles?.(handler) ?? []) : [];
  const failure = failureOf(outcome, read) ?? replacedFailure(replaced);
  const place = request.placeOf?.(handler) ?? handler.source.file.path;
  const told = failure === null ? read : afterFailure(read, failure, handler, { type, place });
  const interpreted = handler.async ? { ...told, response: lateAnswer(told.response) } : told;
  return { handler, type, interpreted, durationMs: outcome.durationMs };
}

/** A background handler decides too late, so only its texts count. */
export function lateAnswer({ context, system_message }: HookResponse): HookResponse {
  return {
    decision: 'none',
    ...(context === undefined ? {} : { context }),
    ...(system_message === undefined ? {} : { system_message }),
  };
}

/** The event as the next group sees it. */
export function rewritten(event: HookEvent, response: HookResponse): HookEvent {
  const { modify_args, updated_output } = response;
  if (event.tool === null || (modify_args === undefined && updated_output === undefined))
    return event;
  const tool = { ...event.tool };
  if (modify_args !== undefined) tool.input = modify_args;
  if (updated_output !== undefined) tool.response = updated_output;
  return { ...event, tool };
}

/** Events where a deny prevents something. */
export const DENIABLE: ReadonlySet<HookEventType> = new Set([
  'before_tool',
  'permission_request',
  'before_agent',
  'prompt_expansion',
  'before_model',
  'pre_compact',
  'config_change',
  'model_switch_before',
  'task_created',
  'task_completed',
]);

/** Reasons that mean a hook has not answered, in every language. */
const FAILURES: ReadonlySet<Interpreted['reason']> = new Set([
  'timed_out',
  'killed',
  'not_started',
  'unreadable',
  'http_error',
  'warned_by_exit',
]);

/**
 * Why a hook failed, as the end of a sentence; null: it succeeded.
 *
 * @example failureOf(exitedWith(127, 'sh: ./check.sh: not found'), read)
 * // → 'its program was not found (exit 127: sh: ./check.sh: not found)'
 */
export function failureOf(outcome: RawOutcome, { reason, invalid }: Interpreted): string | null {
  if (outcome.truncated) return 'its output was too long and was cut';
  if (outcome.kind === 'http') {
    if (reason === 'unreadable') return 'its endpoint gave an answer that cannot be read';
    const { error, status } = outcome;
    const isGood = error === null && status !== null && status >= 200 && status <= 299;
    return isGood && !FAILURES.has(reason)
      ? null
      : `its endpoint failed (${error ?? status ?? 'no answer'})`;
  }
  const { exitCode, signal, timedOut, startError, stderr } = outcome;
  if (startError === 'EACCES') return 'its program is not executable (EACCES); run chmod +x on it';
  if (startError !== null) return `it could not be started (${startError})`;
  if (timedOut) return 'it ran into its timeout';
  if (signal !== null || exitCode === null) return `it was ended by ${signal ?? 'a signal'}`;
  const said = firstLine(stderr);
  const exit = `exit ${exitCode}${said === '' ? '' : `: ${said}`}`;
  if (exitCode === 127) return `its program was not found (${exit})`;
  if (exitCode === 126) return `its program could not be executed (${exit})`;
  if (reason === 'unreadable') return invalid ?? 'it printed an answer that cannot be read';
  return FAILURES.has(reason) ? `it failed (${exit})` : null;
}

/**
 * Files that change during a run may have been executed in another version than the reviewed one.
 *
 * @example replacedFailure(['.hookloom/check.sh'])
 * // → '.hookloom/check.sh was replaced while the hook ran'
 */
export function replacedFailure(files: readonly string[]): string | null {
  return files.length === 0 ? null : `${files.join(', ')} was replaced while the hook ran`;
}

/**
 * A critical hook that failed refuses the call; any other leaves a warning for the user. A refusal that it had already
 * returned stays.
 */
export function afterFailure(
  read: Interpreted,
  failure: string,
  { critical }: Pick<Handler, 'critical'>,
  { type, place }: { type: HookEventType; place: string },
): Interpreted {
  const { response } = read;
  if (response.decision === 'deny') return read;
  const refuses = critical && DENIABLE.has(type);
  const kind = critical ? 'critical hook' : 'hook';
  const reason = `${refuses ? 'Refused: a' : 'A'} ${kind} did not do its work (${place}): ${failure}.`;
  const before = response.system_message;
  const isTold = !critical && before !== undefined;
  const system_message = isTold
    ? before
    : [before, reason].filter((text) => text !== undefined).join('\n');
  return {
    ...read,
    response: refuses
      ? { ...response, decision: 'deny', reason, system_message }
      : { ...response, system_message },
  };
}

/** The line that names the error, if an interpreter printed one with its stack. */
function firstLine(text: string): string {
  const lines = text.trim().split('\n');
  const line = lines.find((one) => /^(?:[\w.]*Error|[\w.]*Exception)\b/.test(one)) ?? lines[0]!;
  // Messages must not contain control characters.
  const plain = line.replaceAll(/\p{Cc}/gu, ' ').trim();
  return plain.length > 160 ? `${plain.slice(0, 159)}…` : plain;
}
