/** State carried from line to line, limited in size: a call's input may be a complete file. */
import { contentDigest } from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import type { OpenCall, ReaderState } from './record.ts';

/** Calls without a result; beyond this the oldest are dropped and reported as `unknown`. */
const MAX_CALLS = 128;
const MAX_TOLD = 256;
/** The limit for one text of an input. Nothing longer is recorded. */
const MAX_TEXT = 8_192;
const MAX_ITEMS = 64;
const MAX_DEPTH = 5;

/** Remembers the call; returns the ids of calls that were dropped for it, with what is known about them. */
export function openCall(
  state: ReaderState,
  id: string,
  call: Pick<OpenCall, 'tool' | 'input' | 'at'>,
): [string, OpenCall][] {
  state.calls[id] = {
    ...call,
    input: slimInput(call.input),
    turnId: state.turnId,
    exitCode: null,
    durationMs: null,
    output: null,
  };
  const given: [string, OpenCall][] = [];
  for (const oldest of Object.keys(state.calls).slice(0, -MAX_CALLS)) {
    given.push([oldest, state.calls[oldest]!]);
    delete state.calls[oldest];
  }
  return given;
}

/** The call, which is then forgotten; null if it was not seen. */
export function closeCall(state: ReaderState, id: string): OpenCall | null {
  if (!Object.hasOwn(state.calls, id)) return null;
  const call = state.calls[id]!;
  delete state.calls[id];
  return call;
}

/** True the first time, and again if the text of the record has changed. */
export function isNews(state: ReaderState, id: string, text: string): 'new' | 'changed' | null {
  const digest = contentDigest(text).slice(0, 16);
  const before = Object.hasOwn(state.told, id) ? state.told[id]! : null;
  if (before === digest) return null;
  delete state.told[id];
  state.told[id] = digest;
  for (const oldest of Object.keys(state.told).slice(0, -MAX_TOLD)) delete state.told[oldest];
  return before === null ? 'new' : 'changed';
}

/** A call's input with long texts and lists cut. */
export function slimInput(input: JsonValue): JsonValue {
  return slim(input, 0);
}

function slim(value: JsonValue, depth: number): JsonValue {
  if (typeof value === 'string') return value.length > MAX_TEXT ? value.slice(0, MAX_TEXT) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => slim(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_ITEMS)
      .map(([key, item]) => [key, slim(item, depth + 1)]),
  );
}

/** A non-empty text field. */
export function textIn(value: JsonValue | undefined, key: string): string | null {
  const text = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return typeof text === 'string' && text !== '' ? text.toWellFormed() : null;
}

/** The id itself, or its digest if it is too long. */
export function idIn(value: JsonValue | undefined, key: string): string | null {
  const id = textIn(value, key);
  return id === null || id.length <= 200 ? id : contentDigest(id);
}

/** The common fields of all records of a line. */
export function partsOf(line: JsonObject, state: ReaderState, ref: string) {
  const { turnId, agentId, cwd } = state;
  return { ref, at: textIn(line, 'timestamp'), sessionId: state.sessionId!, turnId, agentId, cwd };
}
