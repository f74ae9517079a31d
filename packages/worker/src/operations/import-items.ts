/** Events of an export, with the time, the origin and the channel that they had. They are labelled as imported. */
import { ARCHIVE, CHANNELS, RESERVED_KEYS, writerOf } from '@hookloom/core';
import { HookloomError } from '@hookloom/core/errors';
import { isJsonObject, type JsonObject } from '@hookloom/core/json';
import type { Origin } from '@hookloom/core/ports/event-store';
import { asItem, type IngestItem } from './ingest-items.ts';

export interface ImportItems {
  items: IngestItem[];
  /** Events that the other log wrote about itself. They do not apply to this one. */
  left_out: number;
}

/** Throws `invalid_request` for what is no export, and for the first event that cannot be imported. */
export function importItems(bundle: JsonObject): ImportItems {
  const { format, events } = bundle;
  if (format !== 'zaxy.export.v1' || !Array.isArray(events))
    throw new HookloomError(
      'invalid_request',
      'This is not an export.',
      'Name a file that `hookloom memory export` wrote.',
    );
  const items: IngestItem[] = [];
  const ids = new Set<string>();
  for (const [at, record] of events.entries()) {
    const {
      type,
      actor,
      payload,
      id,
      parent_event_id: parent,
      caused_by: causes,
    } = asObject(record);
    const { timestamp, origin } = asObject(record);
    const fields = {
      event_type: type,
      actor,
      payload: isJsonObject(payload) ? withoutReserved(payload) : payload,
      ...(typeof id === 'string' && { id }),
      ...(typeof parent === 'string' && ids.has(parent) && { parent_event_id: parent }),
      ...(Array.isArray(causes) && {
        caused_by: causes.filter((one) => typeof one === 'string' && ids.has(one)),
      }),
    };
    const item = asItem(fields, `Event ${at + 1}`, true);
    if (writerOf(item.event_type).writtenBy === 'log') continue;
    if (item.id !== undefined) ids.add(item.id);
    items.push({
      ...item,
      origin: importedOrigin(origin),
      ...(typeof timestamp === 'string' && { timestamp }),
    });
  }
  return { items, left_out: events.length - items.length };
}

/** History, like the events of another installation's log, regardless of their author. */
function importedOrigin(origin: unknown): Origin {
  const { channel, client, session_id, tool } = asObject(origin);
  const known = CHANNELS.find((one) => one === channel) ?? 'file';
  return {
    channel: known,
    ...(typeof client === 'string' && { client }),
    ...(typeof session_id === 'string' && { session_id }),
    ...(typeof tool === 'string' && { tool }),
    written_by: ARCHIVE,
  };
}

function withoutReserved(payload: JsonObject): JsonObject {
  const kept = Object.entries(payload).filter(
    ([key]) => !(RESERVED_KEYS as readonly string[]).includes(key),
  );
  return Object.fromEntries(kept);
}

function asObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
