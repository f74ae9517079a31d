/** Older payload shapes, lifted to today's on read. Reaches the event table, so it is no part of the hook path. */
import { eventDefinition, type EventDefinition, type StoredEvent } from '@hookloom/core';

/**
 * The event with its payload in the shape that its definition writes today; `schema_version` of the payload says what
 * it has, absent means 1. History is never rewritten: the hash stays that of what was sealed. A type that is not in the
 * table and a version newer than it come back as they are.
 *
 * @param find The event table.
 */
export function upcast(
  event: StoredEvent,
  find: (
    type: string,
  ) => Pick<EventDefinition, 'version' | 'upcasters'> | undefined = eventDefinition,
): StoredEvent {
  const definition = find(event.type);
  if (definition?.upcasters === undefined || event.shredded !== null) return event;
  const said = event.payload['schema_version'];
  let { payload } = event;
  let version = typeof said === 'number' && Number.isSafeInteger(said) && said >= 1 ? said : 1;
  for (; version < definition.version; version++) {
    const lift = definition.upcasters[version];
    if (lift === undefined) return event;
    payload = { ...lift(payload), schema_version: version + 1 };
  }
  return payload === event.payload ? event : { ...event, payload };
}
