import { expect, test } from 'vitest';
import { isProgress } from './channels.ts';

const turn = (content: string) => ({
  channel: 'model' as const,
  actor: 'assistant',
  content,
  properties: {},
  eventType: 'transcript.turn',
});

test.each([
  'Let me read the file.',
  'assistant: Great! I will run the tests.',
  "Now I'm going to commit.",
  'Now I need to update the test loop.',
  'Now running the linter and the tests.',
  'I’m drafting the recommendations now.',
  'Next I’m reading the summaries.',
  '**Planning the table split**',
])('a sentence about the next step is not a fact: %s', (text) =>
  expect(isProgress(turn(text))).toBe(true),
);

test.each(['I will not add insecure_skip_verify, as you asked.', 'I’ll always sign the commits.'])(
  'what an agent refuses to do or keeps doing is not a sentence about the next step: %s',
  (text) => expect(isProgress(turn(text))).toBe(false),
);

test.each(['Now the tests take 40 s.', 'I’m in favour of pnpm.', '**Using pnpm** is decided.'])(
  'what is true now is not a sentence about the next step: %s',
  (text) => expect(isProgress(turn(text))).toBe(false),
);
