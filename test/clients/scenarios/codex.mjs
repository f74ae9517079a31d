// Codex: the shared scenarios, and its own.
import assert from 'node:assert/strict';
import { hooksSeenByCodex } from '../clients/codex-app-server.mjs';
import { killGroup } from '../lab/run-process.mjs';
import { assertTold, assertWentWell, except, onlyOne, scenario } from '../lab/scenario.mjs';
import { SUMMARY } from '../models/script.mjs';
import { everyClient } from './every-client/index.mjs';
import { tasksOfFile } from './kept-tasks.mjs';

const shared = except(everyClient, {
  'doctor reports a recorded session that began in a subfolder':
    'Codex searches parent folders for the settings of its project: hooks also run there',
  'a session in a git worktree is recorded in the project’s log, and obeys its guard':
    'Codex reads the hooks of the worktree itself, and trusts hooks by their path',
});

const own = [
  // Codex runs no hook for its plan tool.
  tasksOfFile,
  scenario(
    'a patch of several files is refused completely if a hook refuses one of them',
    async ({ hook, work, exists, text }) => {
      const refusal = JSON.stringify({ decision: 'block', reason: 'secrets-stay' });
      const guard = `in=$(cat)
printf '%s\\n' "$in" >> asked.txt
case "$in" in *'"file_path":"secret/'*) printf '%s' '${refusal}';; esac`;
      await hook('pre_tool_use', guard, 'matcher = "^(Edit|Write)$"');
      const add = (name) => `*** Add File: ${name}\n+x\n`;
      const patch = `*** Begin Patch\n${add('a.txt')}${add('secret/b.txt')}*** End Patch\n`;
      const session = await work([{ custom: 'apply_patch', text: patch }]);
      assertWentWell(session);
      assert.ok(!exists('a.txt') && !exists('secret/b.txt'), 'the patch was applied');
      assertTold(session, 'secrets-stay', 1);
      assert.equal(text('asked.txt').trim().split('\n').length, 2);
    },
  ),
  scenario(
    'the session file provides a command’s outcome if the hook did not',
    async ({ client, lab, work, tools, recorded }) => {
      assertWentWell(await work([tools.shell('echo fine'), tools.shell('exit 3')]));
      await lab.hookloom([client.capture]);
      assert.deepEqual(
        recorded('tool.call.settled').map(({ command, status, exit_code: code }) => [
          command,
          status,
          code,
        ]),
        [
          ['echo fine', 'ok', 0],
          ['exit 3', 'error', 3],
        ],
      );
      assert.equal(recorded('command.completed').length, 2);
    },
  ),
  scenario(
    'Codex itself says that it trusts every hook we wrote',
    async ({ client, lab }) => {
      const hooks = await hooksSeenByCodex(lab, client.binary);
      assert.ok(hooks.length >= 10, `only ${hooks.length} hooks`);
      assert.deepEqual([...new Set(hooks.map(({ trustStatus }) => trustStatus))], ['trusted']);
    },
    { reduced: true },
  ),
  scenario(
    'Codex runs without Hookloom in an untrusted project, and is not recorded',
    async ({ lab, work, tools, recorded }) => {
      await lab.hookloom(['init', '--preset', 'local-codex', '--hook-client', 'codex']);
      assertWentWell(await work([tools.shell('echo unseen')]));
      assert.deepEqual(recorded('command.completed'), []);
    },
    { connected: false },
  ),
  scenario(
    'a patch of two files is two edits in the log',
    async ({ lab, work, recorded, text }) => {
      const patch = [
        '*** Begin Patch',
        `*** Add File: ${lab.inProject('one.txt')}`,
        '+one',
        `*** Update File: ${lab.inProject('src/app.js')}`,
        '@@',
        '-export const answer = 41;',
        '+export const answer = 42;',
        '*** End Patch',
      ];
      assertWentWell(await work([{ custom: 'apply_patch', text: `${patch.join('\n')}\n` }]));
      assert.equal(text('one.txt'), 'one\n');
      assert.deepEqual(
        recorded('file.edit.applied')
          .map(({ path }) => path)
          .sort(),
        ['one.txt', 'src/app.js'],
      );
    },
  ),
  scenario(
    'a conversation that grows too long is compacted, and the log records it',
    async ({ lab, run }) => {
      const session = await run({
        prompt: 'Work for long.',
        args: ['-c', 'model_auto_compact_token_limit=2000'],
        turns: [
          { calls: [{ name: 'exec_command', input: { cmd: 'echo long' } }], inputTokens: 90_000 },
          { text: 'All done.' },
        ],
      });
      assertWentWell(session);
      assertTold(session, SUMMARY, 1);
      const types = lab.events().map(({ type }) => type);
      assert.ok(
        types.some((type) => type.includes('compact')),
        `no compaction among ${[...new Set(types)].join(', ')}`,
      );
    },
  ),
  scenario('an interrupted session ends in the log', async ({ run, tools, recorded }) => {
    let client;
    await run({
      prompt: 'Work until somebody presses a key.',
      onStart: (child) => (client = child),
      turns: [
        { calls: [tools.shell('echo before-the-key')] },
        { before: () => killGroup(client.pid, 'SIGINT'), text: 'never said' },
      ],
    });
    onlyOne(recorded('command.completed'), ({ command }) => /before-the/.test(command), 'it');
    onlyOne(recorded('hook.interrupt'), ({ source }) => source === 'codex', 'the interruption');
    onlyOne(recorded('session.ended'), ({ source }) => source === 'codex', 'the end');
  }),
  scenario(
    'a subagent’s work is recorded with the agent’s name',
    async ({ run, tools, recorded }) => {
      let isDone;
      const subagentIsDone = new Promise((resolve) => (isDone = resolve));
      const session = await run({
        prompt: 'Delegate this.',
        threads: [
          {
            name: 'sub',
            match: (said) => said.includes('SUBTASK') && !said.includes('Delegate this.'),
            turns: [
              { calls: [tools.shell('echo from-the-subagent')] },
              { before: () => isDone(), text: 'sub done' },
            ],
          },
          {
            name: 'main',
            turns: [
              { calls: [tools.agent('SUBTASK: say something')] },
              { before: () => subagentIsDone, text: 'All done.' },
              // Codex may report the end of the subagent, which gets an answer too.
              { text: 'All done.' },
            ],
          },
        ],
      });
      assertWentWell(session);
      const ran = onlyOne(
        recorded('command.completed'),
        ({ command }) => command === 'echo from-the-subagent',
        'the command of the subagent',
      );
      assert.ok(ran.agent_id, 'the command does not name its agent');
      const said = recorded('transcript.turn').filter(({ role }) => role === 'user');
      assert.deepEqual(
        said.map(({ content }) => content),
        ['Delegate this.'],
      );
    },
  ),
];

export const scenarios = [...shared, ...own];
