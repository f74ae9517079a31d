/**
 * Payloads in the documented shape (these clients were not recorded): one line each of `{name, payload, nativeEvent?}`.
 */
import { readFileSync } from 'node:fs';
import type { HookEvent } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import type { HookClient } from '../client.ts';

export interface Documented {
  name: string;
  payload: JsonObject;
  /** The argument of the installed command, if the payload does not name the event. */
  nativeEvent?: string;
}

export const ARRIVED_MS = Date.UTC(2026, 10, 21, 8);

export function documented(client: string): Documented[] {
  const url = new URL(`../${client}/fixtures/documented.jsonl`, import.meta.url);
  return readFileSync(url, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Documented);
}

export function parsed(client: HookClient, { payload, nativeEvent }: Documented): HookEvent {
  const context = { nowMs: ARRIVED_MS, raw: JSON.stringify(payload) };
  return client.parse(payload, nativeEvent === undefined ? context : { ...context, nativeEvent });
}

/** The event of the fixture with that name. */
export function eventOf(client: HookClient, name: string): HookEvent {
  const found = documented(client.name).find((fixture) => fixture.name === name);
  if (found === undefined) throw new Error(`no fixture ${name}`);
  return parsed(client, found);
}

/** The event's own content: every field with a value, without payload, ids and time. */
export function contentOf(event: HookEvent): Record<string, unknown> {
  const frame = new Set(['data', 'raw', 'source', 'session_id', 'timestamp', 'transcript_path']);
  return Object.fromEntries(
    Object.entries(event).filter(
      ([key, value]) =>
        !frame.has(key) &&
        value !== null &&
        value !== '' &&
        value !== false &&
        !(typeof value === 'object' && Object.keys(value as object).length === 0),
    ),
  );
}

/** A tool as it is before the call. */
export function toolOf(
  name: string,
  native_name: string,
  input: unknown,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    name,
    native_name,
    mcp: null,
    input,
    error: null,
    is_error: null,
    exit_code: null,
    duration_ms: null,
    files: [],
    ...more,
  };
}
