/** A delivery that cannot be recorded as an event: too large, incomplete, or not a payload. */
import {
  EXCERPT_CHARS,
  NAME_CHARS,
  newDraft,
  putName,
  putPlain,
  putText,
  type ObservedEvent,
  type ObservedHook,
} from '@hookloom/core/hook';
import { JsonScan } from '@hookloom/core';
import type { Delivered, UnreadableReason } from './delivered.ts';

const HEAD_BYTES = 65_536;

/** Names in a mark, each with the keys under which clients send it. */
const NAMES: Record<string, readonly string[]> = {
  hook_event_name: ['hook_event_name', 'hook_type'],
  session_id: ['session_id', 'sessionId', 'conversation_id'],
  tool_name: ['tool_name', 'toolName'],
  tool_use_id: ['tool_use_id', 'toolUseId'],
};

/** Keys to search for in an unparseable payload. */
export const FIELDS: readonly string[] = Object.values(NAMES).flat();

/** Whether the bytes can be parsed in bounded time, whatever they are. */
export function isBoundedJson(bytes: Buffer): boolean {
  const scan = new JsonScan([]);
  scan.feed(bytes);
  return scan.isBounded;
}

/** A mark of a delivery: that it arrived, its size, its beginning, and the readable names. */
export function unreadable(delivered: Delivered, digest: () => string): ObservedHook {
  const { bytes, incomplete, size = bytes.length, nativeEvent } = delivered;
  const scan = new JsonScan(FIELDS);
  if (delivered.fields === undefined) scan.feed(bytes);
  const fields = delivered.fields ?? scan.fields;
  const nameOf = (name: string): string | undefined =>
    NAMES[name]!.map((key) => fields[key]).find((text) => text !== undefined && text !== '');
  const reason: UnreadableReason = incomplete ?? (scan.isBounded ? 'not_json' : 'too_complex');
  const draft = newDraft({ reason });
  putPlain(draft, 'bytes', size);
  putName(draft, 'hook_event_name', nativeEvent);
  for (const name of Object.keys(NAMES)) putName(draft, name, nameOf(name));
  // The beginning of a truncated payload may be content of a file.
  if (reason === 'not_json') {
    const head = bytes.subarray(0, HEAD_BYTES).toString('utf8');
    const beginning = bytes.length > HEAD_BYTES;
    putText(draft, 'excerpt', head, EXCERPT_CHARS, { folded: true, beginning });
  }
  const event: ObservedEvent = {
    type: reason === 'oversized' ? 'hook.payload_oversized' : 'hook.payload_unreadable',
    actorId: 'zaxy-hook',
    payload: draft.payload,
    redactedPaths: draft.redactedPaths,
    channel: 'tool',
    key: `${reason}:${size}:${digest()}`,
    windowMs: 5_000,
    links: [],
    causes: [],
  };
  const session = (nameOf('session_id') ?? 'unknown').slice(0, NAME_CHARS).toWellFormed();
  return { sessionId: session, events: [event], closes: false };
}
