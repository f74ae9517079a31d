import {
  eventDefinition,
  type AppendResult,
  type EventStore,
  type UnsealedEvent,
} from '@hookloom/core/events';
import {
  invalidRequest,
  isHookloomError,
  isJsonObject,
  permissionDenied,
  REFS_SESSION,
  sha256Hex,
  type JsonObject,
} from '@hookloom/core';
import { z } from 'zod';
import {
  bareHash,
  operation,
  resolveSession,
  sessionId,
  type Caller,
  type Placed,
} from './context.ts';
import { assertCited, type CitationLookups } from './payload-citations.ts';
import { parseArchiveItems } from './archive-items.ts';
import { parseItems, toEvent, type IngestItem } from './ingest-items.ts';

/** Maximum number of events per call. The command accepts a file of any length. */
const MAX_ITEMS = 500;
/** Events per append: enough to amortise the lock, few enough to show progress. */
const CHUNK = 500;

/** `memory_ingest`. All items are validated again, more strictly, before the first is appended. */
export const ingestRequest = z.strictObject({
  events: z
    .array(
      z.strictObject({
        event_type: z.string(),
        actor: z.string(),
        payload: z
          .custom<JsonObject>(isJsonObject, 'must be an object')
          .meta({ type: 'object', additionalProperties: true }),
        producer_ref: z.string().optional(),
        id: z.string().optional(),
        parent_event_id: z.string().optional(),
        caused_by: z.array(z.string()).optional(),
      }),
    )
    .min(1)
    .max(MAX_ITEMS),
  session_id: sessionId,
  as_archive: z.boolean().optional().meta({
    description: 'Keep the events as inert history; types that only tools write are taken',
  }),
});

export interface Imported extends Placed {
  event_id: string;
  event_type: string;
  producer_ref: string | null;
  /** It had been imported before; `seq` and `hash` are from that import. */
  deduped: boolean;
}

/** Appends many events. An event with the same `producer_ref`, or the same `id`, is imported only once. */
export const ingest = operation(ingestRequest, async (context, parsed, caller) => {
  const session = assertIngestable(resolveSession(context, parsed));
  const isArchive = parsed.as_archive === true;
  const { items, left_out } = isArchive
    ? parseArchiveItems(parsed.events)
    : { items: parseItems(parsed.events), left_out: undefined };
  for await (const checked of checkCitations(context.store, session, items)) void checked;
  const events: Imported[] = [];
  for await (const imported of ingestItems(context.store, session, items, caller))
    events.push(...imported);
  return summed(session, events, left_out);
});

export function summed(session_id: string, events: Imported[], left_out?: number) {
  const deduped = events.filter((event) => event.deduped).length;
  return {
    imported: events.length - deduped,
    deduped,
    session_id,
    events,
    ...(left_out !== undefined && { left_out }),
  };
}

/** Throws `permission_denied` for a session that the log writes itself. */
export function assertIngestable(session: string): string {
  if (session !== REFS_SESSION) return session;
  throw permissionDenied(
    `Session ${REFS_SESSION} is written by the log itself.`,
    'Import into another session.',
  );
}

/** Per import. An import with more citations waits for the log each time. */
const MAX_LOOKED_UP = 100_000;

/**
 * Looks up the citations of all payloads before the first append. Yields the number of checked events after each chunk.
 * Throws `invalid_request` that names the first event with a missing citation.
 */
export async function* checkCitations(
  store: EventStore,
  session: string,
  items: readonly IngestItem[],
): AsyncGenerator<number> {
  await assertReferred(store, session, items);
  const lookedUp: CitationLookups = new Map();
  for (const [at, { event_type, payload, isArchive }] of items.entries()) {
    if (at > 0 && at % CHUNK === 0) yield at;
    // Another log cites events that are not in this one.
    if (isArchive === true || eventDefinition(event_type) === undefined) continue;
    if (lookedUp.size > MAX_LOOKED_UP) lookedUp.clear();
    await assertCited({ store }, session, payload, lookedUp).catch((error: unknown) => {
      throw refused(error, at + 1);
    });
  }
  yield items.length;
}

/** Throws `invalid_request` for the first item whose parent or cause is neither before it nor in the log. */
async function assertReferred(store: EventStore, session: string, items: readonly IngestItem[]) {
  const before = new Set<string>();
  const missing = new Map<string, number>();
  for (const [at, { id, parent_event_id: parent, caused_by: causes = [] }] of items.entries()) {
    for (const wanted of parent === undefined ? causes : [parent, ...causes])
      if (!before.has(wanted) && !missing.has(wanted)) missing.set(wanted, at + 1);
    if (id !== undefined) before.add(id);
  }
  if (missing.size === 0) return;
  for await (const { id } of store.read(session)) missing.delete(id);
  for (const [id, place] of missing)
    throw invalidRequest(
      `Event ${place} was refused: it refers to ${JSON.stringify(id.slice(0, 140))}, which is neither an earlier event of this import nor in the log.`,
      'Nothing was imported. Import what it refers to first, or leave the reference out.',
    );
}

function refused(error: unknown, place: number): unknown {
  if (!isHookloomError(error) || error.code !== 'invalid_request') return error;
  const why = `${error.message.slice(0, 1).toLowerCase()}${error.message.slice(1)}`;
  return invalidRequest(
    `Event ${place} was refused: ${why}`,
    'Nothing was imported. Leave out citations of another log, or import what they cite first.',
  );
}

/**
 * Appends in chunks. A chunk ends before an item that refers to an item of the chunk, because the id of an event with a
 * producer_ref is only known after the append, and before an item with a repeated id.
 */
export async function* ingestItems(
  store: EventStore,
  session: string,
  items: IngestItem[],
  caller: Caller,
): AsyncGenerator<Imported[]> {
  const realIds = new Map<string, string>();
  const known = await knownEvents(store, session, items);
  let start = 0;
  while (start < items.length) {
    const ids = new Set<string>();
    const unknown = new Set<string>();
    let end = start;
    while (end < items.length && end - start < CHUNK && !needs(items[end]!, ids, unknown)) {
      const { id, producer_ref } = items[end]!;
      if (id !== undefined) ids.add(id);
      if (id !== undefined && producer_ref !== undefined) unknown.add(id);
      end++;
    }
    const chunk = items.slice(start, end);
    const events = chunk.map((item) => withDelivery(toEvent(item, realIds, caller), item));
    // One append per item. They are not one batch, but the store writes waiting appends together under one lock.
    const results = await Promise.all(
      events.map(
        async (event) =>
          known.get(event.id ?? '') ??
          (await store.append(session, [event], { durability: 'fsync' }))[0]!,
      ),
    );
    for (const [i, { id, producer_ref }] of chunk.entries()) {
      if (id === undefined) continue;
      realIds.set(id, results[i]!.id);
      if (producer_ref === undefined) known.set(id, { ...results[i]!, duplicate: true });
    }
    yield chunk.map((item, i) => asImported(item, results[i]!));
    start = end;
  }
}

/** Whether the item refers to one whose id is not known yet, or repeats an id of the chunk. */
function needs(item: IngestItem, ids: Set<string>, unknown: Set<string>): boolean {
  const { id, parent_event_id: parent, caused_by: causes = [] } = item;
  if (id !== undefined && ids.has(id)) return true;
  return (
    (parent !== undefined && unknown.has(parent)) || causes.some((cause) => unknown.has(cause))
  );
}

/** Deliveries are looked up within a scope. Many small scopes keep that fast in a large import. */
function withDelivery(event: UnsealedEvent, { producer_ref: ref }: IngestItem): UnsealedEvent {
  if (ref === undefined) return event;
  return { ...event, delivery: { scope: `ingest:${sha256Hex(ref).slice(0, 2)}`, key: ref } };
}

/**
 * Events with the id of an item that has no producer_ref: they were imported before. Such an id is kept unchanged, so
 * one pass over the log finds them.
 */
async function knownEvents(store: EventStore, session: string, items: readonly IngestItem[]) {
  const known = new Map<string, AppendResult>();
  const wanted = new Set(
    items.flatMap(({ id, producer_ref: ref }) =>
      id === undefined || ref !== undefined ? [] : [id],
    ),
  );
  if (wanted.size === 0) return known;
  for await (const { id, seq, hash, previousHash } of store.read(session))
    if (wanted.has(id)) known.set(id, { id, seq, hash, previousHash, duplicate: true });
  return known;
}

function asImported(item: IngestItem, result: AppendResult): Imported {
  return {
    event_id: result.id,
    seq: result.seq,
    hash: bareHash(result.hash),
    event_type: item.event_type,
    producer_ref: item.producer_ref ?? null,
    deduped: result.duplicate,
  };
}
