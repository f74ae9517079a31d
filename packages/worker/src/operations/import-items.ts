/** Reads the events of an export. They keep their time, origin and channel, and are labelled as imported. */
import { ARCHIVE, CHANNELS, RESERVED_KEYS, writerOf, type Origin } from '@hookloom/core/events';
import {
  corrupt,
  invalidRequest,
  isJsonObject,
  type HookloomError,
  type JsonObject,
  type JsonValue,
} from '@hookloom/core';
import { checkRecord } from '@hookloom/log/append';
import { asItem, type IngestItem } from './ingest-items.ts';

/**
 * Verifies every hash, and the chain between consecutive events. Throws `invalid_request` if this is not an export and
 * for the first event that cannot be imported; `corrupt` for the first event that differs from what was exported.
 */
export function importItems(bundle: JsonObject) {
  const { format, events } = bundle;
  if (format !== 'zaxy.export.v1' || !Array.isArray(events))
    throw invalidRequest(
      'This is not an export.',
      'Name a file that `hookloom memory export` wrote.',
    );
  const unchecked = checkEvents(bundle, events);
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
  return { items, left_out: events.length - items.length, unchecked };
}

/** Returns how many hashes cannot be recomputed. */
function checkEvents({ counts, head }: JsonObject, events: readonly JsonValue[]): number {
  let unchecked = 0;
  let before: JsonObject | null = null;
  for (const [at, value] of events.entries()) {
    const record = asObject(value);
    const checked = checkRecord(record);
    const fault = typeof checked === 'object' ? checked.fault : misplaced(record, before, head);
    if (fault !== null) throw changed(`event ${at + 1}${named(record)}: ${fault}`);
    if (checked === 'unknown') unchecked++;
    before = record;
  }
  const { events: count } = asObject(counts);
  if (count !== undefined && count !== events.length)
    throw changed(`it contains ${events.length} events, but says ${JSON.stringify(count)}`);
  return unchecked;
}

/** An export may omit events. Those that are consecutive must be linked. */
function misplaced(
  { seq, hash, prev_hash: previous = null }: JsonObject,
  before: JsonObject | null,
  head: JsonValue | undefined,
): string | null {
  if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 1) return 'it has no seq';
  const last = before === null ? 0 : (before['seq'] as number);
  if (seq <= last) return `its seq ${seq} does not come after ${last}`;
  if (seq === 1 && previous !== null) return 'the first event refers to an earlier event';
  if (before !== null && seq === last + 1 && previous !== before['hash'])
    return 'it does not follow the event before it';
  const { seq: end, hash: final } = asObject(head);
  return seq === end && hash !== final ? 'it is not the last event that the export names' : null;
}

function named({ seq, id }: JsonObject): string {
  const texts = [
    ...(typeof seq === 'number' ? [`seq ${seq}`] : []),
    ...(typeof id === 'string' ? [id.slice(0, 140)] : []),
  ];
  return texts.length === 0 ? '' : ` (${texts.join(', ')})`;
}

function changed(why: string): HookloomError {
  return corrupt(
    `The export was changed after it was made: ${why}.`,
    'Nothing was imported. Export it again, or import changed events with `hookloom memory ingest`.',
  );
}

/** History from another installation, from any author. */
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
