import { createMemoryStore } from '@hookloom/log';
import { expect, test } from 'vitest';
import { openMemory } from '../src/open-memory.ts';
import { event } from './agent-events.ts';
import { createToyEmbedder } from './toy-embedder.ts';

const LONG = `${'A text about lunch and the boat. '.repeat(3)}Her children went to the zoo.`;

async function similarityOf(readChars?: number): Promise<number> {
  const store = createMemoryStore();
  await store.append('s', [event('transcript.turn', { role: 'user', content: LONG })]);
  const embedder = { ...createToyEmbedder(), ...(readChars !== undefined && { readChars }) };
  const memory = await openMemory({ file: ':memory:', store, embedder });
  await memory.vectors!.embedAll();
  expect(await memory.vectors!.status()).toMatchObject({ embedded: 1, waiting: 0 });
  const { sources } = await memory.search({ query: 'infants tigers', sessions: ['s'], limit: 3 });
  await memory.close();
  return sources[0]!.similarity!;
}

test('a long text is found by the part that is nearest to the question', async () => {
  expect(await similarityOf(60)).toBeGreaterThan(0.9);
});

test('a text with one vector is between its subjects', async () => {
  expect(await similarityOf()).toBeLessThan(0.5);
});
