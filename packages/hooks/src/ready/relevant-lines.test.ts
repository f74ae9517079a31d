import { expect, it } from 'vitest';
import { relevantLines, isSpecificQuestion } from './relevant-lines.ts';

const LINES = [
  'We use Redis for the sessions of the shop.',
  'Never push to the release branch.',
  'Invoices are rendered as PDF files by the billing service.',
  'Refunds above 100 euros need a second approval.',
  'The tests run against a real Postgres database.',
  'Мы используем Redis вместо Postgres для кэша.',
].map((text, at) => ({
  seq: at + 1,
  text: `${at + 1} ${text}`,
  at: [0, 0] as [number, number],
  sha256: '',
}));
const asked = (prompt: string) => relevantLines(prompt, LINES).map(({ seq }) => seq);

it.each([
  ['Which store do we use for the sessions in Redis?', [1]],
  ['Add a field to the invoices that the billing service renders', [3]],
  ['push it to the branch please', [2]],
  ['What approval does a refund need?', [4]],
  ['Почему для кэша мы используем Redis?', [6]],
])('"%s" is given lines %j', (prompt, lines) => {
  expect(asked(prompt)).toEqual(lines);
});

it.each([
  'fix the typo',
  'run the tests',
  'thanks',
  'push it please',
  'Why do the tests fail?',
  'How do I bake sourdough bread?',
  'Redis',
  '',
])('"%s" is given nothing', (prompt) => {
  expect(asked(prompt)).toEqual([]);
});

it('does not replace a line that the session start contained', () => {
  const lines = [0, 1, 2].map((at) => ({
    ...LINES[0]!,
    seq: at,
    text: `${at} We use tool${at} for the Redis team number ${at}00.`,
  }));
  const started = lines.map((line, at) =>
    at === 1 ? { ...line, isStarted: true as const } : line,
  );
  const prompt = 'Which team number uses tool1 for Redis?';
  expect(
    [relevantLines(prompt, lines), relevantLines(prompt, started)].map((each) =>
      each.map(({ seq }) => seq),
    ),
  ).toEqual([[1], []]);
});

it('finds a statement in a long prompt, and returns one of several with the same content', () => {
  const long = `${'Please look at the layout of the header on small screens. '.repeat(20)} Refunds above 100 euros need an approval.`;
  expect(asked(long)).toEqual([4]);
  const twice = [...LINES, { ...LINES[3]!, seq: 9 }];
  expect(relevantLines('Which approval do refunds need?', twice)).toHaveLength(1);
});

it('gives the most relevant line first, and of two with the same content the newer one', () => {
  const texts = [
    'Customers settle reminders, invoices, refunds and billing with cash, cheques, vouchers or transfers.',
    'Customers settle reminders, invoices, refunds and billing at a broker: agents, couriers, partners.',
  ];
  for (const inOrder of [texts, texts.toReversed()]) {
    const lines = inOrder.map((text, at) => ({ ...LINES[0]!, seq: at + 1, text: `1 ${text}` }));
    const prompt = 'Do customers settle reminders, invoices, refunds and billing by broker?';
    expect(relevantLines(prompt, lines).map(({ text }) => text)).toEqual(
      texts.toReversed().map((text) => `1 ${text}`),
    );
  }
  const again = [4, 9, 7].map((seq) => ({ ...LINES[3]!, seq }));
  expect(relevantLines('Which approval do refunds need?', again).map(({ seq }) => seq)).toEqual([
    9,
  ]);
});

it.each([
  ['How do customers settle their invoices?', true],
  ['which broker carries the mail of the warehouse', true],
  ['Wie bezahlen Kunden ihre Rechnungen?', true],
  ['Add a broker for the mail of the warehouse.', false],
  ['what is next?', false],
  ['why did that test fail?', false],
  [`${'Rebuild the importer for large files and keep its queue. '.repeat(5)}Is that clear?`, false],
])('whether "%s" is compared by meaning: %s', (prompt, isWorth) => {
  expect(isSpecificQuestion(prompt)).toBe(isWorth);
});
