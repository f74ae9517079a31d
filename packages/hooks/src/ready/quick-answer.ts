/**
 * Answers the start of a session from the ready context, without the engine: for a session with no hooks of the user, in
 * the words that the client's renderer uses.
 */
import { writeSync } from 'node:fs';
import type { ClientName } from '@hookloom/core/hook/event-types';
import type { JsonObject } from '@hookloom/core/json';
import type { UnsealedEvent } from '@hookloom/core/ports/event-store';
import { readyContext, type ReadyAsked } from './ready-context.ts';

/** What is known of a delivery. */
export interface QuickRequest extends Pick<ReadyAsked, 'client' | 'projectDir' | 'env'> {
  flags: Record<string, string>;
  target: ReadyAsked['target'] | null;
  nativeEvent: string | undefined;
}

type Words = (text: string) => JsonObject;

const specific: Words = (additionalContext) => ({
  hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext },
});

/** The name of the event in the payload, and the answer to it. */
const WORDS: Partial<Record<ClientName, Record<string, Words>>> = {
  'claude-code': { SessionStart: specific },
  codex: { SessionStart: specific },
  gemini: { SessionStart: specific },
};
/** A resumed session holds what it was given before. */
const FRESH = new Set(['startup', 'compact']);

/** What to append after the client has its answer; null where the engine must answer. */
export function quickAnswer(
  { client, target, flags, projectDir, env, nativeEvent }: QuickRequest,
  payload: JsonObject,
): UnsealedEvent[] | null {
  const { hook_event_name: name, session_id: id, source } = payload;
  const answers = WORDS[client] ?? {};
  if (typeof name !== 'string' || !Object.hasOwn(answers, name)) return null;
  const words = answers[name];
  if (words === undefined || flags['inject'] !== 'session' || target === null) return null;
  if (nativeEvent !== undefined && nativeEvent !== name) return null;
  if (typeof source !== 'string' || !FRESH.has(source) || payload['agent_id'] !== undefined)
    return null;
  const clientSession = typeof id === 'string' ? id : 'unknown';
  const asked = { client, clientSession, projectDir, target, env, nowMs: Date.now() };
  const ready = readyContext(asked);
  if (ready === null) return null;
  if (ready.text !== '') say(`${JSON.stringify(words(ready.text))}\n`);
  return ready.record === null ? [] : [ready.record];
}

function say(text: string): void {
  try {
    let rest = Buffer.from(text);
    while (rest.length > 0) rest = rest.subarray(writeSync(1, rest));
  } catch {
    // No one reads it.
  }
}
