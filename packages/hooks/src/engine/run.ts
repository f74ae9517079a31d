/** Runs the planned handlers: groups in declared order, the handlers of a group in parallel, with chained rewrites. */
import type { HookEvent, HookEventType, HookResponse } from '@hookloom/core/hook';
import { DIALECTS } from '../dialects/index.ts';
import { afterFailure, failureOf, replacedFailure } from './failed-run.ts';
import type { Handler } from './handler.ts';
import type { Interpreted, RawOutcome } from './outcome.ts';

export interface HandlerRun {
  handler: Handler;
  type: HookEventType;
  interpreted: Interpreted;
  /** Why it did not do its work, as the end of a sentence; null: it did. */
  failure: string | null;
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
    return { handler, type, interpreted, failure: null, durationMs: 0 };
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
  return { handler, type, interpreted, failure, durationMs: outcome.durationMs };
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
