/** What a caller may append through each entry point, and the origin of such an event. */
import {
  eventDefinition,
  OPERATIONS,
  writerOf,
  type Channel,
  type Origin,
} from '@hookloom/core/events';
import { invalidRequest, permissionDenied, type JsonObject } from '@hookloom/core';
import { originOf, type Caller } from './context.ts';
import { lessTrusted } from '@hookloom/memory';

/** The entry points, as named in `origin.written_by`. */
export type EntryPoint = 'memory_append' | 'memory_ingest' | 'context_after_turn';

/** Events that report the words of someone else. */
const REPORTED: Readonly<Record<string, Channel>> = {
  'command.completed': 'tool',
  'document.indexed': 'file',
  'file.edit.applied': 'tool',
  'tool.call.completed': 'tool',
};

/**
 * Throws `permission_denied` for a type that only an operation, a hook or the log writes, and names the alternative.
 */
export function assertCallerMayWrite(type: string): void {
  const writer = writerOf(type);
  if (writer.writtenBy === 'caller') return;
  const who = {
    operation: 'the operation that checks what they are about',
    hook: 'the hooks of a client',
    log: 'the log itself',
  }[writer.writtenBy];
  throw permissionDenied(
    `Events of type ${type} are written by ${who}.`,
    OPERATIONS[writer.operation],
  );
}

/** Throws `invalid_request` that names the invalid fields of a known type, never their values. */
export function assertKnownPayload(type: string, payload: JsonObject): void {
  const parsed = eventDefinition(type)?.schema.safeParse(payload);
  if (parsed === undefined || parsed.success) return;
  const issues = parsed.error.issues.slice(0, 5).map(({ path, message }) => {
    const field = path.map(String).join('.').slice(0, 100);
    return field === '' ? message.slice(0, 200) : `${field}: ${message.slice(0, 200)}`;
  });
  throw invalidRequest(
    `The payload of ${type} is invalid: ${issues.join('; ')}.`,
    `See docs/reference/events.md for the fields of ${type}.`,
  );
}

/**
 * The origin of what a caller reports through an entry point. It is trusted no more than the caller and what is
 * reported.
 */
export function entryPointOrigin(caller: Caller, door: EntryPoint, type = ''): Origin {
  const channel = lessTrusted(caller.channel, REPORTED[type] ?? caller.channel);
  return { ...originOf(caller), channel, written_by: door };
}
