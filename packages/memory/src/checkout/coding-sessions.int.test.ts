import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { UnsealedEvent } from '@hookloom/core';
import { createMemoryStore } from '@hookloom/log';
import { expect, test } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { checkout } from './checkout.ts';

interface Session {
  turns: { event: UnsealedEvent }[];
  questions: { id: string; text: string; gold: Set<string> }[];
}

const loader = pathToFileURL(path.resolve('bench/lib/coding-data.mjs')).href;
const { loadCodingSessions } = (await import(loader)) as {
  loadCodingSessions(split: string): Session[];
};

test('of 150 questions about coding sessions few without an answer are answered, and few with one refused', async () => {
  const answered: string[] = [];
  const refused: string[] = [];
  let [answerable, others] = [0, 0];
  for (const { turns, questions } of loadCodingSessions('all')) {
    const store = createMemoryStore();
    await store.append(
      's',
      turns.map(({ event }) => event),
    );
    const memory = await openMemory({ file: ':memory:', store });
    const now = Date.parse(turns.at(-1)!.event.timestamp!) + 3_600_000;
    for (const { id, text, gold } of questions) {
      const deps = { memory, store, clock: { now: () => now } };
      const { answerability } = (await checkout(deps, { query: text, session: 's' })).quality;
      if (gold.size > 0) answerable++;
      else others++;
      if (gold.size === 0 && answerability === 'answer_from_memory') answered.push(id);
      if (gold.size > 0 && answerability === 'ask_user') refused.push(id);
    }
    await memory.close();
  }
  expect(answerable + others).toBe(150);
  expect(others / 150).toBeGreaterThanOrEqual(0.3);
  expect(answered.length / others, answered.join(' ')).toBeLessThanOrEqual(0.05);
  expect(refused.length / answerable, refused.join(' ')).toBeLessThanOrEqual(0.15);
});
