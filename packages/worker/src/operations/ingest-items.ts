/** Converts ingested events to items. All are validated before the first is appended. */
import { ARCHIVE, type Origin, type UnsealedEvent } from '@hookloom/core/events';
import { HookloomError, invalidRequest, isJsonObject, type JsonObject } from '@hookloom/core';
import { prepareEvent } from '@hookloom/log/append';
import { holdsRoundedInteger } from './append.ts';
import type { Caller } from './context.ts';
import { assertCallerMayWrite, assertKnownPayload, entryPointOrigin } from './entry-point.ts';

export interface IngestItem {
  event_type: string;
  actor: string;
  payload: JsonObject;
  /** The producer's own name for this event. A name is imported only once. */
  producer_ref?: string;
  /** The producer's id; later lines may refer to it. */
  id?: string;
  parent_event_id?: string;
  caused_by?: string[];
  /** Whether it is history of another log (`archive-items.ts`). */
  isArchive?: boolean;
  /** The origin of an imported event (`import-items.ts`). */
  origin?: Origin;
  /** ISO 8601: when the other log recorded it. */
  timestamp?: string;
}

const FIELDS = new Set(
  'event_type actor payload producer_ref id parent_event_id caused_by'.split(' '),
);
const MAX_REF_LENGTH = 512;
const ID = /^evt_[A-Za-z0-9_-]{1,128}$/;

/**
 * Parses and validates every line, like the write path. Throws `invalid_request` that names the first invalid line.
 * Blank lines are skipped.
 */
export function parseLines(text: string): IngestItem[] {
  return parseJsonLines(text).map(({ value, where }) => asItem(value, where));
}

export function parseJsonLines(text: string): { value: unknown; where: string; line: string }[] {
  return text.split('\n').flatMap((line, index) => {
    const where = `Line ${index + 1}`;
    return line.trim() === '' ? [] : [{ value: parseJson(line, where), where, line }];
  });
}

/** The same for parsed values. */
export function parseItems(values: readonly unknown[]): IngestItem[] {
  return values.map((value, index) => asItem(value, `Item ${index + 1}`));
}

/** The event of an item. Resolves ids of earlier imports that it refers to. */
export function toEvent(
  item: IngestItem,
  realIds: ReadonlyMap<string, string>,
  caller: Caller,
): UnsealedEvent {
  const real = (id: string): string => realIds.get(id) ?? id;
  const event: UnsealedEvent = {
    type: item.event_type,
    actorId: item.actor,
    payload: item.payload,
    origin:
      item.origin ??
      (item.isArchive === true
        ? { channel: 'file', written_by: ARCHIVE }
        : entryPointOrigin(caller, 'memory_ingest', item.event_type)),
    ...(item.timestamp !== undefined && { timestamp: item.timestamp }),
  };
  if (item.producer_ref === undefined && item.id !== undefined) event.id = item.id;
  if (item.parent_event_id !== undefined) event.parentEventId = real(item.parent_event_id);
  if (item.caused_by !== undefined) event.causedBy = item.caused_by.map(real);
  return event;
}

function parseJson(line: string, where: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw refuse(where, 'it is not JSON.');
  }
}

export function asItem(value: unknown, where: string, isArchive = false): IngestItem {
  const item: IngestItem = { ...shaped(value, where), ...(isArchive && { isArchive }) };
  try {
    if (!isArchive) {
      assertCallerMayWrite(item.event_type);
      assertKnownPayload(item.event_type, item.payload);
    }
    prepareEvent(toEvent(item, new Map(), { channel: 'model' }), {
      nowMs: 0,
      ids: { eventId: () => 'evt_0' },
    });
  } catch (error) {
    throw error instanceof HookloomError ? refusedAs(error, where) : error;
  }
  return item;
}

function shaped(value: unknown, where: string): IngestItem {
  if (!isJsonObject(value)) throw refuse(where, 'it is not a JSON object.');
  const unknown = Object.keys(value).find((key) => !FIELDS.has(key));
  if (unknown !== undefined)
    throw refuse(where, `the field ${JSON.stringify(unknown.slice(0, 60))} is unknown.`);
  const { event_type, actor, payload, caused_by } = value;
  if (typeof event_type !== 'string') throw refuse(where, 'event_type is not text.');
  if (typeof actor !== 'string') throw refuse(where, 'actor is not text.');
  if (!isJsonObject(payload)) throw refuse(where, 'payload is not an object.');
  if (holdsRoundedInteger(payload))
    throw refuse(where, 'payload contains an integer beyond 2^53; send it as text.');
  const item: IngestItem = { event_type, actor, payload };
  for (const key of ['producer_ref', 'id', 'parent_event_id'] as const) {
    const text = value[key];
    if (text === undefined || text === null) continue;
    if (typeof text !== 'string' || text === '' || text.length > MAX_REF_LENGTH)
      throw refuse(where, `${key} is not a text of 1 to ${MAX_REF_LENGTH} characters.`);
    item[key] = text;
  }
  if (item.id !== undefined && !ID.test(item.id))
    throw refuse(where, 'id is not like evt_abc123: send an id of your own as producer_ref.');
  if (caused_by === undefined || caused_by === null) return item;
  if (!Array.isArray(caused_by) || !caused_by.every((id): id is string => typeof id === 'string'))
    throw refuse(where, 'caused_by is not a list of event ids.');
  item.caused_by = caused_by;
  return item;
}

export function refuse(where: string, why: string): HookloomError {
  return invalidRequest(
    `${where} was refused: ${why}`,
    'Nothing was imported. Correct it and import again.',
  );
}

/** Tells a caller that may not write a type which tool to use. */
function refusedAs({ code, message, remediation }: HookloomError, where: string): HookloomError {
  if (code !== 'permission_denied') return refuse(where, lowerFirst(message));
  return new HookloomError(
    code,
    `${where} was refused: ${lowerFirst(message)}`,
    `Nothing was imported. ${remediation} To keep another log as history only, use --as-archive (as_archive over MCP).`,
  );
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
