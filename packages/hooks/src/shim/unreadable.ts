/** A delivery that is no payload. */
import { newDraft, putName, putPlain, putText } from '@hookloom/core/hook/draft';
import { EXCERPT_CHARS, NAME_CHARS } from '@hookloom/core/hook/excerpt';
import type { ObservedEvent, ObservedHook } from '@hookloom/core/hook/observed-event';
import type { Delivered } from './delivered.ts';

const HEAD_BYTES = 65_536;

/** What was delivered and cannot be read is kept as a mark: that it came, how much, how it begins. */
export function unreadable({ bytes, incomplete }: Delivered, digest: () => string): ObservedHook {
  const head = bytes.subarray(0, HEAD_BYTES).toString('utf8');
  const found = (key: string): string | undefined =>
    new RegExp(`"${key}"\\s{0,8}:\\s{0,8}"([^"\\\\]{1,${NAME_CHARS}})"`).exec(head)?.[1];
  const reason = incomplete ?? 'not_json';
  const draft = newDraft({ reason });
  putPlain(draft, 'bytes', bytes.length);
  for (const key of ['hook_event_name', 'session_id', 'tool_name', 'tool_use_id'])
    putName(draft, key, found(key));
  // Of a payload that was cut off the beginning may be content of a file.
  const beginning = bytes.length > HEAD_BYTES;
  if (incomplete === undefined)
    putText(draft, 'excerpt', head, EXCERPT_CHARS, { folded: true, beginning });
  const event: ObservedEvent = {
    type: incomplete === 'oversized' ? 'hook.payload_oversized' : 'hook.payload_unreadable',
    actorId: 'zaxy-hook',
    payload: draft.payload,
    redactedPaths: draft.redactedPaths,
    channel: 'tool',
    key: `${reason}:${digest()}`,
    windowMs: 5_000,
    links: [],
    causes: [],
  };
  return { sessionId: found('session_id') ?? 'unknown', events: [event], closes: false };
}
