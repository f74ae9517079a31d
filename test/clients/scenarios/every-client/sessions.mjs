// Sessions that continue, overlap or end abnormally.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import net from 'node:net';
import { killGroup } from '../../lab/run-process.mjs';
import { assertTold, assertWentWell, onlyOne, scenario } from '../../lab/scenario.mjs';

export const sessions = [
  scenario(
    'a resumed session has its memory, and continues in the log under its own id',
    async ({ run, recorded }) => {
      const first = await run({
        prompt: 'My bicycle is turquoise.',
        turns: [{ text: 'Noted, turquoise.' }],
      });
      assertWentWell(first, 'Noted, turquoise.');
      const second = await run({
        prompt: 'Which colour was it?',
        turns: [{ text: 'It is turquoise.' }],
        resume: first.sessionId,
      });
      assertWentWell(second, 'It is turquoise.');
      assertTold(second, 'My bicycle is turquoise.');
      const turns = recorded('transcript.turn').map(({ session_id, content }) => [
        session_id,
        content,
      ]);
      assert.deepEqual(turns, [
        [first.sessionId, 'My bicycle is turquoise.'],
        [first.sessionId, 'Noted, turquoise.'],
        [first.sessionId, 'Which colour was it?'],
        [first.sessionId, 'It is turquoise.'],
      ]);
    },
    { reduced: true },
  ),
  scenario(
    'two simultaneous sessions write to one log without losing work',
    async ({ run, tools, recorded }) => {
      const one = (name) =>
        run({
          prompt: `Work as ${name}.`,
          turns: [1, 2, 3]
            .map((step) => ({ calls: [tools.shell(`echo ${name} ${step}`)] }))
            .concat({ text: 'All done.' }),
        });
      const both = await Promise.all([one('first'), one('second')]);
      for (const session of both) assertWentWell(session);
      assert.deepEqual(
        recorded('command.completed')
          .map(({ command }) => command)
          .sort(),
        ['first', 'second'].flatMap((name) => [1, 2, 3].map((step) => `echo ${name} ${step}`)),
      );
    },
  ),
  scenario(
    'a client that is killed while it works leaves a log that verifies and can be continued',
    async ({ run, work, tools, recorded }) => {
      let client;
      const killed = await run({
        prompt: 'Work until the lights go out.',
        onStart: (child) => (client = child),
        turns: [
          { calls: [tools.shell('echo before-the-end')] },
          { before: () => killGroup(client.pid, 'SIGKILL'), text: 'never said' },
        ],
      });
      assert.equal(killed.signal, 'SIGKILL');
      onlyOne(recorded('command.completed'), ({ command }) => /before-the-end/.test(command), 'it');
      assertWentWell(await work([tools.shell('echo after-it')]));
      onlyOne(recorded('command.completed'), ({ command }) => /after-it/.test(command), 'it');
    },
    { reduced: true },
  ),
  scenario(
    'a client that is asked to exit leaves a log that verifies',
    async ({ run, tools, recorded }) => {
      let client;
      await run({
        prompt: 'Work until you are asked to stop.',
        onStart: (child) => (client = child),
        turns: [
          { calls: [tools.shell('echo before-the-end')] },
          { before: () => killGroup(client.pid, 'SIGTERM'), text: 'never said' },
        ],
      });
      onlyOne(recorded('command.completed'), ({ command }) => /before-the-end/.test(command), 'it');
    },
  ),
  scenario(
    'a log with a last line torn by a power failure is continued, and the loss is reported',
    async ({ lab, work, tools, recorded }) => {
      assertWentWell(await work([tools.shell('echo whole')]));
      const log = lab.inProject('.eventloom/project-default.jsonl');
      fs.appendFileSync(log, '{"actorId":"zaxy-hook","causedBy":[],"id":"evt_torn","pay');
      assertWentWell(await work([tools.shell('echo after-the-failure')]));
      const recovered = lab.events().filter(({ type }) => type === 'log.recovered');
      assert.equal(recovered.length, 1);
      onlyOne(recorded('command.completed'), ({ command }) => /after-the/.test(command), 'it');
    },
  ),
  scenario('a killed worker affects no session', async ({ lab, work, tools, recorded }) => {
    await lab.hookloom(['up', '--detach']);
    assertWentWell(await work([tools.shell('echo with-a-worker')]));
    const { pid } = await lab.hookloomJson(['status']);
    process.kill(pid, 'SIGKILL');
    assertWentWell(await work([tools.shell('echo without-a-worker')]));
    assert.deepEqual(
      recorded('command.completed').map(({ command }) => command),
      ['echo with-a-worker', 'echo without-a-worker'],
    );
  }),
  scenario(
    'a foreign program on the worker’s port receives nothing from a session and does not delay it',
    async ({ lab, work, tools, recorded }) => {
      let asked = 0;
      // It accepts connections and never answers.
      const stranger = net.createServer((socket) => {
        asked++;
        socket.on('error', () => {});
      });
      await new Promise((resolve) => stranger.listen(0, '127.0.0.1', resolve));
      try {
        const { port } = stranger.address();
        const state = lab.inHome('.local/state/hookloom');
        fs.mkdirSync(state, { recursive: true, mode: 0o700 });
        await lab.hookloom(['settings', 'set', 'CLAUDE_MEM_WORKER_PORT', String(port)]);
        assertWentWell(await work([tools.shell('echo beside-a-stranger')]));
        assert.equal(asked, 0, 'the stranger was spoken to');
        assert.equal(recorded('command.completed').length, 1);
      } finally {
        stranger.close();
      }
    },
  ),
  scenario(
    'while a worker runs, a session’s work becomes a note that the next session receives',
    async ({ lab, run, tools }) => {
      await lab.hookloom(['up', '--detach']);
      const first = await run({
        prompt: 'Add the page about lighthouses.',
        turns: [
          { calls: [tools.write(lab.inProject('lighthouses.md'), '# Lighthouses\n')] },
          { text: 'All done.' },
        ],
      });
      assertWentWell(first);
      const next = await run({ prompt: 'Say hi.', turns: [{ text: 'hi' }] });
      assertWentWell(next, 'hi');
      assert.ok(next.told[0].includes('lighthouses'), 'the next session knows nothing of it');
    },
  ),
];
