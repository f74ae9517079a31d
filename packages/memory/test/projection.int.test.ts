import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { EventStore } from '@hookloom/core/events';
import { createMemoryStore } from '@hookloom/log';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openMemory } from '../src/open-memory.ts';
import { openDatabase } from '../src/store/sqlite/driver.ts';
import { agentEvent, event } from './agent-events.ts';
import { dump } from './dump.ts';
import { createToyEmbedder } from './toy-embedder.ts';

let dir: string;
let count = 0;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-memory-'));
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

const freshFile = () => path.join(dir, `${count++}`, 'memory.sqlite');

async function dumpOf(file: string): Promise<unknown> {
  const db = await openDatabase(file);
  try {
    return dump(db);
  } finally {
    db.close();
  }
}

test.each([
  ['words alone', undefined],
  ['vectors', createToyEmbedder()],
])(
  'a rebuilt projection equals one that followed the log live, in any batches, with restarts between: %s',
  async (_, embedder) => {
    const open = (file: string, store: EventStore) =>
      openMemory({ file, store, ...(embedder !== undefined && { embedder }) });
    const step = fc.record({
      session: fc.constantFrom('a', 'b'),
      events: fc.array(agentEvent, { minLength: 1, maxLength: 6 }),
      reopen: fc.boolean(),
      sync: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const store = createMemoryStore();
        const live = freshFile();
        let memory = await open(live, store);
        for (const { session, events, reopen, sync } of steps) {
          await store.append(session, events);
          await memory.sync(undefined, sync === undefined ? {} : { maxEvents: sync });
          if (!reopen) continue;
          await memory.close();
          memory = await open(live, store);
        }
        await memory.sync();
        await memory.close();
        const rebuilt = freshFile();
        const second = await open(rebuilt, store);
        await second.sync();
        await second.close();
        expect(await dumpOf(live)).toEqual(await dumpOf(rebuilt));
      }),
      { numRuns: 30 },
    );
  },
);

test('forgotten content is in no table, and a rebuild without it gives the same', async () => {
  const store = createMemoryStore();
  const [kept, secret] = await store.append('s', [
    event('decision.made', { decision: 'lock', rationale: 'keep this' }),
    event('decision.made', { decision: 'lock', rationale: 'the heron nests in building nine' }),
  ]);
  const file = freshFile();
  const memory = await openMemory({ file, store });
  await memory.sync();
  await store.append('s', [
    event('memory.forgotten', {
      events: [{ id: secret!.id, seq: secret!.seq, digest: 'sha256:00' }],
    }),
  ]);
  const request = {
    query: 'heron building nine lock',
    sessions: ['s'],
    limit: 10,
    includeSuperseded: true,
  };
  const { facts, sources } = await memory.search(request);
  await memory.close();
  expect(facts.map(({ fact }) => [fact.seq, fact.validTo])).toEqual([[kept!.seq, null]]);
  expect(sources.map(({ source }) => source.seq)).toEqual([kept!.seq]);
  expect(JSON.stringify(await dumpOf(file))).not.toContain('heron');
});

test('two projectors at once do not duplicate an event', async () => {
  const store = createMemoryStore();
  await store.append(
    's',
    Array.from({ length: 50 }, (_, i) => event('goal.created', { title: `goal ${i}` })),
  );
  const file = freshFile();
  const memories = await Promise.all([1, 2, 3].map(() => openMemory({ file, store })));
  await Promise.all(memories.map((memory) => memory.sync()));
  expect((await memories[0]!.stats('s')).eventCount).toBe(50);
  expect(
    (await memories[1]!.search({ query: 'goal', sessions: ['s'], limit: 100 })).sources,
  ).toHaveLength(50);
  for (const memory of memories) await memory.close();
});

test('a file that is not a database, or of another version, is rebuilt', async () => {
  const store = createMemoryStore();
  await store.append('s', [event('goal.created', { title: 'Ship it' })]);
  const file = freshFile();
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, 'this is no database, but it is long enough to be looked at as one');
  const memory = await openMemory({ file, store });
  expect((await memory.search({ query: 'ship', sessions: ['s'], limit: 5 })).facts).toHaveLength(1);
  await memory.close();
});

test('projects a log again if it no longer contains what was projected', async () => {
  const file = freshFile();
  const first = createMemoryStore();
  await first.append('s', [event('goal.created', { title: 'Old goal' })]);
  const memory = await openMemory({ file, store: first });
  await memory.sync();
  await memory.close();
  const second = createMemoryStore();
  await second.append('s', [
    event('goal.created', { title: 'New goal' }),
    event('goal.created', { title: 'Another' }),
  ]);
  const reopened = await openMemory({ file, store: second });
  const { facts } = await reopened.search({ query: 'goal', sessions: ['s'], limit: 5 });
  await reopened.close();
  expect(facts.map(({ fact }) => fact.entityName).toSorted()).toEqual(['Another', 'New goal']);
});

test('the projection is readable by its owner only', async () => {
  const file = freshFile();
  const memory = await openMemory({ file, store: createMemoryStore() });
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect(fs.statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
  await memory.close();
});

test('forgotten bytes are in no file of an open projection', async () => {
  const store = createMemoryStore();
  const [secret] = await store.append('s', [
    event('decision.made', { decision: 'lock', rationale: 'quetzal feathers' }),
    event('decision.made', { decision: 'other', rationale: 'stays' }),
  ]);
  const file = freshFile();
  const memory = await openMemory({ file, store });
  await memory.sync();
  await store.append('s', [
    event('memory.forgotten', {
      events: [{ id: secret!.id, seq: secret!.seq, digest: 'sha256:00' }],
    }),
  ]);
  await memory.sync();
  const bytes = fs
    .readdirSync(path.dirname(file))
    .map((name) => fs.readFileSync(path.join(path.dirname(file), name), 'latin1'))
    .join('');
  expect(bytes).toContain('stays');
  expect(bytes).not.toContain('quetzal');
  await memory.close();
});

test('a process that projects after another one emptied the session loses no fact', async () => {
  const store = createMemoryStore();
  const file = freshFile();
  const [a, b] = [await openMemory({ file, store }), await openMemory({ file, store })];
  const [first] = await store.append('s', [
    event('goal.created', { title: 'alpha' }),
    event('task.proposed', { taskId: 'T-1', summary: 'beta' }),
    event('task.proposed', { taskId: 'T-2', summary: 'gamma' }),
  ]);
  await a.sync();
  await store.append('s', [
    event('memory.forgotten', { events: [{ id: first!.id, seq: 1, digest: 'sha256:00' }] }),
  ]);
  await b.sync();
  await store.append('s', [event('task.completed', { taskId: 'T-2', summary: 'gamma done' })]);
  await a.sync();
  await a.close();
  await b.close();
  const rebuilt = freshFile();
  const second = await openMemory({ file: rebuilt, store });
  await second.sync();
  await second.close();
  expect(await dumpOf(file)).toEqual(await dumpOf(rebuilt));
});

test('finds the current version of a task after three hundred older ones', async () => {
  const store = createMemoryStore();
  await store.append('s', [
    event('task.proposed', { taskId: 'T-9', title: 'Write the torn tail test' }),
    ...Array.from({ length: 300 }, (_, i) =>
      event('task.claimed', { taskId: 'T-9', summary: `torn tail attempt ${i}` }),
    ),
    event('task.completed', {
      taskId: 'T-9',
      summary:
        'every byte of the last three lines is cut once, on both drivers and in a real process',
    }),
  ]);
  const memory = await openMemory({ file: ':memory:', store });
  const { facts } = await memory.search({ query: 'torn tail test', sessions: ['s'], limit: 10 });
  await memory.close();
  expect(facts.map(({ fact }) => [fact.entityName, fact.seq, fact.properties['title']])).toEqual([
    ['T-9', 302, 'Write the torn tail test'],
  ]);
});

test('a question does not find a proposed belief, but finds other content', async () => {
  const store = createMemoryStore();
  await store.append('s', [
    event('belief.update.proposed', { belief_id: 'b', claim: 'the moon is cheese' }),
    event('deploy.finished', { note: 'the moon build is out' }),
  ]);
  const memory = await openMemory({ file: ':memory:', store });
  const { facts } = await memory.search({ query: 'moon', sessions: ['s'], limit: 10 });
  await memory.close();
  expect(Object.fromEntries(facts.map(({ fact }) => [fact.eventType, fact.authority]))).toEqual({
    'deploy.finished': 'observed',
  });
});
