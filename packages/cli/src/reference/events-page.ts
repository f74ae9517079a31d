import { payloadJsonSchema, type EventDefinition } from '@hookloom/core/events';
import { sorted } from '../output/json-text.ts';
import { code, fence, page, table } from './markdown.ts';

/** The path of an event type's JSON Schema. */
export function schemaFile(type: string): string {
  return `schemas/events/${type}.schema.json`;
}

/** The payload of one event type as JSON Schema (draft 2020-12). */
export function eventSchema(definition: EventDefinition): string {
  const { $schema, ...schema } = payloadJsonSchema(definition);
  const whole = {
    $schema,
    title: definition.type,
    description: definition.summary,
    ...(sorted(schema) as object),
    examples: [definition.example],
    'x-class': definition.class,
    'x-version': definition.version,
    'x-written-by': definition.writtenBy,
    ...(definition.writtenBy !== 'caller' && { 'x-operation': definition.operation }),
  };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

/** docs/reference/events.md: every event type with its payload. */
export function eventsPage(definitions: readonly EventDefinition[]): string {
  return page(
    'Events',
    'An event is one line of a log. `memory` events are indexed for recall; `telemetry` is kept and can be replayed, but is never recalled. Unknown types are memory. Payloads may have more keys than the schema. Keys that begin with `__` are set by the write path only. `memory_append`, `memory_ingest` and their commands accept the types that a `caller` writes. Other types are refused with `permission_denied`, and the error names the tool to use.',
    table(
      ['type', 'class', 'written by', 'usual actor', 'appended when'],
      definitions.map((definition) => [
        `[${code(definition.type)}](#${definition.type.replace(/[^a-z0-9_-]/g, '')})`,
        definition.class,
        definition.writtenBy === 'operation' ? code(definition.operation) : definition.writtenBy,
        code(definition.actor),
        definition.summary,
      ]),
    ),
    ...definitions.flatMap(section),
  );
}

function section(definition: EventDefinition): string[] {
  const schema = payloadJsonSchema(definition);
  const fields = Object.entries(schema.properties ?? {});
  return [
    `## ${definition.type}`,
    `${definition.summary} Schema: [${definition.type}.schema.json](../../${schemaFile(definition.type)}).`,
    fields.length === 0
      ? ''
      : table(
          ['field', 'kind', 'required'],
          fields.map(([name, field]) => [
            code(name),
            kindOf(field),
            schema.required?.includes(name) === true ? 'yes' : '',
          ]),
        ),
    fence('json', JSON.stringify(definition.example, null, 2)),
  ];
}

/** A short description of a JSON Schema. */
export function kindOf(field: object): string {
  const {
    type,
    enum: values,
    anyOf,
    items,
    const: only,
  } = field as {
    type?: string | string[];
    enum?: unknown[];
    anyOf?: object[];
    items?: object;
    const?: unknown;
  };
  if (only !== undefined) return code(JSON.stringify(only));
  if (values !== undefined) return values.map((value) => code(String(value))).join(', ');
  if (anyOf !== undefined) return anyOf.map(kindOf).join(' or ');
  if (type === 'array') return items === undefined ? 'list' : `list of ${kindOf(items)}`;
  if (Array.isArray(type)) return type.join(' or ');
  return type ?? 'anything';
}
