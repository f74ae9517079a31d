import { createMemoryStore } from '@hookloom/log';
import type { Embedder } from '@hookloom/core/events';
import { expect, test } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { checkout } from './checkout.ts';
import { unsealedEvents } from './fixtures/coding-events.ts';
import { fixedClock } from './fixtures/fake-memory.ts';

/** Every text is close to every question, and such questions usually find an answer. */
const NEAR: Embedder = {
  model: 'near',
  embed: (texts) => Promise.resolve(texts.map(() => Float32Array.of(1, 0))),
  ask: () => Promise.resolve(Float32Array.of(0.6, 0.8)),
  oddsOfRecord: () => 2,
};

async function answerabilityOf(query: string, decision: string): Promise<string> {
  const session = 's';
  const store = createMemoryStore();
  await store.append(
    session,
    unsealedEvents([
      {
        seq: 1,
        type: 'decision.made',
        kind: 'decision',
        name: decision,
        actor: 'user',
        channel: 'user',
        text: decision,
      },
    ]),
  );
  const memory = await openMemory({ file: ':memory:', store, embedder: NEAR });
  await memory.sync();
  await memory.vectors?.embedAll();
  const { quality } = await checkout({ memory, store, clock: fixedClock }, { query, session });
  await memory.close();
  return quality.answerability;
}

test.each([
  ['What did we decide about providers?', 'CI runs on every push to main.'],
  ['Which rules do we have for commit titles?', 'Never push to main on a Friday.'],
  ['What was the decision on retries?', 'The worker logs each call once.'],
])('“%s” is not answered by “%s”, however close it is', async (question, decision) => {
  expect(await answerabilityOf(question, decision)).toBe('refresh_recommended');
});

test.each([
  ['What did we decide about providers?', 'Two providers are enough for the first release.'],
  ['What did we decide about the database?', 'PostgreSQL 16 holds the orders.'],
  ['Which rules do we have for commit titles?', 'Commit titles stay below 72 characters.'],
])('“%s” is answered by “%s”, which names the topic', async (question, decision) => {
  expect(await answerabilityOf(question, decision)).toBe('answer_from_memory');
});
