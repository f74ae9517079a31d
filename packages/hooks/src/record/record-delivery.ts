/**
 * Records a client's delivery: parses the payload, turns it into events and appends them. Shared by the hook and the
 * drain.
 */
import { isHookloomError, isJsonObject, type JsonObject } from '@hookloom/core';
import type { UnsealedEvent } from '@hookloom/core/events';
import { contentDigest, type HookEvent, type ObservedHook } from '@hookloom/core/hook';
import { recordObserved, type Appended, type Target } from './append-observed.ts';
import type { Delivered } from './delivered.ts';
import { readerOf } from './reader-of.ts';
import { isBoundedJson, unreadable } from './unreadable.ts';

export interface Recorded extends Appended {
  /** Null: the bytes could not be parsed. */
  payload: JsonObject | null;
  /** The parsed payload, without its text. */
  event?: HookEvent;
  /** The event recorded in place of the original one. */
  mark?: ObservedHook;
}

/**
 * Never throws for anything the client sent: what no event may hold is marked. Throws where we are at fault (a part of
 * the bundle is missing), and for a directory that may not be written to (`permission_denied`).
 *
 * @param also What is appended with the event, where it is recorded as what it is.
 */
export function recordDelivery(
  target: Target,
  delivered: Delivered,
  appendBy: () => number,
  also?: (payload: JsonObject) => UnsealedEvent[],
): Recorded {
  const payload = delivered.incomplete === undefined ? parsePayload(delivered.bytes) : null;
  const digest = (): string => contentDigest(delivered.bytes.toString('latin1').trimEnd());
  const { nativeEvent, atMs } = delivered;
  const markOf = (marked: Delivered): Recorded => {
    const mark = unreadable(marked, digest);
    return { payload, mark, ...recordObserved(target, mark, atMs, appendBy) };
  };
  if (payload === null) return markOf(delivered);
  try {
    const { parse, toEvents } = readerOf(target.client);
    const event = parse(payload, { nowMs: atMs ?? Date.now(), raw: '', nativeEvent });
    const observed = toEvents(event, { root: target.root, digest });
    const more = also?.(payload);
    return { payload, event, ...recordObserved(target, observed, atMs, appendBy, more) };
  } catch (error) {
    if (!isOfPayload(error)) throw error;
    return markOf({ ...delivered, incomplete: 'not_recordable' });
  }
}

/** Thrown for the content of the payload: it would be thrown again at every try. */
function isOfPayload(error: unknown): boolean {
  return isHookloomError(error)
    ? error.code === 'invalid_request'
    : error instanceof RangeError || error instanceof TypeError;
}

/** Payloads of this size are parsed without checking how deep and dense they are: none takes long. */
const SMALL_BYTES = 65_536;

/** Null for anything but a JSON object that can be parsed in bounded time. */
export function parsePayload(bytes: Buffer): JsonObject | null {
  if (bytes.length > SMALL_BYTES && !isBoundedJson(bytes)) return null;
  try {
    const text = bytes.toString('utf8');
    const value: unknown = JSON.parse(text[0] === '\ufeff' ? text.slice(1) : text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
