/** The payload of an event type as JSON Schema, for the reference and for other languages. */
import { z } from 'zod';
import type { EventDefinition } from './definition.ts';

export interface PayloadJsonSchema {
  /** The dialect: draft 2020-12. */
  $schema: string;
  properties?: Record<string, object>;
  required?: string[];
  [keyword: string]: unknown;
}

/** @example payloadJsonSchema(eventDefinition('goal.created')!).required // ['title'] */
export function payloadJsonSchema({ schema }: EventDefinition): PayloadJsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as PayloadJsonSchema;
}
