/** What the answer to "who", "why" and "is it done" must say. */
import { expect, test } from 'vitest';
import { ask, contents, event, facts } from './asked.fixture.ts';

const said = (seq: number, text: string) =>
  event(seq, text, text, { actor: 'user', channel: 'user' });

async function answerabilityOf(query: string, ...texts: string[]): Promise<string> {
  const { quality } = await ask(query, {
    facts: facts(...texts.map((text, at) => said(at + 1, text))),
  });
  return quality.answerability;
}

test.each([
  'marta owns the buoy firmware',
  'the buoy firmware is owned by marta',
  'marta joined in june, she owns the buoy firmware',
])('"%s" answers who owns it', async (text) => {
  expect(await answerabilityOf('Who owns the buoy firmware?', text)).toBe('answer_from_memory');
});

test.each([
  'the watchdog owns the buoy firmware lock',
  'everybody owns the buoy firmware',
  'the owner of the buoy firmware is not known',
])('"%s" names nobody', async (text) => {
  expect(await answerabilityOf('Who owns the buoy firmware?', text)).not.toBe('answer_from_memory');
});

test('a fixed issue does not say who fixed it', async () => {
  const text = 'The join with customers lost orders. issue fixed';
  expect(await answerabilityOf('Who fixed the join with customers?', text)).not.toBe(
    'answer_from_memory',
  );
});

test('what is only named as a reason for something else is not explained', async () => {
  const text = 'Decision: days begin in Lisbon. Rationale: finance closes in Lisbon time.';
  expect(await answerabilityOf('Why do days begin in Lisbon?', text)).toBe('answer_from_memory');
  expect(await answerabilityOf('Why does finance close in Lisbon time?', text)).not.toBe(
    'answer_from_memory',
  );
});

test('whether something is done is answered by the latest report', async () => {
  const reports = [
    said(1, 'todo: dedupe of contacts, is not done'),
    event(2, 'dedupe', 'I implemented dedupe for contacts, all 14 tests pass.'),
  ];
  for (const rows of [reports, reports.toReversed()]) {
    const { quality, current_facts } = await ask('Is dedupe of contacts done?', {
      facts: facts(...rows),
    });
    expect(quality.answerability).toBe('answer_from_memory');
    expect(contents(current_facts)[0]).toContain('implemented');
  }
});

test('what is still open is said, and what nothing reports is not answered', async () => {
  expect(
    await answerabilityOf('Is dedupe of contacts done?', 'dedupe of contacts is still open'),
  ).toBe('answer_from_memory');
  expect(await answerabilityOf('Is the importer done?', 'the importer reads csv and xml')).not.toBe(
    'answer_from_memory',
  );
});
