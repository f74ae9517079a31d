/**
 * Converts events of another log to items of inert history: `origin.written_by` is `archive` and the channel is that of
 * a file. They never change what the memory believes.
 */
import { RESERVED_KEYS, writerOf } from '@hookloom/core/events';
import { isJsonObject, type JsonObject } from '@hookloom/core';
import { ownFault, parseLine } from '@hookloom/log/append';
import { asItem, parseJsonLines, refuse, type IngestItem } from './ingest-items.ts';

export interface ArchiveItems {
  items: IngestItem[];
  /** Events that the other log wrote about itself: recovery, forgetting, refs. They do not apply to this log. */
  left_out: number;
}

/**
 * Reads lines of a log, or items in the form of `memory ingest`. Throws `invalid_request` for the first invalid line,
 * and for the first event whose hash does not match its content.
 */
export function parseArchiveLines(text: string): ArchiveItems {
  const lines = parseJsonLines(text);
  for (const [at, { line, where }] of lines.entries()) {
    const bytes = Buffer.from(line);
    const found = parseLine(bytes, at + 1);
    const fault = found.ok ? ownFault(bytes, 0, bytes.length, found.event) : null;
    if (fault !== null) throw refuse(where, `${fault.detail}.`);
  }
  return archiveItems(lines);
}

export function parseArchiveItems(values: readonly unknown[]): ArchiveItems {
  return archiveItems(values.map((value, index) => ({ value, where: `Item ${index + 1}` })));
}

function archiveItems(values: readonly { value: unknown; where: string }[]): ArchiveItems {
  const items: IngestItem[] = [];
  const ids = new Set<string>();
  for (const { value, where } of values) {
    const { timestamp, ...fields } = isJsonObject(value) ? fromLine(value) : {};
    const whole = isJsonObject(value) ? fields : value;
    const item = asItem(whole, where, true);
    if (writerOf(item.event_type).writtenBy === 'log') continue;
    const { parent_event_id: parent, caused_by: causes, ...rest } = item;
    const kept = causes?.filter((id) => ids.has(id)) ?? [];
    items.push({
      ...rest,
      ...(parent !== undefined && ids.has(parent) && { parent_event_id: parent }),
      ...(kept.length > 0 && { caused_by: kept }),
      ...(typeof timestamp === 'string' && ISO.test(timestamp) && { timestamp }),
    });
    if (item.id !== undefined) ids.add(item.id);
  }
  return { items, left_out: values.length - items.length };
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;
const OWN_ID = /^evt_[A-Za-z0-9_-]{1,128}$/;

/** The fields of an item from an envelope. An item stays unchanged. */
function fromLine(line: JsonObject): JsonObject {
  const { type, actorId, payload, id, parentEventId, causedBy, timestamp, integrity } = line;
  if (typeof type !== 'string' || !isJsonObject(payload)) return line;
  const hash = isJsonObject(integrity) ? integrity['hash'] : undefined;
  const said = Object.entries(payload).filter(
    ([key]) => !(RESERVED_KEYS as readonly string[]).includes(key),
  );
  const isKept = typeof id === 'string' && OWN_ID.test(id);
  return {
    event_type: type,
    actor: typeof actorId === 'string' && actorId !== '' ? actorId : 'unknown',
    payload: Object.fromEntries(said),
    ...(isKept ? { id } : typeof hash === 'string' && { producer_ref: hash }),
    ...(typeof parentEventId === 'string' && { parent_event_id: parentEventId }),
    ...(Array.isArray(causedBy) && { caused_by: causedBy }),
    ...(timestamp !== undefined && { timestamp }),
  };
}
