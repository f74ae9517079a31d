/** What a checkout answers to "What did we do last?" and its like. */
import { expect, test } from 'vitest';
import { asksForLastWork } from '../src/question/asked-records.ts';
import { append, ask, DAY, SAID, turn, withStatementMemory } from './statement-memory.ts';

withStatementMemory();

const HOUR = 3_600_000;

async function work(): Promise<void> {
  const said = [
    turn('user', 'Add a retry to the uploader.'),
    turn('assistant', 'I will read the uploader first.'),
    turn('assistant', 'The uploader retries three times now.'),
    turn('user', 'Rename the metric as well.'),
    turn('assistant', 'The metric is called upload_attempts.'),
    turn('user', 'What did we do last?'),
  ];
  await append(
    ...said.map((event, at) => ({
      ...event,
      timestamp: new Date(Date.parse(SAID) + at * HOUR).toISOString(),
    })),
  );
}

test('a checkout answers with the last turns, newest first, and how each work ended', async () => {
  await work();
  const { current_facts, quality } = await ask('What did we do last?', 1);
  expect(quality.answerability).toBe('answer_from_memory');
  expect(current_facts.map(({ content }) => content)).toEqual([
    'assistant: The metric is called upload_attempts.',
    'user: Rename the metric as well.',
    'assistant: The uploader retries three times now.',
    'user: Add a retry to the uploader.',
  ]);
});

test('a checkout for a day contains only the work of that day', async () => {
  await work();
  await append({
    ...turn('user', 'Publish the package.'),
    timestamp: new Date(Date.parse(SAID) + DAY).toISOString(),
  });
  const { current_facts } = await ask('What did we do yesterday?', 1.1);
  expect(current_facts[0]!.content).toBe('assistant: The metric is called upload_attempts.');
  expect(JSON.stringify(current_facts)).not.toContain('Publish');
});

test('a checkout for the last prompts contains only what a person wrote, newest first', async () => {
  await work();
  await append(
    turn('user', '[Request interrupted by user]'),
    turn('user', 'Pasted report: the uploader is slow.', { channel: 'tool' }),
  );
  const { current_facts, quality } = await ask('What was the last thing the user asked for?', 1);
  expect(quality.answerability).toBe('answer_from_memory');
  expect(current_facts.map(({ content }) => content)).toEqual([
    'user: Rename the metric as well.',
    'user: Add a retry to the uploader.',
  ]);
});

test('an empty memory has no last work', async () => {
  expect((await ask('What did we do last?')).quality.answerability).not.toBe('answer_from_memory');
});

test.each([
  'What did we do last?',
  'what have we done so far',
  'What was I working on?',
  'What are we working on right now?',
  'What did you do yesterday?',
  'What did Codex do?',
  'What happened in the last session?',
  'What happened recently?',
  "What's new?",
  'Where did we leave off?',
  'Where did we stop last?',
  'So where were we?',
  'Summarize the last session',
  'Give me a summary of the previous session',
  'Recap',
  'Catch me up',
  'Continue where we left off',
  'last session summary',
  'recent work',
  'Was haben wir zuletzt gemacht?',
  'Woran haben wir gestern gearbeitet?',
  'Wo waren wir stehen geblieben?',
])('%s asks for the last work', (question) => {
  expect(asksForLastWork(question)).toBe('work');
});

test.each([
  'What was the last thing the user asked for?',
  'What did the user ask for?',
  'What did I ask you to do last?',
  'What did I just ask?',
  'What was my last request?',
  'What was the previous prompt?',
  'Show me the last messages of the user',
  'What did the user say last?',
  'What does the user want?',
])('%s asks for the last prompts', (question) => {
  expect(asksForLastWork(question)).toBe('prompts');
});

test.each([
  'What did we do about the memory leak?',
  'What did the user ask for in the importer?',
  'What do we want?',
  'What is a prompt?',
  'What did the user say about tests?',
  'What did we decide?',
  'What is left?',
  'What are you?',
  'Are we done?',
  'working',
  'What happened to the importer?',
  'What was the last release?',
  'Where did we put the fixtures?',
  'Which tests failed last?',
  'Summarize the retry policy',
  'What is the status of task 21?',
  'recent changes of the API',
  `What did we do ${'last '.repeat(10_000)}?`,
])('%s asks for something else', (question) => {
  expect(asksForLastWork(question)).toBeNull();
});
