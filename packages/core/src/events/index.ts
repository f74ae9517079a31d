/** The table of all event types. Adding one is a definition in a family file, a line here, and an extractor in memory. */
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
