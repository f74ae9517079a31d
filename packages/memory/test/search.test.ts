import { createMemoryStore } from '@hookloom/log';
import type { EventStore } from '@hookloom/core/events';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Memory } from '../src/memory.ts';
import { openMemory } from '../src/open-memory.ts';
import { agentEvent, event } from './agent-events.ts';

let store: EventStore;
let memory: Memory;
beforeEach(async () => {
  store = createMemoryStore();
  memory = await openMemory({ file: ':memory:', store });
});
afterEach(() => memory.close());

const turn = (content: string, more: Parameters<typeof event>[2] = {}, role = 'user') =>
  event('transcript.turn', { role, content }, { actorId: role, ...more });
const search = (query: string, sessions = ['s'], limit = 10) =>
  memory.search({ query, sessions, limit });

test('finds a turn by its own words, with its neighbours behind it', async () => {
  await store.append('s', [
    turn('shall we talk about the map page'),
    turn('Leaflet it is', {}, 'assistant'),
    turn('fine'),
    ...Array.from({ length: 10 }, (_, i) => turn(`something else number ${i}`)),
  ]);
  const { sources, terms } = await search('Leaflet');
  expect(sources.map(({ source }) => source.seq)).toEqual([2, 1, 3, 4, 5]);
  expect(sources[0]!.source.content).toBe('assistant: Leaflet it is');
  expect(sources[0]!.coverage).toBe(1);
  expect(sources[1]!.coverage).toBe(0);
  expect(terms).toEqual([{ term: 'leaflet', documentFrequency: 1 }]);
});

test("concurrent conversations are not each other's context", async () => {
  const of = (id: string) => ({ origin: { channel: 'user' as const, session_id: id } });
  await store.append('s', [
    turn('the map page needs a library', of('one')),
    turn('my cat is ill', of('two')),
    turn('Leaflet', of('one')),
    turn('the vet has time', of('two')),
    event('decision.made', { decision: 'agreed' }, { origin: { channel: 'mcp' } }),
  ]);
  // An event without a client session belongs to the current conversation.
  expect((await search('Leaflet')).sources.map(({ source }) => source.seq)).toEqual([3, 1]);
  expect((await search('vet')).sources.map(({ source }) => source.seq)).toEqual([4, 2, 5]);
});

test('ranks the named speaker first and keeps the others', async () => {
  await store.append('s', [
    turn('I like tea', {}, 'Marta'),
    turn('unrelated', {}, 'Piet'),
    turn('I like tea a lot and much more of it', {}, 'Piet'),
  ]);
  expect(
    (await search('what does Piet like, tea?')).sources.map(({ source }) => source.seq),
  ).toEqual([3, 2, 1]);
});

test('finds what happened on a named day, even without a word in common', async () => {
  await store.append('s', [
    turn('lunch', { timestamp: '2026-05-07T10:00:00.000Z' }),
    ...Array.from({ length: 9 }, () => turn('work', { timestamp: '2026-06-01T10:00:00.000Z' })),
  ]);
  expect((await search('on 7 May 2026')).sources[0]!.source.seq).toBe(1);
});

test('ranks an entity named in the question first, even if others share more words', async () => {
  await store.append('s', [
    event('task.proposed', { taskId: 'T-12', summary: 'write it' }),
    event('task.proposed', { taskId: 'T-120', summary: 'status of T 12 and status of all' }),
  ]);
  const [hit] = (await search('status of T-12?')).facts;
  expect([hit!.fact.entityName, hit!.parts['exact'], hit!.coverage]).toEqual(['T-12', 2, 1]);
});

test('near-duplicates fold into one row that cites them all', async () => {
  const [first, second, third] = await store.append('s', [
    turn('deploy goes to Frankfurt'),
    turn('Deploy  goes to  FRANKFURT'),
    turn('deploy goes to frankfurt'),
  ]);
  const { sources } = await search('frankfurt deploy');
  expect(sources).toHaveLength(1);
  const cited = [
    `eventloom://s/events/${sources[0]!.source.seq}#`,
    ...(sources[0]!.source.metadata['also'] as string[]),
  ];
  expect(new Set(cited.map((text) => text.split('#')[0]))).toEqual(
    new Set([first, second, third].map((result) => `eventloom://s/events/${result!.seq}`)),
  );
});

test('telemetry never comes back as memory', async () => {
  await store.append('s', [
    event('memory.checkout.completed', { query: 'wombat', checkout_id: 'c' }),
    event('memory.feedback', { comment: 'wombat' }),
    event('memory.reminder.suggested', { reason: 'wombat' }),
    event('hook.brand_new_event', { text: 'wombat' }),
    event('tool.call.completed', {
      tool_name: 'memory_checkout',
      self: true,
      result_summary: 'wombat',
    }),
  ]);
  expect(await search('wombat')).toEqual({
    facts: [],
    sources: [],
    terms: [{ term: 'wombat', documentFrequency: 0 }],
    degraded: [],
  });
  expect(await memory.recent('s', 10)).toEqual([]);
  expect((await memory.stats('s')).eventCount).toBe(5);
});

test('a session outside the request never appears, in any lane, now or at a seq', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), agentEvent), {
        minLength: 5,
        maxLength: 40,
      }),
      fc.constantFrom<string[]>(['a'], ['b', 'c'], ['absent']),
      fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
      async (events, sessions, asOfSeq) => {
        const log = createMemoryStore();
        const own = await openMemory({ file: ':memory:', store: log });
        for (const [session, item] of events) await log.append(session, [item]);
        await own.sync();
        const { facts, sources } = await own.search({
          query: 'parser lock "due date" src/app.ts T-1 user assistant retry 2026-11',
          sessions,
          limit: 50,
          includeSuperseded: true,
          ...(asOfSeq === undefined ? {} : { asOfSeq }),
        });
        await own.close();
        const rows = [...facts.map(({ fact }) => fact), ...sources.map(({ source }) => source)];
        expect(
          rows.filter(({ session, seq }) => !sessions.includes(session) || seq > (asOfSeq ?? seq)),
        ).toEqual([]);
        expect(JSON.stringify(rows)).not.toMatch(
          sessions[0] === 'a' ? /eventloom:\/\/[bc]\// : /eventloom:\/\/a\//,
        );
      },
    ),
    { numRuns: 40 },
  );
});

test('searches an early position in a long log as well as its end', async () => {
  await store.append(
    's',
    Array.from({ length: 400 }, (_, i) => turn(`retry of the parser, take ${i}`)),
  );
  const sources = await memory.searchSources({
    query: 'parser retry',
    sessions: ['s'],
    limit: 5,
    asOfSeq: 3,
  });
  expect(new Set(sources.map(({ source }) => source.seq))).toEqual(new Set([1, 2, 3]));
});

test('the same log gives the same bytes, whichever session was projected first', async () => {
  for (const session of ['b', 'a']) {
    await store.append(session, [
      turn('use the lock'),
      turn('use the lock file'),
      event('decision.made', { decision: 'lock' }),
    ]);
  }
  const ask = async (order: string[]) => {
    const own = await openMemory({ file: ':memory:', store });
    for (const session of order) await own.sync([session]);
    const answers = [];
    for (let i = 0; i < 2; i++)
      answers.push(
        JSON.stringify(await own.search({ query: 'lock', sessions: ['a', 'b'], limit: 10 })),
      );
    await own.close();
    return answers;
  };
  const answers = [...(await ask(['a', 'b'])), ...(await ask(['b', 'a']))];
  expect(new Set(answers).size).toBe(1);
});

test('a long-running memory answers like a newly opened one after more events, a replaced decision and a forgotten text', async () => {
  const said = (n: number) =>
    turn(`the lock of parser ${n} ${'and more '.repeat(n % 7)}`, {
      origin: { channel: n % 3 === 0 ? 'user' : 'tool' },
    });
  const agrees = async () => {
    const fresh = await openMemory({ file: ':memory:', store });
    for (const query of ['parser lock', 'lock', 'why the lock of parser 17?'])
      expect(await memory.search({ query, sessions: ['s'], limit: 10 })).toEqual(
        await fresh.search({ query, sessions: ['s'], limit: 10 }),
      );
    await fresh.close();
  };
  await store.append('s', [
    ...Array.from({ length: 600 }, (_, n) => said(n)),
    event('decision.made', { decision: 'lock', rationale: 'the parser has two writers' }),
  ]);
  await agrees();
  await store.append('s', [
    said(601),
    event('decision.made', { decision: 'lock', rationale: 'the parser lock is per file now' }),
  ]);
  await agrees();
  const { id, seq } = (await store.at('s', 4))!;
  await store.append('s', [
    event('memory.forgotten', { events: [{ id, seq, digest: 'sha256:00' }] }),
  ]);
  await agrees();
});

const HOSTILE = [
  '"',
  "'",
  '*',
  '^',
  '(',
  ')',
  'AND',
  'OR',
  'NOT',
  'NEAR(',
  'body:',
  '-',
  '+',
  ':',
  '{',
  '}',
  '\0',
  ';--',
  '😀',
  '\ud800',
  '%',
  '_',
  '\\',
  'a@user',
  'f@accepted',
  '`',
  '\n',
  'lock',
  '2026-99-99',
];

test('no question makes a search fail: operators, NUL, half characters, unclosed quotes, thousands of signs', async () => {
  await store.append('s', [
    turn('the lock \u0000 "quoted" 😀 AND NOT body: x*'),
    event('decision.made', { decision: 'lock "it"' }),
  ]);
  const question = fc.oneof(
    fc.array(fc.constantFrom(...HOSTILE), { maxLength: 40 }).map((parts) => parts.join(' ')),
    fc.array(fc.constantFrom(...HOSTILE), { maxLength: 40 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 4096 }),
    fc.constantFrom('x'.repeat(4096), '"'.repeat(4096), 'a1B2 '.repeat(800), '', ' '),
  );
  await fc.assert(
    fc.asyncProperty(question, async (query) => {
      const { facts, sources } = await search(query);
      expect(facts.length + sources.length).toBeLessThanOrEqual(3);
    }),
    { numRuns: 300 },
  );
});

test('finds text that looks like a mark or an operator as text', async () => {
  await store.append('s', [turn('NEAR the f@accepted mark'), turn('something else')]);
  expect((await search('near "f@accepted"')).sources[0]!.source.seq).toBe(1);
});

test('a command or session mark next to the topic is not an answer', async () => {
  await store.append('s', [
    event('session.genesis', { root: '/w', workspace_type: 'codebase' }),
    turn('the heron nests by the lake'),
    event('command.completed', { command: 'ls', exit_code: 0 }),
    turn('where exactly?'),
  ]);
  expect((await search('heron')).sources.map(({ source }) => source.seq)).toEqual([2, 4]);
});
