/**
 * What each read of the memory returns, with every option: searches, facts, relations, rows of the graph, the queue of notes. After a change that you intend, `npx vitest run packages/memory/test/saved --update` saves the new forms: read the difference.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { byOperation, eventDefinitions, type UnsealedEvent } from '@hookloom/core/events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { graphQueries, SCHEMA } from '../../src/graph/write-graph.ts';
import type { Memory } from '../../src/memory.ts';
import { renderIndex } from '../../src/notes/render-index.ts';
import { observationEntry, promptEntry, summaryEntry } from '../../src/notes/index-entry.ts';
import { openMemory } from '../../src/open-memory.ts';
import type { SearchRequest } from '../../src/rows.ts';
import { corpusEvents, corpusLog } from '../projection-corpus.ts';

interface Session {
  name: string;
  turns: { event: UnsealedEvent }[];
  questions: { text: string }[];
}
const loader = pathToFileURL(path.resolve('bench/lib/coding-data.mjs')).href;
const { loadCodingSessions } = (await import(loader)) as {
  loadCodingSessions(split: string): Session[];
};
const coding = loadCodingSessions('dev');
const NAMES = ['corpus', 'types', ...coding.map(({ name }) => name)];
const NOW = Date.UTC(2026, 9, 20);

const { store, record } = corpusLog();
let memory: Memory;
beforeAll(async () => {
  const named = (session: string, events: readonly UnsealedEvent[]) =>
    record(
      session,
      events.map((each, at) => ({ ...each, id: `evt_${session}_${at}` })),
    );
  await named('corpus', corpusEvents('corpus', 150));
  await named(
    'types',
    eventDefinitions.map(({ type, actor, example }, at): UnsealedEvent => {
      const origin = { channel: at % 2 === 0 ? 'user' : 'model' } as const;
      return byOperation({ type, actorId: actor, payload: example, origin });
    }),
  );
  for (const { name, turns } of coding)
    await named(
      name,
      turns.map(({ event }) => event),
    );
  memory = await openMemory({ file: ':memory:', store });
  await memory.sync();
});
afterAll(() => memory.close());

/** Without hashes, which change with every detail of an event, and with the beginnings of long texts. */
function short(_: string, value: unknown): unknown {
  if (value instanceof Set) return [...(value as Set<unknown>)];
  if (value instanceof Map) return [...(value as Map<unknown, unknown>)];
  if (typeof value === 'number') return Number(value.toPrecision(9));
  if (typeof value !== 'string') return value;
  const text = value.replace(/[0-9a-f]{12,64}/g, 'HEX');
  return text.length > 32 ? `${text.slice(0, 32)}…` : text;
}
const HOURS = [0, 9.5, 12, 23.9].map((hour) => hour * 3_600_000);
const lines = (values: readonly unknown[]) =>
  values.map((value) => JSON.stringify(value, short)).join('\n');

test('searches with each option find the saved rows', async () => {
  const found: unknown[] = [];
  const options: Partial<SearchRequest>[] = [
    {},
    { limit: 3, includeSuperseded: true },
    { also: ['idempotency', 'retry'], scoring: 'temporal' },
    { asOfSeq: 25 },
    { asOfTime: '2026-05-01T00:20:00.000Z' },
    { sessions: NAMES, limit: 6 },
  ];
  for (const { name, questions } of coding)
    for (const { text: query } of questions.slice(0, 4))
      for (const more of options)
        found.push(
          { query, ...more },
          await memory.search({ query, sessions: [name], limit: 8, ...more }),
        );
  for (const query of ['', 'src/queue.ts', 'lease', '"lease queue"', 'yesterday', 'T-12', 'a b c'])
    found.push(
      query,
      await memory.search({ query, sessions: ['corpus', 'types'], limit: 5 }),
      await memory.searchSources({ query, sessions: ['corpus'], limit: 5 }),
    );
  await expect(lines(found)).toMatchFileSnapshot('found-by-searches.txt');
});

test('facts, events and relations are read in the saved form', async () => {
  const rows: unknown[] = [];
  const facts = [
    { limit: 5 },
    { limit: 200, includeSuperseded: true },
    { limit: 20, types: ['decision', 'task'] },
    { limit: 20, asOfSeq: 30 },
    { limit: 20, seqs: [1, 2, 3, 40], includeSuperseded: true },
  ];
  const events = [
    { containing: '', types: ['command.completed'], limit: 4 },
    { containing: 'tests', limit: 5 },
    { containing: 'tests fail', limit: 3, asOfSeq: 40 },
  ];
  for (const session of NAMES) {
    const sessions = [session];
    const names = (await memory.names(session)).slice(0, 8);
    for (const request of facts) rows.push(await memory.facts({ sessions, ...request }));
    rows.push(await memory.facts({ sessions, names: names.map(({ name }) => name), limit: 20 }));
    for (const request of events) rows.push(await memory.events({ sessions, ...request }));
    for (const direction of ['in', 'out', 'both'] as const)
      for (const more of [{}, { plain: true, depth: 3 }, { asOfSeq: 30, plain: true }])
        rows.push(
          await memory.edges({ sessions, entities: names, direction, depth: 1, limit: 9, ...more }),
        );
    rows.push(
      await memory.outcomes(sessions, 'general'),
      await memory.repeats(session),
      await memory.workingSet(session, { asOfTime: '2026-05-01T00:30:00.000Z' }),
      await memory.recent(session, 3, { asOfSeq: 20 }),
      (await memory.knowing(session)).marked,
      await memory.stats(session, { fresh: false }),
    );
  }
  await expect(rows.map((row) => lines([row].flat())).join('\n\n')).toMatchFileSnapshot(
    'facts-and-relations.txt',
  );
});

test('the graph of each session has its saved rows and queries', async () => {
  const graph = memory.graph!;
  const rows: unknown[] = [...SCHEMA];
  for (const session of NAMES.slice(0, 2)) {
    const head = (await graph.head(session))!;
    const hash = await graph.hashAt(session, head.seq);
    rows.push(session, { ...head, hash: hash === null ? null : 'HEX' });
    rows.push(await graph.hashAt(session, 9999));
    for (const [after, to] of [
      [0, 20],
      [20, head.seq],
    ] as const) {
      const read = await graph.rows(session, after, to);
      rows.push(...read.statements, ...read.relations, ...read.events);
      for (const { text, values } of graphQueries({ log: 'log', session }, read, (name) =>
        name.toLowerCase(),
      ))
        rows.push(
          text,
          JSON.stringify(values, short).length,
          Object.entries(values ?? {}).slice(0, 2),
        );
    }
  }
  await expect(lines(rows)).toMatchFileSnapshot('rows-of-the-graph.txt');
});

test('work that waits for notes is leased, returned and listed in the saved form', async () => {
  const { noteQueue: queue, notes } = memory;
  const rows: unknown[] = [];
  for (const log of NAMES) {
    const request = { limit: 4, now: NOW, holder: log, leaseMs: 60_000, gone: ['types'] };
    const work = await queue.claim(request);
    const ids = work.map(({ id }) => id);
    rows.push(log, ...work, await queue.counts(), await queue.holders());
    rows.push(await queue.held(ids, { now: NOW, holder: log }));
    rows.push(await queue.held(ids, { now: NOW, holder: 'two' }));
    rows.push(await queue.held(ids, { now: NOW + 600_000, holder: log }));
    await queue.release(ids.slice(0, 2), { retryAt: NOW + 1000 });
    await queue.release(ids.slice(2, 3), { isCounted: false });
    for (const status of [undefined, 'pending', 'processing', 'dead'] as const)
      rows.push(...(await queue.list({ ...(status !== undefined && { status }), limit: 3 })));
    for (const { contentSessionId } of work.slice(0, 1))
      rows.push(...(await queue.earlier(log, contentSessionId)));
  }
  rows.push(...(await queue.ledger()), ...(await queue.ledger({ day: '2026-05-01' })));
  for (const log of NAMES) {
    const page = { log, limit: 4 };
    rows.push(
      renderIndex([
        ...(await notes.observations(page)).map((row) => ({ ...observationEntry(row), label: '' })),
        ...(await notes.summaries(page)).map((row) => ({ ...summaryEntry(row), label: 'S' })),
        ...(await notes.prompts(page)).map((row, at) => ({
          ...promptEntry(row),
          label: `#P${at}`,
          isAnchor: at === 0,
          epoch: HOURS[at % 4]! + at * 86_400_000,
        })),
      ]).split('\n'),
    );
  }
  await expect(lines(rows)).toMatchFileSnapshot('queue-of-notes.txt');
});
