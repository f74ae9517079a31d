/** Open ends of assistants end when a later report settles them. */
import { createMemoryStore } from '@hookloom/log';
import { expect, test } from 'vitest';
import { openMemory } from '../src/open-memory.ts';
import { event } from './agent-events.ts';

const turn = (role: 'user' | 'assistant', content: string) =>
  event(
    'transcript.turn',
    { role, content },
    { actorId: role, origin: { channel: role === 'user' ? 'user' : 'model', session_id: 'x' } },
  );

async function openAfter(...events: ReturnType<typeof turn>[]): Promise<string[]> {
  const store = createMemoryStore();
  await store.append('a', events);
  const memory = await openMemory({ file: ':memory:', store });
  const facts = await memory.facts({ sessions: ['a'], types: ['open'], limit: 20 });
  await memory.close();
  return facts.map(({ content }) => content);
}

test.each([
  [
    'The rollback script for the orders table has not been written.',
    'I have written the rollback script for the orders table.',
  ],
  ['The two edited parser files are still uncommitted.', 'Committed everything as 3f2a1bc.'],
  ['Three tests in `parse.spec.ts` are still failing.', 'All tests pass now.'],
  [
    'Die beiden Dateien sind noch nicht committet.',
    'Ich habe beide Dateien committet und alles angelegt.',
  ],
])('an open end that an assistant reports as done is no longer open: %s', async (open, done) => {
  expect(await openAfter(turn('assistant', open))).toEqual([open]);
  expect(
    await openAfter(
      turn('assistant', open),
      turn('user', 'Please do that.'),
      turn('assistant', done),
    ),
  ).toEqual([]);
});

test.each([
  [
    'The rollback script for the orders table has not been written.',
    'I have written the page about imports.',
  ],
  ['The Windows build remains untested.', 'All tests pass now.'],
  ['The webhook secret is a placeholder.', 'Committed everything as 3f2a1bc.'],
])('a report about something else leaves it open: %s', async (open, done) => {
  expect(await openAfter(turn('assistant', open), turn('assistant', done))).toEqual([open]);
});

test('an assistant never ends an open end of a person', async () => {
  const open = 'The rollback script for the orders table is still missing.';
  const done = 'I have written the rollback script for the orders table.';
  expect(await openAfter(turn('user', open), turn('assistant', done))).toEqual([open]);
});
