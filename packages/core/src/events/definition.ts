import type { z } from 'zod';
import type { JsonObject } from '../json.ts';
import type { Operation, Writer } from './writers.ts';

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

type Common = Pick<EventShape, 'class' | 'actor'> & Writer;
type Member = Pick<EventShape, 'summary' | 'schema' | 'example'> &
  Partial<Pick<EventShape, 'version' | 'class' | 'actor'>> & {
    writtenBy?: Writer['writtenBy'];
    operation?: Operation;
  };

/** Who writes the events of a family, and what they are unless an event says otherwise. */
export function by(
  actor: string,
  writtenBy: Writer['writtenBy'],
  operation?: Operation,
  of: EventClass = 'memory',
): Common {
  return { class: of, writtenBy, ...(operation !== undefined && { operation }), actor } as Common;
}

/** The events of a family by type. What an event does not say is as in `common`. */
export function eventFamily(
  common: Common,
  events: Readonly<Record<string, Member>>,
): EventDefinition[] {
  return Object.entries(events).map(
    ([type, event]) => ({ version: 1, ...common, ...event, type }) as EventDefinition,
  );
}
