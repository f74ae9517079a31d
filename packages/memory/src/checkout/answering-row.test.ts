import { createMemoryStore } from '@hookloom/log';
import type { Embedder } from '@hookloom/core/events';
import { expect, test } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { checkout } from './checkout.ts';
import { unsealedEvents } from './fixtures/coding-events.ts';
import { fixedClock } from './fixtures/fake-memory.ts';

const LIMIT = 'Uploads end at 4 GB.';
const CAUSE = 'Uploads broke because the proxy cut them.';

/** Both texts are equally near to the question; only the second dimension tells which one answers. */
const LEARNED: Embedder = {
  model: 'learned',
  embed: (texts) =>
    Promise.resolve(texts.map((text) => Float32Array.of(0.7, text.includes('GB') ? 0.7 : -0.7))),
  ask: () => Promise.resolve(Float32Array.of(1, 0)),
  oddsOfRecord: () => 1,
  answerDirection: () => Float32Array.of(7, 5),
};

async function answerabilityOf(query: string, said: string): Promise<string> {
  const session = 's';
  const store = createMemoryStore();
  await store.append(
    session,
    unsealedEvents([
      {
        seq: 1,
        type: 'decision.made',
        kind: 'decision',
        name: said,
        actor: 'user',
        channel: 'user',
        text: said,
      },
    ]),
  );
  const memory = await openMemory({ file: ':memory:', store, embedder: LEARNED });
  await memory.sync();
  await memory.vectors?.embedAll();
  const { quality } = await checkout({ memory, store, clock: fixedClock }, { query, session });
  await memory.close();
  return quality.answerability;
}

test('a row with the requested fact is an answer, but an equally similar row about the same subject is not', async () => {
  const question = 'What is the maximum for uploads?';
  expect(await answerabilityOf(question, LIMIT)).toBe('answer_from_memory');
  expect(await answerabilityOf(question, CAUSE)).toBe('refresh_recommended');
});
