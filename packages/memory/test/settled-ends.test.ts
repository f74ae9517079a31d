/** Open ends end when a later report settles them. */
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

test.each([
  [
    'user',
    'I still need to translate the onboarding mails.',
    'I have translated the onboarding mails.',
  ],
  [
    'user',
    'I still need to translate the onboarding mails.',
    'the onboarding mails are translated now',
  ],
  ['user', 'next up is the settings page', 'the settings page is done'],
  ['user', 'the csv part isn’t finished', 'ok, the csv part is finished'],
  [
    'user',
    'Ich muss noch die Mails für neue Kunden übersetzen.',
    'Die Mails für neue Kunden sind übersetzt.',
  ],
  [
    'assistant',
    'You still need to set `STRIPE_KEY` in the repository settings before you deploy.',
    'I set STRIPE_KEY in the repository settings.',
  ],
  [
    'assistant',
    'Two things I left for you:\n- the changelog entry\n- the version bump',
    'The changelog entry and the version bump are done.',
  ],
] as const)(
  'an open end of the %s that a person reports as done is no longer open: %s',
  async (role, open, done) => {
    expect(await openAfter(turn(role, open))).toHaveLength(1);
    expect(await openAfter(turn(role, open), turn('user', done))).toEqual([]);
  },
);

test.each([
  ['the csv import isn’t finished', 'I added a test for the csv import.'],
  ['the csv import isn’t finished', 'the csv import is not done yet'],
  ['the csv import isn’t finished', 'is the csv import done?'],
  ['the csv import isn’t finished', 'when the csv import is done, delete the old table'],
])('a person who does not report it as done leaves it open: %s / %s', async (open, said) => {
  const left = await openAfter(turn('user', open), turn('user', said));
  expect(left.some((text) => /csv import/.test(text))).toBe(true);
});
