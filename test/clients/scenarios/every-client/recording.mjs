// The log records what a client did.
import assert from 'node:assert/strict';
import { assertWentWell, onlyOne, scenario } from '../../lab/scenario.mjs';

export const recording = [
  scenario(
    'records a shell command with its output',
    async ({ work, tools, recorded }) => {
      assertWentWell(await work([tools.shell('printf the-%drd-output 23')]));
      const ran = onlyOne(
        recorded('command.completed'),
        ({ command }) => command === 'printf the-%drd-output 23',
        'the command in the log',
      );
      assert.equal(ran.stdout, 'the-23rd-output');
    },
    { reduced: true },
  ),
  scenario(
    'records a written file with its path',
    async ({ lab, work, tools, recorded, text }) => {
      assertWentWell(await work([tools.write(lab.inProject('notes.txt'), 'hello\n')]));
      assert.equal(text('notes.txt'), 'hello\n');
      onlyOne(recorded('file.edit.applied'), ({ path }) => path === 'notes.txt', 'the edit');
    },
    { reduced: true },
  ),
  scenario('records a changed file with its path', async ({ lab, work, tools, recorded, text }) => {
    const file = lab.inProject('src/app.js');
    const [before, after] = ['export const answer = 41;', 'export const answer = 42;'];
    assertWentWell(await work([tools.read(file), tools.edit(file, before, after)]));
    assert.equal(text('src/app.js'), `${after}\n`);
    onlyOne(recorded('file.edit.applied'), ({ path }) => path === 'src/app.js', 'the edit');
  }),
  scenario('records a failed command with its error output', async ({ work, tools, recorded }) => {
    assertWentWell(await work([tools.shell('echo it-broke >&2; exit 3')]));
    const ran = onlyOne(
      recorded('command.completed'),
      ({ command }) => command.endsWith('exit 3'),
      'the command in the log',
    );
    assert.match(JSON.stringify(ran), /it-broke/);
    assert.notEqual(ran.outcome, 'passed');
  }),
  scenario(
    'records the user’s prompt and the agent’s last answer as turns',
    async ({ run, recorded }) => {
      const session = await run({
        prompt: 'Which colour has the bicycle shed?',
        turns: [{ text: 'The bicycle shed is green.' }],
      });
      assertWentWell(session, 'The bicycle shed is green.');
      const turns = recorded('transcript.turn').map(({ role, content }) => [role, content]);
      assert.deepEqual(turns, [
        ['user', 'Which colour has the bicycle shed?'],
        ['assistant', 'The bicycle shed is green.'],
      ]);
    },
    { reduced: true },
  ),
  scenario(
    'attributes words to the user if a hook reports them, and to the agent if a tool does',
    async ({ client, lab, connect, work, tools, write }) => {
      const { node, bin } = lab.own;
      const turn = 'hook-event transcript-turn --role user --content "$1"';
      write('report.sh', `${node} ${bin} ${turn} >/dev/null\n`);
      client.addOwnHook(lab, 'sh report.sh from-a-hook');
      await connect();
      const call = tools.shell('sh report.sh from-a-tool');
      assertWentWell(await work([call], client.withOwnHook ?? {}));
      const said = (content) =>
        lab
          .events()
          .filter(({ payload }) => payload.content === content)
          .map(({ actorId, payload }) => `${actorId} ${payload.__origin.channel}`);
      assert.deepEqual(
        [...new Set(said('from-a-hook')), ...said('from-a-tool')],
        ['user user', 'agent model'],
      );
    },
    { reduced: true, connected: false },
  ),
  scenario('a session begins and ends once in the log', async ({ client, run, recorded }) => {
    const session = await run({ prompt: 'Say hi.', turns: [{ text: 'hi' }] });
    assertWentWell(session, 'hi');
    const ofClient = ({ source, session_id }) =>
      source === client.name && session_id === session.sessionId;
    onlyOne(recorded('hook.session_started'), ofClient, 'the start');
    onlyOne(recorded('session.ended'), ofClient, 'the end');
  }),
  scenario(
    'records each of several simultaneous calls once',
    async ({ work, tools, recorded, lab }) => {
      const files = ['a', 'b', 'c', 'd'].map((name) => lab.inProject(`parallel-${name}.txt`));
      const session = await work([files.map((file) => tools.shell(`echo made > '${file}'`))]);
      assertWentWell(session);
      const commands = recorded('command.completed').map(({ command }) => command);
      assert.deepEqual(
        commands.sort(),
        files.map((file) => `echo made > '${file}'`),
      );
    },
  ),
  scenario('records twenty calls in a row in order', async ({ work, tools, recorded }) => {
    const commands = Array.from({ length: 20 }, (_, index) => `echo step ${index} of many`);
    assertWentWell(await work(commands.map((command) => tools.shell(command))));
    assert.deepEqual(
      recorded('command.completed').map(({ command }) => command),
      commands,
    );
  }),
  scenario(
    'records a bounded excerpt of a one-megabyte output without delaying the client',
    async ({ work, tools, recorded }) => {
      const command = `head -c 1000000 /dev/zero | tr '\\0' x`;
      assertWentWell(await work([tools.shell(command)]));
      const [ran] = recorded('command.completed');
      assert.equal(ran.command, command);
      assert.ok(JSON.stringify(ran).length < 20_000, 'the log holds the whole output');
    },
  ),
  scenario(
    'a refused model request leaves a log that verifies, and the client reports it',
    async ({ run, recorded }) => {
      const refusal = { error: { status: 400, message: 'the stand-in refuses' } };
      const session = await run({
        prompt: 'This will fail.',
        turns: Array.from({ length: 12 }, () => refusal),
      });
      assert.ok(session.failed, 'the client did not notice');
      onlyOne(recorded('transcript.turn'), ({ role }) => role === 'user', 'the prompt');
    },
  ),
  scenario(
    'a session that starts in a subfolder writes to the project’s log',
    async ({ run, recorded, exists, lab, tools }) => {
      const session = await run({
        prompt: 'Work in the folder below.',
        turns: [{ calls: [tools.shell('echo from-below')] }, { text: 'All done.' }],
        cwd: lab.inProject('src'),
      });
      assertWentWell(session);
      assert.ok(!exists('src/.eventloom'), 'a second log was made');
      onlyOne(
        recorded('command.completed'),
        ({ command }) => command === 'echo from-below',
        'the command',
      );
    },
  ),
];
