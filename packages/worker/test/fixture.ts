/** Shared by the tests of this package: a workspace in memory, and a memory with fixed answers. */
import type { EventStore, StoredEvent } from '@hookloom/core/events';
import type { Workspace } from '@hookloom/core/settings';
import { createMemoryStore } from '@hookloom/log';
import {
  openMemory,
  refusedNotes,
  type FactRow,
  type Memory,
  type SearchRequest,
  type SearchResult,
} from '@hookloom/memory';
import type { SourceRow } from '@hookloom/memory/testing';
import { openRuntime } from '../src/compose.ts';
import type { Runtime } from '../src/runtime.ts';

export const workspace: Workspace = {
  root: '/home/dev/demo',
  eventloomDir: '/home/dev/demo/.eventloom',
  domain: 'demo',
  session: 'demo-default',
};

export const clock = { now: () => Date.parse('2026-11-21T10:00:00.000Z') };

export function fact(seq: number, content: string, more: Partial<FactRow> = {}): FactRow {
  return {
    session: workspace.session,
    seq,
    hash: `sha256:${String(seq).padStart(64, '0')}`,
    eventId: `evt_${seq}`,
    eventType: 'decision.made',
    entityName: content,
    entityType: 'decision',
    content,
    properties: {},
    validFrom: '2026-11-20T00:00:00.000Z',
    validTo: null,
    actor: 'user',
    channel: 'user',
    authority: 'accepted',
    importance: 0.5,
    reinforcementCount: 0,
    supersededBy: null,
    ...more,
  };
}

export function source(seq: number, content: string, more: Partial<SourceRow> = {}): SourceRow {
  return {
    session: workspace.session,
    seq,
    hash: `sha256:${String(seq).padStart(64, '0')}`,
    eventId: `evt_${seq}`,
    eventType: 'transcript.turn',
    kind: 'transcript',
    content,
    actor: 'user',
    timestamp: '2026-11-20T00:00:00.000Z',
    channel: 'user',
    metadata: { turn_index: seq },
    ...more,
  };
}

/** Rows in the order of their scores, cut to the limit like in a real memory. */
export function found(
  request: SearchRequest,
  facts: FactRow[],
  sources: SourceRow[],
): SearchResult {
  const wanted = (row: { session: string; seq: number }) =>
    request.sessions.includes(row.session) &&
    row.seq <= (request.asOfSeq ?? Number.MAX_SAFE_INTEGER);
  return {
    facts: facts
      .filter(wanted)
      .slice(0, request.limit)
      .map((row, at) => ({
        lane: 'graph',
        fact: row,
        score: 10 - at,
        parts: { lexical: 10 - at },
        coverage: 1,
      })),
    sources: sources
      .filter(wanted)
      .slice(0, request.limit)
      .map((row, at) => ({
        lane: 'verbatim',
        source: row,
        score: 5 - at,
        parts: { lexical: 5 - at },
        coverage: 0.5,
      })),
    terms: [],
    degraded: [],
  };
}

export interface TestMemory extends Memory {
  asked: SearchRequest[];
}

/** A memory with these rows. */
export function memoryOf(facts: FactRow[], sources: SourceRow[]): TestMemory {
  const asked: SearchRequest[] = [];
  const search = (request: SearchRequest) => {
    asked.push(request);
    return Promise.resolve(found(request, facts, sources));
  };
  return {
    asked,
    search,
    searchSources: async (request) => (await search(request)).sources,
    sync: () => Promise.resolve({ projected: 0, behind: false }),
    repeats: () => Promise.resolve([]),
    edges: () => Promise.resolve([]),
    facts: ({ sessions, types, limit }) =>
      Promise.resolve(
        facts
          .filter(
            (row) => sessions.includes(row.session) && types?.includes(row.entityType) !== false,
          )
          .slice(0, limit),
      ),
    events: () => Promise.resolve([]),
    workingSet: () => Promise.resolve([]),
    recent: () => Promise.resolve([]),
    names: () => Promise.resolve([]),
    knowing: () => Promise.resolve({ words: new Set<string>(), marked: [] }),
    outcomes: () => Promise.resolve([]),
    stats: (session) =>
      Promise.resolve({ session, cursor: null, eventCount: 0, factCount: 0, latest: {}, gaps: [] }),
    notes: refusedNotes(() => Promise.reject(new Error('no notes here'))),
    vectors: null,
    noteQueue: {} as Memory['noteQueue'],
    reset: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

export interface TestRuntime {
  runtime: Runtime;
  store: EventStore;
  memory: TestMemory;
}

export async function runtimeOf(
  facts: FactRow[] = [],
  sources: SourceRow[] = [],
): Promise<TestRuntime> {
  const store = holding(createMemoryStore({ clock }), [...facts, ...sources]);
  const memory = memoryOf(facts, sources);
  const runtime = await openRuntime(workspace, {
    store,
    clock,
    openMemory: () => Promise.resolve(memory),
  });
  return { runtime, store, memory };
}

/** Makes events of invented rows verify, although they were never appended. */
export function holding(store: EventStore, rows: readonly (FactRow | SourceRow)[]): EventStore {
  return {
    ...store,
    async check(session, seqs) {
      const checked = new Map(await store.check(session, seqs));
      for (const row of rows) {
        if (row.session !== session || !seqs.includes(row.seq)) continue;
        const { seq, hash, channel } = row;
        const event = { seq, hash, shredded: null, origin: { channel } } as StoredEvent;
        checked.set(seq, { state: 'held', event });
      }
      return checked;
    },
  };
}

/** A workspace in memory with a real projection of its log. */
export async function projectedRuntime(
  root = workspace.root,
): Promise<{ runtime: Runtime; store: EventStore }> {
  const store = createMemoryStore({ clock });
  const runtime = await openRuntime(
    { ...workspace, root },
    {
      store,
      clock,
      openMemory: () => openMemory({ file: ':memory:', store }),
    },
  );
  return { runtime, store };
}

/** Type, actor and payload of every event of a session. */
export async function eventsOf(store: EventStore, session = workspace.session) {
  const events = [];
  for await (const { seq, type, actorId, payload, origin } of store.read(session))
    events.push({ seq, type, actorId, payload, origin });
  return events;
}
