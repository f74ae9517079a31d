import { createMemoryStore } from '@hookloom/log';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { termsOf } from '../src/salience/name-words.ts';
import type { KnownNames } from '../src/rows.ts';
import { openMemory } from '../src/open-memory.ts';
import { agentEvent, event } from './agent-events.ts';

const shownWords = (index: KnownNames, vocabulary: readonly string[]) => ({
  words: vocabulary.filter((word) => index.words.has(word)),
  marked: index.marked,
});

test('names that are updated between questions equal names that are read again', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(agentEvent, { minLength: 1, maxLength: 4 }), {
        minLength: 1,
        maxLength: 6,
      }),
      async (steps) => {
        const store = createMemoryStore();
        const memory = await openMemory({ file: ':memory:', store });
        const vocabulary = [...new Set(termsOf(JSON.stringify(steps).replaceAll(/[_-]/g, ' ')))];
        for (const events of steps) {
          await store.append('s', events);
          const fresh = await openMemory({ file: ':memory:', store });
          expect(shownWords(await memory.knowing('s'), vocabulary)).toEqual(
            shownWords(await fresh.knowing('s'), vocabulary),
          );
          await fresh.close();
        }
        await memory.close();
      },
    ),
    { numRuns: 40 },
  );
});

test('a name whose facts have ended is no longer known', async () => {
  const store = createMemoryStore();
  const memory = await openMemory({ file: ':memory:', store });
  const knows = async (word: string) => (await memory.knowing('s')).words.has(word);
  await store.append('s', [event('decision.made', { decision: 'Use Frankfurt' })]);
  expect(await knows('frankfurt')).toBe(true);
  const ended = { entity_name: 'Use Frankfurt', entity_type: 'decision' };
  const invalid_at = '2126-11-21T00:00:00.000Z';
  await store.append('s', [event('fact.invalidated', { ...ended, invalid_at })]);
  expect(await knows('frankfurt')).toBe(false);
  await store.append('s', [event('decision.made', { decision: 'Use Frankfurt' })]);
  expect(await knows('frankfurt')).toBe(true);
  await memory.close();
});
