/** Parses one payload, runs the hook and renders its answer for the client. */
import type { HookEvent, HookEventType, HookResponse, Loss } from '@hookloom/core/hook';
import { type JsonObject, parseJsonObject } from '@hookloom/core';
import { defineHook, type Hook, type HookHandlers } from './define-hook.ts';
import { detectDialect } from './detect-dialect.ts';
import { type DialectName, loadDialect } from './dialects.ts';

export interface RespondOptions {
  /** The dialect of the payload. Default: detected by its fields. */
  client?: DialectName;
  /**
   * What to do if the hook fails (a handler throws, takes too long, or the payload cannot be read): `true` refuses the
   * tool call, the permission or the prompt, `false` (default) lets it continue.
   */
  failClosed?: boolean;
  /** The replacement for an `ask` that the client cannot show to a person. Default: `deny`. */
  askFallback?: 'deny' | 'none';
  /** Milliseconds that a handler may take; after that the hook has failed. Default: 30,000. */
  timeoutMs?: number;
}

/** What to return to the client, and how it was determined. */
export interface HookAnswer {
  stdout: string;
  stderr: string;
  /** Exit status: 0 unless the client reads the decision from the status. */
  exit: number;
  client: DialectName;
  /** Null: the payload could not be read. */
  event: HookEvent | null;
  response: HookResponse;
  /** Parts of the response that this client cannot express, and the replacement for each. */
  losses: Loss[];
  /** Why the hook failed; null if it did not. */
  failure: string | null;
}

const TIMEOUT_MS = 30_000;

/** Events that a guard can refuse. A failed hook does not keep an agent from stopping. */
const GUARDED: ReadonlySet<HookEventType> = new Set([
  'before_tool',
  'permission_request',
  'before_agent',
]);

/**
 * Answers one payload without touching standard input or output: for tests and for servers. Never rejects.
 *
 * @param payload The client's JSON, as text or parsed.
 * @example
 * const { stdout } = await respond(guard, '{"hook_event_name":"PreToolUse","tool_name":"Bash",…}');
 * // → '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny",…}}'
 */
export async function respond(
  hook: Hook | HookHandlers,
  payload: string | JsonObject,
  options: RespondOptions = {},
): Promise<HookAnswer> {
  const { failClosed = false } = options;
  const read = readPayload(payload);
  if (read === null) return unread(options.client ?? 'claude-code', failClosed);
  const client = options.client ?? detectDialect(read.object);
  const words = await loadDialect(client);
  const event = words.parse(read.object, { nowMs: Date.now(), raw: read.raw });
  const { response, failure } = await ask(hook, event, options.timeoutMs ?? TIMEOUT_MS);
  const isRefused = failure !== null && failClosed && isGuarded(event);
  const said: HookResponse = isRefused
    ? { decision: 'deny', reason: `A hook that must answer failed: ${failure}` }
    : response;
  const { askFallback } = options;
  const rendered = words.render(said, event, askFallback === undefined ? {} : { askFallback });
  const told = failure === null || isRefused ? rendered : failedOpen(client, failure, rendered);
  return { ...told, client, event, response: said, losses: rendered.losses, failure };
}

type Outputs = Pick<HookAnswer, 'stdout' | 'stderr' | 'exit'>;

/** The engine knows whether a hook is `critical`, and the exit status tells it that this one failed. */
function failedOpen(client: DialectName, failure: string, { stdout, exit }: Outputs): Outputs {
  const stderr = `The hook failed: ${failure}`;
  return { stdout, stderr, exit: client === 'hookloom' ? 1 : exit };
}

/** Exit status 2 refuses under every client that has exit statuses. */
function unread(client: DialectName, failClosed: boolean): HookAnswer {
  const failure = 'Standard input is no JSON object.';
  return {
    stdout: '',
    stderr: failure,
    exit: failClosed ? 2 : client === 'hookloom' ? 1 : 0,
    client,
    event: null,
    response: { decision: failClosed ? 'deny' : 'none' },
    losses: [],
    failure,
  };
}

function isGuarded({ event_type, also }: HookEvent): boolean {
  return [event_type, ...also].some((type) => GUARDED.has(type));
}

async function ask(
  hook: Hook | HookHandlers,
  event: HookEvent,
  timeoutMs: number,
): Promise<Pick<HookAnswer, 'response' | 'failure'>> {
  const asked = 'handle' in hook ? hook : defineHook(hook);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${timeoutMs} ms.`)), timeoutMs);
  });
  try {
    return { response: await Promise.race([asked.handle(event), late]), failure: null };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { response: { decision: 'none' }, failure };
  } finally {
    clearTimeout(timer);
  }
}

function readPayload(payload: string | JsonObject): { object: JsonObject; raw: string } | null {
  if (typeof payload !== 'string') return { object: payload, raw: JSON.stringify(payload) };
  const object = parseJsonObject(payload);
  return object === null ? null : { object, raw: payload };
}
