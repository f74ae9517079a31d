/** Payloads that Gemini CLI 0.61.0 sent, one line each of `{name, payload}`. */
import { readFileSync } from 'node:fs';
import type { HookEvent } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import { parseGeminiEvent } from './parse-event.ts';

export interface Recorded {
  name: string;
  payload: JsonObject;
}

export const ARRIVED_MS = Date.UTC(2026, 10, 21, 8);

export const RECORDED: Recorded[] = readFileSync(
  new URL('fixtures/recorded.jsonl', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded);

export function parsed(payload: JsonObject): HookEvent {
  return parseGeminiEvent(payload, { nowMs: ARRIVED_MS, raw: JSON.stringify(payload) });
}

/** The recorded payload with that name as an event, with other fields if given. */
export function eventOf(name: string, fields: JsonObject = {}): HookEvent {
  const found = RECORDED.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no fixture ${name}`);
  return parsed({ ...found.payload, ...fields });
}
