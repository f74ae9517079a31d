/** What a checkout answers from statements that were corrected, removed or limited in time. */
import type { EventStore } from '@hookloom/core/events';
import { createMemoryStore } from '@hookloom/log';
import { expect, test } from 'vitest';
import { openMemory } from '../src/open-memory.ts';
import {
  append,
  appendAt,
  ask,
  folder,
  memory,
  statements,
  turn,
  withStatementMemory,
} from './statement-memory.ts';

withStatementMemory();

test('a checkout answers with what a person changed, and lists what it replaced', async () => {
  await appendAt(
    turn('user', 'The staging server runs on port 8080.'),
    turn('user', 'The production server runs on port 8443.'),
    turn('user', 'No, the staging server runs on port 9000 now.'),
  );
  const { current_facts, retention, quality } = await ask(
    'Which port does the staging server use?',
  );
  expect(current_facts.map(({ content }) => content)).toEqual([
    'No, the staging server runs on port 9000 now.',
    'The production server runs on port 8443.',
  ]);
  expect(retention.superseded).toMatchObject([
    {
      content: 'The staging server runs on port 8080.',
      superseded_by: current_facts[0]!.citation,
      valid_to: expect.any(String),
    },
  ]);
  expect(quality.answerability).toBe('answer_from_memory');
});

test('a sentence that is no longer valid is not an answer, but the rest of its turn still is', async () => {
  await appendAt(
    turn('user', 'The mail provider is Postmark. The object storage costs 5 EUR a month.'),
    turn('user', "Let's move from Postmark to Amazon SES."),
  );
  const mail = await ask('Which mail provider do we use?');
  expect(JSON.stringify([mail.current_facts, mail.evidence])).not.toContain(
    'mail provider is Postmark',
  );
  const storage = await ask('What does the object storage cost?');
  expect(storage.current_facts[0]!.content).toContain('The object storage costs 5 EUR a month.');
});

test('a long turn is still an answer after its only statement has ended', async () => {
  const details =
    'Rule format of init:\n- cursor\n- generic\n\nTask backend:\n- markdown\n- csv\n\n';
  await appendAt(
    turn('user', `We use Memcached for the sessions.\n\n${details.repeat(4)}`),
    turn('user', 'We use Redis instead of Memcached for the sessions.'),
  );
  const { current_facts, evidence } = await ask('Which rule formats does init have?');
  const shown = JSON.stringify([...current_facts, ...evidence]);
  expect(shown).toContain('generic');
  expect(shown).not.toContain('We use Memcached');
});

test('a short turn is shown in full, because the answer may be next to its statement', async () => {
  await appendAt(
    turn(
      'user',
      'We decided to merge the importer into the master branch. Ingrid asks the county on Thursday.',
    ),
  );
  const { current_facts } = await ask('What did we decide about the importer?');
  expect(current_facts[0]!.content).toContain('Ingrid asks the county on Thursday.');
});

test('a value alone corrects the sentence of the previous turn', async () => {
  await appendAt(
    turn('user', 'The API server listens on port 8080.'),
    turn('assistant', 'Noted.'),
    turn('user', 'No, 9000.'),
  );
  expect(await statements()).toMatchObject([
    { content: 'The API server listens on port 8080.', holds: false, by: 3 },
    { content: 'The API server listens on port 9000.', holds: true, kind: 'decision' },
  ]);
  const { current_facts } = await ask('Which port does the API server listen on?');
  expect(current_facts[0]).toMatchObject({ content: 'The API server listens on port 9000.' });
});

test('a value with its unit and reason is answered with the corrected sentence', async () => {
  await appendAt(
    turn('user', 'keep 90 days of readings, older ones get averaged per hour'),
    turn('assistant', 'Noted.'),
    turn('user', 'hmm actually make that 180 days, disk is big enough'),
  );
  const { current_facts } = await ask('How many days of readings do we keep?');
  expect(current_facts[0]!.content).toContain('keep 180 days of readings');
});

test('a value alone that answers a question, or fits nothing, corrects nothing', async () => {
  await append(
    turn('user', 'We keep backups on port 8080.'),
    turn('assistant', 'Should we use option 1?'),
    turn('user', 'No, 2.'),
    turn('assistant', 'Done.'),
    turn('user', 'No, 9000.'),
  );
  expect((await statements()).filter(({ channel }) => channel === 'user')).toMatchObject([
    { content: 'We keep backups on port 8080.', holds: true },
  ]);
});

test('a choice and its rejected alternative are one statement, and a decision is not an open end', async () => {
  await append(
    turn('user', 'We chose Postgres for the ledger; we rejected MySQL because of its locks.'),
    turn('user', "We haven't decided yet which cache to use."),
    turn('user', 'Wir haben noch nicht entschieden, welchen Cache wir nehmen.'),
    turn('user', 'No, we use Valkey for the locks.'),
  );
  const all = await statements();
  expect(all.map(({ kind, content }) => [kind, content])).toEqual([
    ['decision', 'We chose Postgres for the ledger; we rejected MySQL because of its locks.'],
    ['open', "We haven't decided yet which cache to use."],
    ['open', 'Wir haben noch nicht entschieden, welchen Cache wir nehmen.'],
    ['decision', 'No, we use Valkey for the locks.'],
  ]);
});

test('a person can also take back a sentence that was not a statement', async () => {
  await appendAt(
    turn('user', 'Customers get a discount code by mail.'),
    turn('user', 'We abandoned the discount code for customers.'),
  );
  expect(await statements()).toMatchObject([
    { seq: 1, holds: false, by: 2 },
    { seq: 2, holds: true },
  ]);
});

test('a temporary statement ends after its time, and is not an answer afterwards', async () => {
  await appendAt(
    turn('user', 'Support tickets go to Maria.'),
    turn('user', 'This week support tickets go to Paul.'),
  );
  const first = async (days: number) =>
    (await ask('Who gets the support tickets?', days)).current_facts.map(({ content }) => content);
  expect(await first(1)).toEqual(['This week support tickets go to Paul.']);
  expect(await first(10)).toEqual(['Support tickets go to Maria.']);
});

test('a statement that becomes valid later replaces the older one only then', async () => {
  await appendAt(
    turn('user', 'The API runs on Node 20.'),
    turn('user', 'From March 9 the API runs on Node 24.'),
  );
  const first = async (days: number) =>
    (await ask('Which Node version does the API run on?', days)).current_facts.map(
      ({ citation }) => /events\/(\d+)/.exec(citation ?? '')?.[1],
    );
  expect(await first(1)).toEqual(['1']);
  expect(await first(10)).toEqual(['2']);
});

test('removes one item of a list, and the row says what the list was', async () => {
  await appendAt(
    turn('user', 'We support Node 18, 20 and 22.'),
    turn('user', 'We no longer support Node 18.'),
  );
  const { current_facts } = await ask('Which Node versions do we support?');
  expect(current_facts).toMatchObject([
    { content: 'We no longer support Node 18.', before: 'We support Node 18, 20 and 22.' },
  ]);
});

test('the same words in another order and session are one statement with its citations', async () => {
  await appendAt(
    turn('user', 'Never push to main.'),
    turn('user', 'Never, ever push to main!', { session: 'c3' }),
  );
  const { current_facts, prompt } = await ask('May I push to main?');
  expect(current_facts[0]).toMatchObject({
    said: 2,
    also_cited: [expect.stringMatching(/events\/1#/)],
  });
  expect(prompt).toContain('said 2 times, last on');
});

test('if nothing shows which of two values is newer, the answer asks the user', async () => {
  await appendAt(
    turn('user', 'The default port of the gateway is at 8080 in our setup.'),
    turn('assistant', 'The upload folder is located in `var/uploads` by default.'),
    turn('user', 'The invoice service must never log customer names.'),
  );
  const { quality } = await ask('What must the invoice service never log?');
  expect(quality.answerability).toBe('answer_from_memory');
});

test('search and recent events mark statements that are no longer valid', async () => {
  await appendAt(
    turn('user', "Let's use Memcached for the sessions."),
    turn('user', "Let's use Redis instead of Memcached for the sessions."),
  );
  const { sources } = await memory.search({ query: 'sessions', sessions: ['s'], limit: 5 });
  expect(sources.map(({ source }) => [source.seq, source.endedAt !== undefined])).toEqual(
    expect.arrayContaining([
      [1, true],
      [2, false],
    ]),
  );
  const recent = await memory.recent('s', 5);
  expect(recent.map(({ endedAt }) => endedAt !== undefined)).toEqual([true, false]);
});

test('a new process that follows the log later returns the same rows', async () => {
  const said = [
    'Customers get a discount code by mail.',
    'The mail goes to Anna, Ben and Carla.',
    'We abandoned the discount code for customers.',
    'Take Ben off the list: the mail goes to Anna and Carla only.',
    'Hello, how are things today?',
    'Never push to main.',
    'You may push to main again.',
  ];
  const later: EventStore = createMemoryStore();
  for (const text of said) {
    await later.append('s', [turn('user', text)]);
    const fresh = await openMemory({ file: `${folder}/m.sqlite`, store: later });
    await fresh.sync();
    await fresh.close();
  }
  const grown = await openMemory({ file: `${folder}/m.sqlite`, store: later });
  const whole = await openMemory({ file: ':memory:', store: later });
  expect(await statements(grown)).toEqual(await statements(whole));
  expect((await statements(whole)).filter(({ holds }) => !holds)).toHaveLength(3);
  await grown.close();
  await whole.close();
});

test('an irregular plural of the question is found in a row', async () => {
  await appendAt(
    turn('user', 'We give the player five lives at the start.'),
    turn('user', 'Physics runs at a fixed step.'),
  );
  const { quality } = await ask('How many lives does the player start with?');
  expect(JSON.stringify(quality.reasons)).not.toContain('lives');
});
