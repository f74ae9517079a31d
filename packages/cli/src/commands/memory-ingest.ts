import { HookloomError } from '@hookloom/core/errors';
import type {
  AppendResult,
  Durability,
  EventStore,
  Origin,
  UnsealedEvent,
} from '@hookloom/core/ports/event-store';
import { REFS_SESSION } from '@hookloom/core/session-id';
import { sha256Hex } from '@hookloom/core/sha256';
import { callerOf } from '../command/caller.ts';
import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { jsonOption, sessionOption, text, workspaceOptions } from '../command/options.ts';
import { readNamedFile, readStdin } from '../input/read-input.ts';
import { plural } from '../output/plural.ts';
import type { IngestItem } from '../input/ingest-items.ts';

const MAX_INPUT_BYTES = 256 * 1024 * 1024;
/** Events that are asked for together: enough to make the lock cheap, few enough to show progress. */
const CHUNK = 500;
const PROGRESS_AFTER_MS = 1000;

interface Imported {
  event_id: string;
  seq: number;
  hash: string;
  event_type: string;
  producer_ref: string | null;
  deduped: boolean;
}

export const command = defineCommand({
  name: 'memory ingest',
  summary: 'Append many events from JSON lines; one bad line imports nothing.',
  description:
    'Each line is an object with event_type, actor and payload, and may carry producer_ref, id, parent_event_id and caused_by. A line whose producer_ref was imported before is not imported again; where it also carries an id, the event gets an id of ours and later lines may still refer to the given one.',
  arguments: {},
  options: {
    file: text('--file <jsonl>', 'the lines (default: standard input)'),
    ...sessionOption,
    ...workspaceOptions,
    ...jsonOption,
  },
  examples: [
    { command: 'hookloom memory ingest --file events.jsonl', does: 'import a file' },
    { command: 'my-exporter | hookloom memory ingest', does: 'import a stream' },
  ],
  async run({ options, context }) {
    const { out } = context;
    const workspace = workspaceOf(context, options);
    if (workspace.session === REFS_SESSION) {
      throw new HookloomError(
        'permission_denied',
        `Session ${REFS_SESSION} is written by the log itself.`,
        'Import into another session.',
      );
    }
    const input =
      options.file === undefined
        ? await readStdin(context, MAX_INPUT_BYTES, 'Pass --file or pipe JSON lines in.')
        : readNamedFile(context, options.file, MAX_INPUT_BYTES);
    const { parseItems } = await import('../input/ingest-items.ts');
    const items = parseItems(input);
    const { openJsonlStore } = await import('@hookloom/log/stores/jsonl/index');
    const store = openJsonlStore({ dir: workspace.eventloomDir, clock: { now: context.now } });
    const startedMs = context.now();
    const events: Imported[] = [];
    try {
      for await (const imported of appendAll(store, workspace.session, items, callerOf(context))) {
        events.push(...imported);
        if (context.now() - startedMs > PROGRESS_AFTER_MS) {
          out.progress(`imported ${events.length} of ${items.length}`);
        }
      }
    } finally {
      out.progress(null);
      await store.close();
    }
    const deduped = events.filter((event) => event.deduped).length;
    const imported = events.length - deduped;
    if (options.json) {
      out.json({ imported, deduped, session_id: workspace.session, events });
    } else {
      out.line(
        `Imported ${plural(imported, 'event')} into ${workspace.session}; ${deduped.toLocaleString('en-US')} were there already.`,
      );
    }
  },
});

/**
 * Appends chunk after chunk. A chunk ends before an item that refers to one inside it, because ids of events with a
 * producer_ref are known when they are appended. The last append syncs the file, and with it all before.
 */
async function* appendAll(
  store: EventStore,
  session: string,
  items: IngestItem[],
  origin: Origin,
): AsyncGenerator<Imported[]> {
  const { toEvent } = await import('../input/ingest-items.ts');
  const realIds = new Map<string, string>();
  let start = 0;
  while (start < items.length) {
    const pending = new Set<string>();
    let end = start;
    while (end < items.length && end - start < CHUNK && !refersInto(items[end]!, pending)) {
      const { id, producer_ref } = items[end]!;
      if (id !== undefined && producer_ref !== undefined) pending.add(id);
      end++;
    }
    const chunk = items.slice(start, end);
    const events = chunk.map((item) => withDelivery(toEvent(item, realIds, origin), item));
    const durability: Durability = end === items.length ? 'fsync' : 'os';
    // One append each: the items are no batch, and the store writes what waits together under one lock.
    const results = await Promise.all(
      events.map(async (event) => (await store.append(session, [event], { durability }))[0]!),
    );
    for (const [i, item] of chunk.entries()) {
      if (item.id !== undefined) realIds.set(item.id, results[i]!.id);
    }
    yield chunk.map((item, i) => asImported(item, results[i]!));
    start = end;
  }
}

function refersInto(
  { parent_event_id: parent, caused_by: causes }: IngestItem,
  ids: Set<string>,
): boolean {
  if (ids.size === 0) return false;
  return (parent !== undefined && ids.has(parent)) || (causes ?? []).some((id) => ids.has(id));
}

/** Deliveries are looked up within a scope; many small scopes keep the look-up short in a large import. */
function withDelivery(event: UnsealedEvent, { producer_ref: ref }: IngestItem): UnsealedEvent {
  if (ref === undefined) return event;
  return { ...event, delivery: { scope: `ingest:${sha256Hex(ref).slice(0, 2)}`, key: ref } };
}

function asImported(item: IngestItem, result: AppendResult): Imported {
  return {
    event_id: result.id,
    seq: result.seq,
    hash: result.hash.slice('sha256:'.length),
    event_type: item.event_type,
    producer_ref: item.producer_ref ?? null,
    deduped: result.duplicate,
  };
}
