// The clients' own session files as a second source: nothing is missed, nothing is recorded twice.
import assert from 'node:assert/strict';
import { onlyOne, assertWentWell, scenario } from '../../lab/scenario.mjs';

const COUNTED = [
  'transcript.turn',
  'command.completed',
  'tool.call.completed',
  'file.edit.applied',
];

const counts = (recorded) =>
  Object.fromEntries(COUNTED.map((type) => [type, recorded(type).length]));

/** Ensures that the project has a log, without our hooks in the client. */
const withoutHooks = (lab) => lab.hookloom(['memory', 'remember', 'A first word']);

export const capture = [
  scenario(
    'a session from before the installation is imported from its session file once',
    async ({ client, lab, run, tools, recorded }) => {
      const session = await run({
        prompt: 'Count the seagulls.',
        turns: [{ calls: [tools.shell('echo seventeen-seagulls')] }, { text: 'There are 17.' }],
      });
      assertWentWell(session, 'There are 17.');
      await withoutHooks(lab);
      await lab.hookloom([client.capture]);
      onlyOne(
        recorded('command.completed'),
        ({ command }) => command === 'echo seventeen-seagulls',
        'the command',
      );
      const said = recorded('transcript.turn').map(({ role, content }) => [role, content]);
      assert.deepEqual(
        said.filter(([role]) => role === 'user'),
        [['user', 'Count the seagulls.']],
      );
      assert.ok(said.some(([role, content]) => role === 'assistant' && /17/.test(content)));
      const before = counts(recorded);
      await lab.hookloom([client.capture]);
      assert.deepEqual(counts(recorded), before);
    },
    { connected: false },
  ),
  scenario(
    'events that hooks recorded are not recorded again from the session file',
    async ({ client, lab, run, tools, recorded }) => {
      const session = await run({
        prompt: 'Count the seagulls and write it down.',
        turns: [
          { calls: [tools.shell('echo seventeen-seagulls')] },
          { calls: [tools.write(lab.inProject('seagulls.txt'), '17\n')] },
          { text: 'There are 17.' },
        ],
      });
      assertWentWell(session, 'There are 17.');
      const before = counts(recorded);
      const [{ records }] = (await lab.hookloomJson([client.capture])).lanes;
      assert.ok(records > 0, 'nothing of the session file was looked at');
      assert.deepEqual(counts(recorded), before);
    },
    { reduced: true },
  ),
  scenario(
    'a continued session is imported from where the last import ended',
    async ({ client, lab, run, recorded }) => {
      const first = await run({ prompt: 'First question?', turns: [{ text: 'First answer.' }] });
      assertWentWell(first, 'First answer.');
      await withoutHooks(lab);
      await lab.hookloom([client.capture]);
      const again = await run({
        prompt: 'Second question?',
        turns: [{ text: 'Second answer.' }],
        resume: first.sessionId,
      });
      assertWentWell(again, 'Second answer.');
      const [{ known, imported }] = (await lab.hookloomJson([client.capture])).lanes;
      assert.ok(imported > 0, 'nothing was taken in');
      assert.equal(known, 0, 'what was taken in before was read again');
      const said = recorded('transcript.turn')
        .filter(({ role }) => role === 'user')
        .map(({ content }) => content);
      assert.deepEqual(said, ['First question?', 'Second question?']);
    },
    { connected: false },
  ),
  scenario(
    'a secret in a session file does not appear in the log',
    async ({ client, lab, run, tools, write, holding, recorded }) => {
      const secret = ['ghp', '_', 'N4mB7vC1xZ8aS5dF2gH9jK6lQ3wE0rT7yU4i'].join('');
      write('token.txt', `${secret}\n`);
      const session = await run({
        prompt: 'Read the token.',
        turns: [{ calls: [tools.shell('cat token.txt')] }, { text: 'Read it.' }],
      });
      assertWentWell(session, 'Read it.');
      await withoutHooks(lab);
      await lab.hookloom([client.capture]);
      assert.deepEqual(holding(secret), []);
      assert.equal(recorded('command.completed').length, 1);
    },
    { connected: false },
  ),
  scenario(
    'the watcher imports a session by itself, and exits on request',
    async ({ lab, run, recorded }) => {
      await withoutHooks(lab);
      await lab.hookloom(['capture', 'start', '--workspace', '.']);
      const session = await run({ prompt: 'Count the seagulls.', turns: [{ text: 'Seventeen.' }] });
      assertWentWell(session, 'Seventeen.');
      const isThere = () =>
        recorded('transcript.turn').some(({ content }) => /gulls/.test(content));
      for (let waited = 0; waited < 20_000 && !isThere(); waited += 200)
        await new Promise((resolve) => setTimeout(resolve, 200));
      assert.ok(isThere(), 'the watcher took nothing in');
      await lab.hookloom(['capture', 'stop']);
      const { code } = await lab.hookloom(['capture', 'status'], { mayFail: true });
      assert.equal(code, 4, 'a watcher still runs');
    },
    { connected: false },
  ),
];
