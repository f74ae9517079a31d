import { createMemoryStore } from '@hookloom/log';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkout, type CheckoutResponse } from '../checkout/checkout.ts';
import type { Memory } from '../memory.ts';
import { openMemory } from '../open-memory.ts';

const session = 's';
const store = createMemoryStore();
let memory: Memory;

const LOG: [timestamp: string, type: string, payload: Record<string, string>][] = [
  ['2026-08-03T09:00', 'decision.made', { decision: 'Reports are cached in Redis' }],
  [
    '2026-08-05T09:00',
    'transcript.turn',
    { role: 'user', content: 'The cache dropped keys at noon.' },
  ],
  [
    '2026-08-10T09:00',
    'transcript.turn',
    { role: 'user', content: 'The migration to zones is done.' },
  ],
  [
    '2026-08-11T09:00',
    'transcript.turn',
    { role: 'user', content: 'The cache dropped keys again.' },
  ],
  ['2026-08-12T09:00', 'user.preference_changed', { preference: 'report cache', value: 'Redis' }],
  ['2026-08-17T09:00', 'user.preference_changed', { preference: 'report cache', value: 'Valkey' }],
  [
    '2026-08-18T09:00',
    'transcript.turn',
    { role: 'user', content: 'Tomasz renewed the certificate.' },
  ],
  [
    '2026-08-19T16:00',
    'transcript.turn',
    { role: 'user', content: 'The cache dropped keys for Ann.' },
  ],
];

beforeAll(async () => {
  await store.append(
    session,
    LOG.map(([at, type, payload], i) => ({
      type,
      actorId: 'user',
      timestamp: `${at}:00.000Z`,
      // Each in its own conversation: the text around a row does not matter here.
      origin: { channel: 'user', session_id: `c${i}` },
      payload,
    })),
  );
  memory = await openMemory({ file: ':memory:', store });
});
afterAll(() => memory.close());

const ask = async (query: string, nowMs = 0) => {
  const found = await memory.search({ query, sessions: [session], limit: 10 });
  return {
    first: found.sources[0]?.source.content ?? null,
    sources: found.sources.map(({ source }) => source.seq),
    parts: found.sources[0]?.parts ?? {},
    time: found.time,
    nowMs,
  };
};
const checked = (query: string, now = 0): Promise<CheckoutResponse> =>
  checkout({ memory, store, clock: { now: () => now } }, { query, session });

test('the row of the requested day comes first, and its score says so', async () => {
  const { first, parts } = await ask('Who saw the cache drop keys last week?');
  expect(first).toContain('again');
  expect(parts['time']).toBe(0.5);
});

test('yesterday is the day before the newest event, whatever the clock says', async () => {
  const asked = 'What happened yesterday?';
  const { time, sources } = await ask(asked);
  expect(sources).toEqual([7]);
  expect(time).toMatchObject({
    phrase: 'yesterday',
    from: '2026-08-18T00:00:00.000Z',
    to: '2026-08-19T00:00:00.000Z',
    newest_event: '2026-08-19T16:00:00.000Z',
  });
  const [now, later] = [await checked(asked), await checked(asked, 1e12)];
  expect(JSON.stringify(later)).toBe(JSON.stringify(now));
});

test.each([
  ['What happened yesterday?', 'yesterday'],
  ['What did we do on 18 August?', '18 August'],
])('answers %s with what happened then', async (query, phrase) => {
  const { quality, current_facts, diagnostics } = await checked(query);
  expect(quality.answerability).toBe('answer_from_memory');
  expect(current_facts.map(({ content }) => content)).toEqual([
    expect.stringContaining('Tomasz renewed the certificate.'),
  ]);
  expect(diagnostics['temporal']).toMatchObject({ phrase });
});

test('an event of another time does not answer a question about a day', async () => {
  const { quality } = await checked('Who renewed the certificate two weeks ago?');
  expect(quality.answerability).toBe('refresh_recommended');
  expect(quality.required_action?.['missing_slots']).toContain('temporal');
  const then = await checked('Who renewed the certificate on 18 August?');
  expect(then.quality.answerability).toBe('answer_from_memory');
});

describe('among equal matches', () => {
  test.each([
    ['When did the cache first drop keys?', 'at noon'],
    ['When did the cache drop keys for the last time?', 'for Ann'],
    ['When did the cache drop keys between 9 August and 15 August?', 'again'],
  ])('%s comes first with "%s"', async (query, words) => {
    expect((await ask(query)).first).toContain(words);
  });
});

test('ranks rows before a named event above rows after it', async () => {
  const before = await ask('When did the cache drop keys before the migration to zones?');
  expect(before.sources.indexOf(2)).toBeLessThan(before.sources.indexOf(4));
  const after = await ask('When did the cache drop keys after the migration to zones?');
  expect(after.sources.indexOf(4)).toBeLessThan(after.sources.indexOf(2));
});

test('cites an event that the question names in words', async () => {
  const { time } = await ask('When did the cache drop keys before the migration to zones?');
  expect(time?.event).toMatchObject({
    relation: 'before',
    citation: expect.stringContaining('/events/3#') as string,
  });
  const unknown = await ask('When did the cache drop keys before the earthquake?');
  expect(unknown.time).toBeUndefined();
});

test('answers as of a day with what was current then, and with nothing later', async () => {
  const then = await checked('What was the report cache as of 13 August?');
  const facts = then.current_facts.map(({ content }) => content).join('\n');
  expect(facts).toContain('Redis');
  expect(facts).not.toContain('Valkey');
  expect(then.diagnostics['temporal']).toMatchObject({ as_of: '2026-08-13T23:59:59.999Z' });
  const now = await checked('What is the report cache?');
  expect(now.current_facts.map(({ content }) => content).join('\n')).toContain('Valkey');
  const { sources } = await ask('What of the cache as of 13 August?');
  expect(sources.every((seq) => seq <= 5)).toBe(true);
});

test('a question without a time has no time in its answer', async () => {
  expect((await ask('Who renewed the certificate?')).time).toBeUndefined();
});
