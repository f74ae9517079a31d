/**
 * Distinguishes the JSON-RPC messages of the app-server. It omits the `jsonrpc` field; messages with the field are also
 * accepted.
 */
import { attempt, isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';

export type RpcId = string | number;

/** A request of the server, which needs our answer, or a notification (`id` null). */
export interface Incoming {
  method: string;
  id: RpcId | null;
  /** `{}` if the message has no params object. */
  params: JsonObject;
  /** The complete message. */
  message: JsonObject;
  /** Its text as it arrived. */
  raw: string;
}

export type Received =
  | { kind: 'incoming'; incoming: Incoming }
  | { kind: 'response'; id: RpcId; result: JsonValue; error: JsonObject | null }
  /** A request that cannot be served but needs an answer. */
  | { kind: 'unusable_request'; id: RpcId }
  | { kind: 'unreadable' };

/** Deepest nesting of a message that is used; the same bound as for recorded events. */
const MAX_DEPTH = 512;

/**
 * A message with `method` and `id` is a request of the server, never a response, even if one of our own requests had
 * the same id: because each side counts its ids separately. Never throws.
 */
export function readMessage(text: string): Received {
  const message = attempt(
    () => JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text) as JsonValue,
  );
  if (!isJsonObject(message)) return { kind: 'unreadable' };
  const { id, method } = message;
  const named = typeof id === 'string' || typeof id === 'number';
  if (!within(message, MAX_DEPTH))
    return named && method !== undefined
      ? { kind: 'unusable_request', id }
      : { kind: 'unreadable' };
  if (typeof method === 'string') {
    const params = isJsonObject(message['params']) ? message['params'] : {};
    return {
      kind: 'incoming',
      incoming: { method, id: named ? id : null, params, message, raw: text },
    };
  }
  if (!named) return { kind: 'unreadable' };
  if (method !== undefined) return { kind: 'unusable_request', id };
  if (isJsonObject(message['error']))
    return { kind: 'response', id, result: null, error: message['error'] };
  if (!Object.hasOwn(message, 'result')) return { kind: 'unreadable' };
  return { kind: 'response', id, result: message['result'] ?? null, error: null };
}

/** Without recursion, because the depth may be hostile. */
function within(value: JsonValue, depth: number): boolean {
  let level: JsonValue[] = [value];
  for (let at = 0; level.length > 0; at++) {
    if (at > depth) return false;
    const next: JsonValue[] = [];
    for (const one of level)
      if (typeof one === 'object' && one !== null)
        for (const inner of Object.values(one)) if (typeof inner === 'object') next.push(inner);
    level = next;
  }
  return true;
}

/** The thread of a message; '' for messages of the server itself. */
export function threadOf({ params }: Incoming): string {
  const thread = params['thread'];
  for (const id of [
    params['threadId'],
    isJsonObject(thread) ? thread['id'] : undefined,
    params['conversationId'],
  ])
    if (typeof id === 'string') return id;
  return '';
}
