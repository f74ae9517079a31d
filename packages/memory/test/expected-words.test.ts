/** The words that the asker expects in an answer, and the questions that the writer expects. */
import { createMemoryStore } from '@hookloom/log';
import { expect, test } from 'vitest';
import { checkout } from '../src/checkout/checkout.ts';
import { openMemory } from '../src/open-memory.ts';
import { event } from './agent-events.ts';

const said = (content: string, asked_as?: string[]) =>
  event(
    'decision.made',
    { decision: content, ...(asked_as !== undefined && { asked_as }) },
    // A separate conversation, because neighbours appear together.
    { actorId: 'user', origin: { channel: 'user', session_id: content } },
  );
const OTHERS = ['Lunch is at noon', 'The lift is broken', 'A parcel came', 'Ink is yellow'];

async function memoryOf(...events: Parameters<typeof said>[]) {
  const store = createMemoryStore();
  const appended = await store.append('a', [
    ...OTHERS.map((text) => said(text)),
    ...events.map((each) => said(...each)),
  ]);
  const memory = await openMemory({ file: ':memory:', store });
  const found = async (query: string, also?: string[]) => {
    const { sources } = await memory.search({ query, also, sessions: ['a'], limit: 20 });
    return sources.map(({ source }) => source.seq);
  };
  return { store, memory, found, appended };
}

test('finds a fact by the words that the asker expects, without a word of the question', async () => {
  const { found, memory, store } = await memoryOf(['We settled on Hazelcast', undefined]);
  const question = 'Where do baskets live?';
  expect(await found(question)).toEqual([]);
  expect(await found(question, ['Redis', 'Hazelcast', 'Memcached'])).toEqual([5]);
  const deps = { memory, store, clock: { now: () => Date.UTC(2026, 8, 1) } };
  const asked = { query: question, session: 'a', also: ['Hazelcast'] };
  const { current_facts, quality } = await checkout(deps, asked);
  expect(current_facts[0]!.content).toContain('Hazelcast');
  // A guess of the asker is no evidence that the row answers.
  expect(quality.answerability).not.toBe('answer_from_memory');
  await memory.close();
});

test('a guess that occurs in no text changes neither the rows nor their order', async () => {
  const { found, memory } = await memoryOf(['Sessions are in Hazelcast', undefined]);
  const plain = await found('Where are sessions kept at noon?');
  expect(plain.length).toBeGreaterThan(1);
  expect(await found('Where are sessions kept at noon?', ['Redis', 'Memcached'])).toEqual(plain);
  await memory.close();
});

test('finds a fact by a question recorded with it, and never shows that question', async () => {
  const { found, memory } = await memoryOf(['We settled on Hazelcast', ['Where do baskets live?']]);
  expect(await found('baskets')).toEqual([5]);
  const { sources, facts } = await memory.search({
    query: 'baskets',
    sessions: ['a'],
    limit: 5,
  });
  expect(JSON.stringify([sources, facts])).not.toMatch(/basket/i);
  await memory.close();
});

test('words of such a question count less than the same words in a text', async () => {
  const { found, memory } = await memoryOf(
    ['We settled on Hazelcast', ['Where do baskets live?']],
    ['Where the baskets live is open', undefined],
  );
  expect(await found('Where do baskets live?')).toEqual([6, 5]);
  await memory.close();
});

test('forgets such a question with its fact, and finds it after a rebuild until then', async () => {
  const { found, memory, store, appended } = await memoryOf([
    'We settled on Hazelcast',
    ['Where do baskets live?'],
  ]);
  await memory.reset();
  expect(await found('baskets')).toEqual([5]);
  await store.append('a', [event('memory.forgotten', { events: [{ id: appended.at(-1)!.id }] })]);
  expect(await found('baskets')).toEqual([]);
  await memory.close();
});

test('an event of an unknown type does not show its questions either', async () => {
  const store = createMemoryStore();
  await store.append('a', [
    event('garden.planted', { plant: 'Hazel', asked_as: ['Which tree is by the gate?'] }),
  ]);
  const memory = await openMemory({ file: ':memory:', store });
  const { sources } = await memory.search({ query: 'gate tree', sessions: ['a'], limit: 5 });
  await memory.close();
  expect(sources).toHaveLength(1);
  expect(JSON.stringify(sources)).not.toMatch(/gate/);
});
