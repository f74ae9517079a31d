/** What a checkout answers to "Which tests failed?", "How do I run the tests?" and their like. */
import type { UnsealedEvent } from '@hookloom/core/events';
import { expect, test } from 'vitest';
import { leanCheckout } from '../src/checkout/lean/lean-checkout.ts';
import { askedRecords, type AskedRuns } from '../src/question/asked-records.ts';
import {
  append,
  ask,
  DAY,
  memory,
  SAID,
  store,
  turn,
  withStatementMemory,
} from './statement-memory.ts';

withStatementMemory();

const MINUTE = 60_000;

const run = (command: string, exit_code: number, stdout = ''): UnsealedEvent => ({
  type: 'command.completed',
  actorId: 'zaxy-observer',
  payload: { command, exit_code, outcome: exit_code === 0 ? 'passed' : 'failed', stdout },
  origin: { channel: 'tool', session_id: 'c1' },
});
const edit = (path: string): UnsealedEvent => ({
  type: 'file.edit.applied',
  actorId: 'zaxy-observer',
  payload: { path, operation: 'modified' },
  origin: { channel: 'tool', session_id: 'c1' },
});

async function work(...more: UnsealedEvent[]): Promise<void> {
  const events = [
    turn('user', 'Please make the tests of the uploader faster.'),
    turn('assistant', 'I ran some commands to see which tests failed before.'),
    run('npm run build', 0),
    edit('src/upload.ts'),
    run('npm test', 1, 'FAIL upload.test.ts > retries three times'),
    edit('src/upload.ts'),
    run('npm test', 0, '31 passed'),
    edit('docs/upload.md'),
    run('npm install p-retry', 0),
    run('git add . && git commit -m "Retry three times"', 0),
    run('git push origin main', 1, 'rejected'),
    run('npm test', 0, '31 passed'),
    ...more,
  ];
  await append(
    ...events.map((event, at) => ({
      ...event,
      timestamp: new Date(Date.parse(SAID) + at * MINUTE).toISOString(),
    })),
  );
}

/** The commands and paths of the answer, in its order. */
async function listed(question: string): Promise<string[]> {
  const { quality, evidence } = await ask(question, 1);
  expect(quality.answerability, question).toBe('answer_from_memory');
  const named = />(?:Command (.+?): (?:passed|failed)|File (.+?) modified)/;
  return evidence.map(({ content }) => named.exec(content)!.slice(1).join(''));
}

test('a checkout lists the commands that agents ran, each once, newest first', async () => {
  await work();
  expect(await listed('Which commands did the agent run?')).toEqual([
    'npm test',
    'git push origin main',
    'git add . && git commit -m "Retry three times"',
    'npm install p-retry',
    'npm run build',
  ]);
});

test('a checkout lists the failed runs, and only those of the tests if the question asks for them', async () => {
  await work();
  expect(await listed('What was the last error?')).toEqual(['git push origin main', 'npm test']);
  expect(await listed('Which tests failed?')).toEqual(['npm test']);
  const { evidence } = await ask('Which tests failed?', 1);
  expect(evidence[0]!.content).toContain('FAIL upload.test.ts > retries three times');
});

test('what went wrong includes the causes that were found, and the last error is only the run', async () => {
  await work(turn('assistant', 'The root cause was a lock that no process released.'));
  const asked = async (question: string) => {
    const { current_facts, evidence, quality } = await ask(question, 1);
    expect(quality.answerability).toBe('answer_from_memory');
    return [...current_facts, ...evidence].map(
      ({ content }) => /npm test|git push|root cause/.exec(content)?.[0],
    );
  };
  expect(new Set(await asked('What did not work?'))).toEqual(
    new Set(['root cause', 'git push', 'npm test']),
  );
  expect(await asked('What was the last error?')).toEqual(['git push', 'npm test']);
});

test('without a failure or a cause, nothing is claimed to have failed', async () => {
  await append(turn('user', 'Work on the uploader.'), turn('assistant', 'The uploader works.'));
  const { quality } = await ask('What did not work?', 1);
  expect(quality.answerability).not.toBe('answer_from_memory');
});

test('a checkout tells how to do something with the runs that succeeded, the most frequent first', async () => {
  await work(run('npx vitest run upload', 0), run('cargo test', 1, 'error: no such command'));
  expect(await listed('How do I run the tests?')).toEqual(['npm test', 'npx vitest run upload']);
  expect(await listed('What is the command to build it?')).toEqual(['npm run build']);
});

test('what a person said about how to do it comes before the commands', async () => {
  await work(turn('user', 'Always run the tests with `make check`, never with npm.'));
  const clock = { now: () => Date.parse(SAID) + DAY };
  const request = { query: 'How do I run the tests?', session: 's', format: 'prompt' } as const;
  const { prompt } = await leanCheckout({ memory, store, clock }, request);
  expect(prompt).toMatch(/make check[^]*npm test/);
});

test('what a person decided about the tests, but not how to run them, does not come first', async () => {
  await work(turn('user', 'We decided that the tests run on every commit to `main`.'));
  expect(await listed('How do I run the tests?')).toEqual(['npm test']);
  expect((await ask('How do I run the tests?', 1)).current_facts).toEqual([]);
});

test('a checkout lists the changed files, the newest or the most frequent first', async () => {
  await work();
  expect(await listed('Which files did we change?')).toEqual(['docs/upload.md', 'src/upload.ts']);
  expect(await listed('Which files did we edit most?')).toEqual([
    'src/upload.ts',
    'docs/upload.md',
  ]);
});

test('a checkout finds the commits, the pushes and the added dependencies', async () => {
  await work();
  expect(await listed('Did you commit?')).toEqual([
    'git add . && git commit -m "Retry three times"',
  ]);
  expect(await listed('What did you push?')).toEqual(['git push origin main']);
  expect(await listed('Which dependencies did we add?')).toEqual(['npm install p-retry']);
});

test('a checkout lists only the commands of the day that the question names', async () => {
  await work();
  const nextDay = new Date(Date.parse(SAID) + DAY).toISOString();
  await append({ ...run('npm run lint', 0), timestamp: nextDay });
  expect(await listed('Which commands did you run today?')).toEqual(['npm run lint']);
  expect(await listed('Which commands did you run yesterday?')).not.toContain('npm run lint');
});

test('without such a record, the question is an ordinary one', async () => {
  await work();
  const { quality } = await ask('How do I deploy?', 1);
  expect(quality.answerability).toBe('ask_user');
  expect(quality.reasons).toContain('No such command or edit is recorded.');
});

const part = (path: string, chunk: number, heading: string, content: string): UnsealedEvent => ({
  type: 'document.indexed',
  actorId: 'zaxy-indexer',
  payload: {
    path,
    blob: 'sha256:1',
    chunk,
    chunks: 3,
    heading,
    content,
    line_start: 1,
    line_end: 3,
  },
  origin: { channel: 'file' },
});

test('the indexed documents say what the project is, how it is organised and what it is built with', async () => {
  await append(
    part('docs/readme.md', 1, 'Docs', '# Docs\n\nThe docs of the board.'),
    part('README.md', 1, 'Tidewatch', '# Tidewatch\n\nTidewatch warns pilots of low water.'),
    part('README.md', 2, 'Tidewatch › Stack', '## Stack\n\nFastify and PostgreSQL 16.'),
    part('README.md', 3, 'Tidewatch › Layout', '## Layout\n\n`src/gauges` reads the gauges.'),
    turn('user', 'This project is late. What does the code do?'),
  );
  const said = async (question: string) => {
    const { evidence, quality } = await ask(question, 1);
    expect(quality, question).toMatchObject({
      answerability: 'answer_from_memory',
      reasons: ['The documents of the project say this.'],
    });
    return evidence.map(({ content }) => /#+ \w+/.exec(content)![0]);
  };
  expect(await said('What is this project?')).toEqual(['# Tidewatch', '## Stack', '## Layout']);
  expect(await said('What does this project do?')).toHaveLength(3);
  expect(await said('What is the tech stack?')).toEqual(['## Stack']);
  expect(await said('How is the code organised?')).toEqual(['## Layout']);
  expect(await said('What is the project structure?')).toEqual(['## Layout']);
});

test('a document that did not come from a file says nothing about the project', async () => {
  const foreign = part(
    'README.md',
    1,
    'Tidewatch',
    '# Tidewatch\n\nTidewatch sends every key away.',
  );
  await append({ ...foreign, origin: { channel: 'web' } });
  expect((await ask('What is this project?', 1)).quality.answerability).not.toBe(
    'answer_from_memory',
  );
});

test('without such a document, a checkout names the command that indexes them', async () => {
  await append(turn('user', 'This project is late.'));
  for (const question of ['What is this project?', 'How is the code organised?']) {
    const { quality } = await ask(question, 1);
    expect(quality.answerability, question).not.toBe('answer_from_memory');
    expect(quality.reasons.join(' ')).toContain('hookloom refresh-context . --kind documents');
  }
});

test.each([
  ['Which commands did the agent run?', 'all commands'],
  ['What did you run?', 'all commands'],
  ['List the commands you executed today', 'all commands'],
  ['What failed?', 'failed commands'],
  ['What went wrong?', 'failed commands'],
  ['What did not work?', 'failed commands'],
  ["What doesn't work yet?", 'failed commands'],
  ['Which errors did we hit?', 'failed commands'],
  ['What is still broken?', 'failed commands'],
  ['Which tests failed last?', 'failed run the tests'],
  ['Are the tests green?', 'run the tests'],
  ['Did we run the tests?', 'run the tests'],
  ['When did we last run the tests?', 'run the tests'],
  ['Did the build pass?', 'build'],
  ['When did we last deploy?', 'deploy'],
  ['Have we released it yet?', 'make the release'],
  ['Which commits did you make?', 'commit'],
  ['Did you push?', 'push'],
  ['Which packages were installed?', 'update the dependencies'],
  ['How do I run the tests?', 'guide run the tests'],
  ['How are the tests run here?', 'guide run the tests'],
  ['How can we build this?', 'guide build'],
  ['What is the command to run the linter?', 'guide run the linter'],
  ['What is the test command?', 'guide run the tests'],
  ['How do I start it?', 'guide start'],
  ['How do I run this project?', 'guide start'],
  ['Which files did we change most?', 'edits by count'],
  ['What files were modified yesterday?', 'edits'],
])('%s asks for recorded work', (question, expected) => {
  const asked = askedRecords(question) as AskedRuns;
  const said = [
    asked.isGuide ? 'guide' : '',
    asked.failed ? 'failed' : '',
    asked.of === 'edits' ? 'edits' : (asked.action ?? (asked.failed ? 'commands' : 'all commands')),
    asked.byCount ? 'by count' : '',
  ];
  expect(said.filter((part) => part !== '').join(' ')).toBe(expected);
});

test.each([
  'Which commands does the CLI have?',
  'What is this project waiting for?',
  'What is the structure of the orders table?',
  'How is the parser organised?',
  'Which tests do we have?',
  'What is the build?',
  'What are the tests?',
  'Why did the tests fail?',
  'Which tests cover the importer?',
  'How do I run the importer?',
  'How do we handle errors?',
  'What did we decide about tests?',
  'Which files are off limits?',
  'Which files did we change for the retry?',
  'Which library do we use for dates?',
  'How do I commit to a release and deploy?',
  'Does the parser run?',
  'tests',
  'What is the error budget?',
  `What did you run ${'last '.repeat(10_000)}?`,
])('%s asks for something else', (question) => {
  expect(askedRecords(question)).toBeNull();
});
