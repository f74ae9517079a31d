/**
 * The table of all event types, and whether the writer that it names wrote an event. Adding a type is a definition in a
 * family file, a line here, and an extractor in memory.
 */
import { agentWorkEvents } from './agent-work.ts';
import { consolidationEvents } from './consolidation.ts';
import { coordinationEvents } from './coordination.ts';
import { correctionEvents } from './corrections.ts';
import type { EventClass, EventDefinition } from './definition.ts';
import { edgeEvents } from './edges.ts';
import { hookEvents } from './hooks.ts';
import { logEvents } from './log-events.ts';
import { memoryEvents } from './memory-events.ts';
import { observationEvents } from './observations.ts';
import { noteEvents } from './notes.ts';
import { quarantineEvents } from './quarantine.ts';
import { reasoningEvents } from './reasoning.ts';
import { sessionEvents } from './session.ts';
import { shareEvents } from './share.ts';
import { synthesisEvents } from './synthesis.ts';
import { skillEvents } from './skills.ts';
import { sourceEvents } from './sources.ts';
import { statementEvents } from './statements.ts';
import { writerOfUnknown, type Writer } from './writers.ts';
import type { Origin, StoredEvent } from '../ports/event-store.ts';

export type { EventClass, EventDefinition } from './definition.ts';
export type { Writer } from './writers.ts';

export const eventDefinitions: readonly EventDefinition[] = [
  ...agentWorkEvents,
  ...sessionEvents,
  ...hookEvents,
  ...observationEvents,
  ...sourceEvents,
  ...memoryEvents,
  ...synthesisEvents,
  ...correctionEvents,
  ...skillEvents,
  ...consolidationEvents,
  ...reasoningEvents,
  ...coordinationEvents,
  ...edgeEvents,
  ...quarantineEvents,
  ...statementEvents,
  ...noteEvents,
  ...shareEvents,
  ...logEvents,
];

const byType = new Map(eventDefinitions.map((definition) => [definition.type, definition]));

export function eventDefinition(type: string): EventDefinition | undefined {
  return byType.get(type);
}

/** An unknown type is memory: a user's own event must be found again. A client's unknown hook is only a mark. */
export function eventClass(type: string): EventClass {
  return byType.get(type)?.class ?? (type.startsWith('hook.') ? 'telemetry' : 'memory');
}

/** Who may write events of a type. Callers may write types of their own. */
export function writerOf(type: string): Writer {
  return byType.get(type) ?? writerOfUnknown(type);
}

/** `origin.written_by` of an event from another installation's log, which is only history. */
export const ARCHIVE = 'archive';

/**
 * `authorised`: written by the writer that the table of events names. `imported`: history of another log.
 * `unauthorised`: appended although only an operation, a hook or the log may write it; older versions allowed that.
 */
type EventAuthorisation = 'authorised' | 'imported' | 'unauthorised';

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
