import { createMemoryStore } from '@hookloom/log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Memory } from '../memory.ts';
import { openMemory } from '../open-memory.ts';
import { unsealedEvents } from './fixtures/coding-events.ts';
import log from './fixtures/coding-log.json' with { type: 'json' };
import { fixedClock, type PlainEvent } from './fixtures/fake-memory.ts';
import { scoreQuestions } from './fixtures/score-questions.ts';

const { session, events } = log as unknown as { session: string; events: PlainEvent[] };
const store = createMemoryStore();
let memory: Memory;

beforeAll(async () => {
  await store.append(session, unsealedEvents(events));
  memory = await openMemory({ file: ':memory:', store });
});

afterAll(async () => {
  await memory.close();
  await store.close();
});

test('the thresholds hold for the real projection of the coding log', async () => {
  const scores = await scoreQuestions({ memory, store, clock: fixedClock }, session);

  expect(scores.falselyAnswered).toBeLessThanOrEqual(0.05);
  expect(scores.refused).toBeLessThanOrEqual(0.15);
  expect(scores.answered).toBeGreaterThanOrEqual(0.8);
  expect(scores.answeredFromGold).toBeGreaterThanOrEqual(0.9);
});
