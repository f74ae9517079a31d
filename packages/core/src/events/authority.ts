/** Whether the writer that the table names wrote an event. Only such an event changes the state of the memory. */
import type { Origin, StoredEvent } from '../ports/event-store.ts';
import { writerOf } from './index.ts';

/** `origin.written_by` of an event from another installation's log, which is only history. */
export const ARCHIVE = 'archive';

/**
 * `authorised`: written by the writer that the table of events names. `imported`: history of another log.
 * `unauthorised`: appended although only an operation, a hook or the log may write it; older versions allowed that.
 */
export type EventAuthorisation = 'authorised' | 'imported' | 'unauthorised';

/**
 * Decided by the type and by what the write path put into the envelope, never by the payload.
 *
 * @example checkWriter({ type: 'skill.validated', origin: { channel: 'model', written_by: 'memory_skill' } }) //
 *   'authorised'
 */
export function checkWriter({
  type,
  origin,
}: Pick<StoredEvent, 'type' | 'origin'>): EventAuthorisation {
  const by = origin?.written_by;
  if (by === ARCHIVE) return 'imported';
  const writer = writerOf(type);
  if (writer.writtenBy === 'caller') return 'authorised';
  const isIts = writer.writtenBy === 'operation' ? by === writer.operation : by === undefined;
  return isIts ? 'authorised' : 'unauthorised';
}

/**
 * The event as its operation appends it, with the operation's name in the envelope. Only for operations: callers send
 * events through `memory_append` or `memory_ingest`, which refuse these types.
 */
export function byOperation<E extends { type: string; origin: Origin }>(event: E): E {
  const writer = writerOf(event.type);
  if (writer.writtenBy !== 'operation') return event;
  return { ...event, origin: { ...event.origin, written_by: writer.operation } };
}
