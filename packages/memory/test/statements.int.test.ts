/** Statements of turns as rows of the memory: what holds, what was replaced, whose words they are. */
import { expect, test } from 'vitest';
import { openMemory } from '../src/open-memory.ts';
import {
  append,
  holding,
  memory,
  statements,
  store,
  turn,
  withStatementMemory,
} from './statement-memory.ts';

withStatementMemory();

test('a turn yields its statements, each with the event that said it', async () => {
  await append(turn('user', 'Never push to main. Run the tests now.'));
  expect(await statements()).toEqual([
    {
      kind: 'rule',
      content: 'Never push to main.',
      seq: 1,
      holds: true,
      by: null,
      channel: 'user',
      said: 1,
    },
  ]);
});

test('a newer value of the same slot ends the older one', async () => {
  await append(
    turn('user', 'The staging server runs on port 8080.'),
    turn('user', 'No, the staging server runs on port 9000 now.'),
  );
  expect(await statements()).toMatchObject([
    { seq: 1, holds: false, by: 2 },
    { seq: 2, holds: true },
  ]);
});

test('ends only what a person replaces by name', async () => {
  await append(
    turn('user', "Let's use Memcached for the sessions."),
    turn('user', "Let's use Memcached for the page cache."),
    turn('user', "Let's use Redis instead of Memcached for the sessions."),
  );
  expect(await holding()).toEqual([
    "Let's use Memcached for the page cache.",
    "Let's use Redis instead of Memcached for the sessions.",
  ]);
});

test('a switch from one thing to another ends what names that thing or is only about it', async () => {
  await append(
    turn('user', 'We decided to use PostgreSQL.'),
    turn('user', 'The database of the shop is PostgreSQL, hosted at Hetzner.'),
    turn('user', 'We decided to back up PostgreSQL every night.'),
    turn('user', 'We switched from PostgreSQL to MySQL.'),
  );
  expect(await holding()).toEqual([
    'We decided to back up PostgreSQL every night.',
    'We switched from PostgreSQL to MySQL.',
  ]);
});

test('an assistant, a tool and a page cannot end anything that a person said', async () => {
  await append(
    turn('user', 'The staging server runs on port 8080.'),
    turn('assistant', 'Correct, the staging server runs on port 9000.'),
    turn('user', 'The staging server runs on port 9000.', { channel: 'web' }),
    turn('user', "Let's use Redis instead of port 8080 for the staging server.", {
      channel: 'mcp',
    }),
  );
  expect((await statements()).find(({ seq }) => seq === 1)).toMatchObject({ holds: true });
});

test('the same words again are one statement with its count and the newest citation', async () => {
  await append(
    turn('user', 'Never push to main.'),
    turn('user', 'Never push to main.', { session: 'c2' }),
    turn('user', 'Never push to main.', { session: 'c3' }),
  );
  const rows = await statements();
  expect(rows.filter(({ holds }) => holds)).toMatchObject([{ seq: 3, said: 3 }]);
});

test("a short answer gets its meaning from the assistant's question in the same conversation", async () => {
  await append(
    turn('assistant', 'Two ways:\n1. Store it in S3\n2. Store it on the disk'),
    turn('assistant', 'Which port?\n1. 80\n2. 443', { session: 'c2' }),
    turn('user', 'option 2'),
  );
  expect(await holding()).toEqual(['option 2 → Store it on the disk']);
});

test('forgetting a turn removes its statements', async () => {
  const [said] = await append(turn('user', 'Never push to main.'));
  await append({
    type: 'memory.forgotten',
    actorId: 'user',
    payload: { events: [{ id: said!.id }], event_ids: [said!.id] },
    origin: { channel: 'user' },
  });
  expect(await statements()).toEqual([]);
});

test('a rebuild gives the same statements, however the log was followed', async () => {
  const said = [
    turn('user', "Let's use Memcached for the sessions."),
    turn('assistant', '1. Store it in S3\n2. Store it on the disk'),
    turn('user', 'the second one'),
    turn('user', "Let's use Redis instead of Memcached for the sessions."),
    turn('user', 'Never push to main.'),
    turn('assistant', 'The root cause was a wrong path in the script.'),
    turn('user', 'Never push to main.', { session: 'c2' }),
  ];
  for (const each of said) {
    await append(each);
    await memory.sync();
  }
  const again = await openMemory({ file: ':memory:', store });
  expect(await statements(again)).toEqual(await statements());
  await again.close();
});

test('a remark about a topic of many sentences ends none of them', async () => {
  const orders = [
    'Create a task to add a `task create` command, which takes the path of a task spec.',
    'Always write the task spec before the code of a task.',
    'A task spec names the files that its task changes.',
    'Keep the task spec of a finished task in the archive.',
  ];
  await append(
    ...orders.map((order) => turn('user', order)),
    turn('user', 'Remove the task spec too.'),
    turn('user', "No, that's not how you write a task spec."),
    turn('user', 'Now the task spec is in the wrong folder again.'),
  );
  expect((await statements()).filter(({ holds }) => !holds)).toEqual([]);
});

test('two sentences that reject the same thing hold together', async () => {
  await append(
    turn('user', 'Write the tests for the domain modules, not the commands.'),
    turn('user', 'Mock the domain modules in the tests, not the commands.'),
  );
  expect((await statements()).filter(({ holds }) => !holds)).toEqual([]);
});
