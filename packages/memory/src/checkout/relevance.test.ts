import { createMemoryStore } from '@hookloom/log';
import { expect, test } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { checkout } from './checkout.ts';
import { unsealedEvents } from './fixtures/coding-events.ts';
import { fixedClock, type PlainEvent } from './fixtures/fake-memory.ts';

const session = 's';

/** A short session of decisions and turns. The last word of `type` is the kind. */
async function ask(query: string, events: Pick<PlainEvent, 'text' | 'type'>[]) {
  const store = createMemoryStore();
  await store.append(
    session,
    unsealedEvents(
      events.map(({ text, type }, at): PlainEvent => ({
        seq: at + 1,
        type,
        kind: type === 'decision.made' ? 'decision' : 'transcript_turn',
        name: text,
        actor: 'assistant',
        channel: 'model',
        text,
      })),
    ),
  );
  const memory = await openMemory({ file: ':memory:', store });
  const answer = await checkout({ memory, store, clock: fixedClock }, { query, session });
  await memory.close();
  return { ...answer.quality, missing: answer.quality.required_action?.['missing_slots'] ?? [] };
}

const said = (...texts: string[]) => texts.map((text) => ({ text, type: 'transcript.turn' }));

test('answers a question of two parts from the row of each part, not from a row that shares words with both', async () => {
  const query = 'How should due dates be compared, and why did the export test fail?';
  const both = await ask(
    query,
    said(
      'Due dates are compared as UTC calendar days.',
      'Lunch is at noon.',
      'The export test failed because the fixture had no header.',
    ),
  );
  const one = await ask(
    query,
    said('Due dates are compared as UTC calendar days.', 'The export test failed on Monday.'),
  );

  expect(both.answerability).toBe('answer_from_memory');
  expect(one.answerability).toBe('refresh_recommended');
  expect(one.missing).toContain('rationale');
});

test('a part that only asks why has the subject of the previous part', async () => {
  const { missing } = await ask('Which queue do the invoice workers read, and why?', [
    { text: 'The invoice workers read the queue billing-in.', type: 'decision.made' },
  ]);
  expect(missing).toContain('rationale');
});

test('an everyday verb that no row repeats does not block the answer', async () => {
  const { answerability } = await ask(
    'What happens when the spool directory reaches its quota?',
    said('The spool directory has a quota of 4 GB; beyond it the oldest segment is dropped.'),
  );
  expect(answerability).toBe('answer_from_memory');
});

test('a name that no row mentions blocks the answer', async () => {
  const { answerability } = await ask(
    'Which zodiac does the spool directory use?',
    said('The spool directory has a quota of 4 GB; beyond it the oldest segment is dropped.'),
  );
  expect(answerability).not.toBe('answer_from_memory');
});

test('answers who did it with a name that is not in the question', async () => {
  const query = 'Who runs the Windows build?';
  expect((await ask(query, said('The nightly job runs the Windows build.'))).missing).toContain(
    'person',
  );
  const { answerability } = await ask(query, said('For now Tomasz runs the Windows build.'));
  expect(answerability).toBe('answer_from_memory');
});

test.each([
  ['How long was the canary on ingest-03?', 'The canary on ingest-03 was quiet.', 'time_span'],
  ['How much does the nightly backup cost?', 'The nightly backup cost 3 nerves.', 'money'],
  ['How often is the cache flushed?', 'The cache is flushed by the worker.', 'frequency'],
  ['Which Python version do the jobs use?', 'The jobs use Python and write 12 rows.', 'version'],
  ['Which file formats the prices?', 'The view formats the prices.', 'code_name'],
  ['How big is the ring on ingest-07?', 'The ring on ingest-07 is big.', 'size'],
])('%s is not answered by "%s"', async (query, text, kind) => {
  const { answerability, missing } = await ask(query, said(text));
  expect(answerability).not.toBe('answer_from_memory');
  expect(missing).toContain(kind);
});

test.each([
  ['How long was the canary on ingest-03?', 'The canary on ingest-03 was up for 48 hours.'],
  ['How much does the nightly backup cost?', 'The nightly backup cost 12 EUR.'],
  ['How often is the cache flushed?', 'The cache is flushed every ten minutes.'],
  ['Which Python version do the jobs use?', 'The jobs use Python 3.12.'],
  ['Which file formats the prices?', 'src/money/format.ts formats the prices.'],
  ['How big is the ring on ingest-07?', 'The ring on ingest-07 is 64 MB.'],
])('%s is answered by "%s"', async (query, text) => {
  expect((await ask(query, said(text))).answerability).toBe('answer_from_memory');
});

test('the schema of one table is not answered by that of another', async () => {
  const query = 'What is the schema of the orders table?';
  const other = 'The schema of the users table is id, name and email.';
  const asked = 'The schema of the orders table is id, buyer and total.';
  const elsewhere = await ask(
    query,
    said(other, 'We looked at the table of invoices.', 'Orders are shipped daily.'),
  );

  expect(elsewhere.answerability).not.toBe('answer_from_memory');
  expect((await ask(query, said(other, asked))).answerability).toBe('answer_from_memory');
});

test('words that are far apart in a long text do not form one answer', async () => {
  const query = 'Where is the licence of the fonts stored?';
  const filler = 'We went on with the next file. Nothing else came up. The build was green. ';
  const scattered = `The fonts load late. ${filler.repeat(4)}The licence is Apache. ${filler.repeat(4)}Images are stored on disk.`;

  expect((await ask(query, said(scattered))).answerability).toBe('refresh_recommended');
  expect(
    (await ask(query, said(`${filler}The licence of the fonts is stored in assets/OFL.txt.`)))
      .answerability,
  ).toBe('answer_from_memory');
});

test('does not answer with another number than the question names', async () => {
  const query = 'What is the priority of task 021?';
  const { answerability } = await ask(query, said('The priority of task 017 is high.'));
  expect(answerability).not.toBe('answer_from_memory');
});

test('capitals of a heading do not name a person', async () => {
  const query = 'Who designed the settings panels?';
  const heading = '## Critical Discovery on the settings panels\nWe designed the settings panels.';
  expect((await ask(query, said(heading))).answerability).not.toBe('answer_from_memory');
  const { answerability } = await ask(query, said('Tomasz designed the settings panels.'));
  expect(answerability).toBe('answer_from_memory');
});

test('a capitalised word is not a person if it is also written in lower case', async () => {
  const text = 'The release v2.5.0 is out and the Framework follows. A framework needs time.';
  expect((await ask('Who released v2.5.0?', said(text))).answerability).toBe('refresh_recommended');
});

test.each([
  'How many days of leave do I get?',
  'What had Heather left undone, and why was it broken?',
  'Which mice were driven out by parseConfigFile?',
])('names the missing part of "%s" in its own complete words', async (query) => {
  const { reasons } = await ask(query, said('Lunch is at noon.'));
  const [, named] = /^Not in memory: (.+)\.$/.exec(reasons.join('\n').split('\n').at(-1)!)!;
  const words = query.toLowerCase().match(/[\p{L}\p{N}_]+/gu)!;

  expect(named!.split(', ').length).toBeGreaterThan(0);
  for (const word of named!.split(', ')) expect(words).toContain(word);
});

test.each([
  ['Who owns the billing service?', 'Maria owns the billing service.'],
  ['Who reviews the migrations?', 'Paul reviews all migrations.'],
])(
  'a question about who does something is answered by the one who does it: %s',
  async (query, text) => {
    expect((await ask(query, said(text, 'Errors go to Sentry.'))).answerability).toBe(
      'answer_from_memory',
    );
    expect(
      (await ask(query, said('The billing service and the migrations were not touched.')))
        .answerability,
    ).not.toBe('answer_from_memory');
  },
);
