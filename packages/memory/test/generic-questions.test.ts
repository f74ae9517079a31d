/** Questions that name nothing specific: what a checkout lists for them, and that it does not claim an answer. */
import { expect, test } from 'vitest';
import { askedKinds } from '../src/question/asked-kinds.ts';
import { event } from './agent-events.ts';
import { appendAt, ask, turn, withStatementMemory } from './statement-memory.ts';

withStatementMemory();

test('a checkout for the next step lists the newest handoff, the open tasks and the open ends', async () => {
  await appendAt(
    event('handoff.created', { summary: 'The log is done', next_steps: ['Write the lock'] }),
    event('task.proposed', { taskId: 'T-12', title: 'Write the torn-tail test' }),
    event('task.proposed', { taskId: 'T-13', title: 'Write the docs' }),
    event('task.completed', { taskId: 'T-12', summary: 'Done' }),
    event('handoff.created', { summary: 'The lock is done', next_steps: ['Write the projector'] }),
    turn('user', 'We still need to document the retry.'),
  );
  for (const question of [
    'What should I do next?',
    'What is left to do?',
    'Which tasks are open?',
  ]) {
    const { current_facts, quality } = await ask(question);
    expect(quality.answerability, question).toBe('answer_from_memory');
    expect(current_facts.map(({ content }) => content)).toEqual([
      'Handoff: The lock is done. Next steps: Write the projector.',
      'Task T-13 (Write the docs) is proposed.',
      'We still need to document the retry.',
    ]);
  }
});

test.each([
  ['What have we decided so far?', 'decision'],
  ['What do I prefer?', 'preference'],
  ['What did I ask you to always do?', 'rule'],
  ['What did I tell you never to do?', 'rule'],
  ['What are your instructions?', 'rule'],
  ['What does the user care about?', 'preference'],
  ['What does the user not like?', 'rejected'],
  ["What don't I want?", 'rule'],
  ['What should I know before I change anything?', 'rule'],
  ['What do I need to keep in mind?', 'decision'],
  ["What's next?", 'open'],
  ['What are the next steps?', 'open'],
])('%s lists every %s', (question, kind) => {
  expect(askedKinds(question)).toContain(kind);
});

test('what is not liked includes what was rejected, and a subject makes it another question', async () => {
  await appendAt(
    turn('user', 'Never push to main.'),
    turn('user', 'We decided against Redis because it is one more server.'),
    turn('user', 'We decided to use SQLite for the queue.'),
  );
  const { current_facts, quality } = await ask('What does the user not like?');
  expect(quality.answerability).toBe('answer_from_memory');
  expect(current_facts.map(({ content }) => content)).toEqual([
    'Never push to main.',
    'We decided against Redis because it is one more server.',
  ]);
  const other = await ask('What does the user not like about the theme of the viewer?');
  expect(other.quality.answerability).not.toBe('answer_from_memory');
});

test('a checkout does not claim that a row which shares everyday words answers', async () => {
  await appendAt(
    turn('assistant', 'The model that was used for the forecast is a random forest.'),
    turn('assistant', 'We are working on the branch that the reviewer asked for.'),
    turn('assistant', 'The bugs that we fix are in the queue of the importer.'),
  );
  for (const question of [
    'Which model was used?',
    'Which branch are we working on?',
    'Which bugs did we fix?',
  ]) {
    const { quality } = await ask(question);
    expect(quality.answerability, question).toBe('refresh_recommended');
    expect(quality.reasons).toContain(
      'The question names nothing specific, so another row may be meant.',
    );
  }
});

test('what a person stated answers such a question', async () => {
  await appendAt(turn('user', 'We always run the tests with `make check`.'));
  const { quality, current_facts } = await ask('How do we run the tests?');
  expect(quality.answerability).toBe('answer_from_memory');
  expect(current_facts[0]!.content).toContain('make check');
});
