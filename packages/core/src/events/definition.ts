import type { z } from 'zod';
import type { JsonObject } from '../json.ts';
import type { Writer } from './writers.ts';

/** `memory` events are indexed for recall; `telemetry` is stored and can be replayed, but is never recalled. */
export type EventClass = 'memory' | 'telemetry';

/**
 * One event type: its schema, its class, who may write it and one real example. A family file contains the definitions
 * of one subject, and `index.ts` is the table of all.
 */
export type EventDefinition = EventShape & Writer;

interface EventShape {
  type: string;
  class: EventClass;
  /** The usual actor, for the reference page. */
  actor: string;
  /** One sentence: when this event is appended. */
  summary: string;
  /** The payload; unknown keys are preserved. */
  schema: z.ZodType;
  example: JsonObject;
  /** The version of the payload shape that is written today. */
  version: number;
}

/** Has no effect on types; it makes a family file readable as a table. */
export function defineEvent(
  definition: Omit<EventShape, 'version'> & Writer & { version?: number },
): EventDefinition {
  return { version: 1, ...definition };
}
