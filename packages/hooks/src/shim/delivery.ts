/** One delivery of a client: its command line, its time limits, its handlers and the answer. */
import type { AnswerRequest } from '../engine/dispatch-request.ts';
import { handlersFor, indexFile, OUTSIDE, type HandlersKnown } from '../engine/handler-index.ts';
import { stateDirPath } from '@hookloom/core/settings';
import { confirmOutside } from './find-place.ts';
import { writeSync } from 'node:fs';

/** A client's payload above this is not read to its end. */
export const MAX_PAYLOAD_BYTES = 8 * 1024 * 1024;

/** An empty value counts as not given (an unset shell variable). */
export type Flags = Record<string, string>;

export interface Called {
  client: string;
  /** Set if the command names the event, because the payload does not. */
  nativeEvent: string | undefined;
  flags: Flags;
  trustProject: boolean;
}

/** What is known about a delivery before its payload has arrived. */
export interface Delivery
  extends Omit<Called, 'client'>, Pick<AnswerRequest, 'client' | 'projectDir' | 'target' | 'env'> {
  deadline: Deadline;
}

/** Every name by which the delivery may mean an event. */
export function namesIn({ nativeEvent }: Called, fields: Record<string, unknown>): string[] {
  const named = [fields['hook_event_name'], fields['hook_type'], nativeEvent];
  return named.filter((name) => typeof name === 'string');
}

/** `CLIENT [EVENT] [flags]`. A mistake in an installed command must not lose the event: unknown arguments are ignored. */
export function commandOf([client = '', ...args]: readonly string[]): Called {
  const called: Called = { client, nativeEvent: undefined, flags: {}, trustProject: false };
  for (let at = 0; at < args.length; at++) {
    const word = args[at]!;
    const equals = word.indexOf('=');
    if (word === '--trust-project-hooks') called.trustProject = true;
    else if (!word.startsWith('--')) called.nativeEvent = word;
    else if (equals > 0) called.flags[word.slice(2, equals)] = word.slice(equals + 1);
    else called.flags[word.slice(2)] = args[++at] ?? '';
  }
  return called;
}

/** Default of `HOOKLOOM_HOOK_DEADLINE_MS`. */
export const HOOK_DEADLINE_MS = 150;
const MAX_DEADLINE_MS = 60_000;
/** A client may have to start another program before it can send anything. */
const FIRST_BYTE_MS = 2_000;
/** On a loaded machine the start alone can take longer than the deadline: this much time is left in any case. */
const LEAST_IDLE_MS = 40;
const LEAST_APPEND_MS = 60;

/** How long one hook waits: for the client's payload, and for the log. */
export type Deadline = ReturnType<typeof hookDeadline>;

export function hookDeadline(env: NodeJS.ProcessEnv) {
  const asked = Number(env['HOOKLOOM_HOOK_DEADLINE_MS']);
  const totalMs = asked > 0 ? Math.min(asked, MAX_DEADLINE_MS) : HOOK_DEADLINE_MS;
  const startMs = Date.now() - process.uptime() * 1000;
  return {
    /** When the client started the hook, epoch milliseconds. */
    startedMs: startMs,
    firstMs: Math.max(FIRST_BYTE_MS, totalMs),
    /** How long to wait after a byte for the next one. */
    idleMs: Math.max(LEAST_IDLE_MS, totalMs),
    /** Epoch milliseconds by which an append returns, to the log or to the inbox. */
    appendBy: () => Math.max(Date.now() + LEAST_APPEND_MS, startMs + totalMs),
  };
}

export type HandlerQuery = Pick<AnswerRequest, 'client' | 'projectDir' | 'target' | 'env'>;

/** Checks the user's own hooks for an event without loading the engine. */
export function handlersKnown(
  { client, projectDir, target, env }: HandlerQuery,
  names: readonly string[],
): HandlersKnown {
  const stateDir = stateDirPath(env);
  const folder = target === null ? OUTSIDE : projectDir;
  const known = handlersFor(indexFile(stateDir, client, folder, env), names);
  if (target === null && known === 'none') confirmOutside(stateDir, client);
  return known;
}

/** Writes a line for the client, in several writes if needed; nothing for an empty text. */
export function writeLine(fd: 1 | 2, text: string): void {
  try {
    let rest = Buffer.from(text && `${text}\n`);
    while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
  } catch {
    // Nothing reads the output.
  }
}
