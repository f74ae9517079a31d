// GitHub Copilot CLI: the shared scenarios, and its own.
import assert from 'node:assert/strict';
import { writeFile } from '../lab/files.mjs';
import { killGroup } from '../lab/run-process.mjs';
import {
  assertNotTold,
  assertTold,
  assertWentWell,
  except,
  onlyOne,
  scenario,
} from '../lab/scenario.mjs';
import { everyClient } from './every-client/index.mjs';

const shared = except(everyClient, {
  'doctor reports a recorded session that began in a subfolder':
    'Copilot reads the hooks of the complete repository: they also run in a subfolder',
  'a session in a git worktree is recorded in the project’s log, and obeys its guard':
    'Copilot reads the hooks of the worktree itself',
  'a memory call is linked to the call that the hooks reported':
    'Copilot sends no call ids, neither to hooks nor to servers',
});

const answering = (answer) => `cat > /dev/null\nprintf '%s' '${JSON.stringify(answer)}'`;
const saidBy = (recorded, who) =>
  recorded('transcript.turn')
    .filter(({ role }) => role === who)
    .map(({ content }) => content);

const own = [
  scenario(
    'a message of a hook is shown to the person, and the context beside it still reaches the model',
    async ({ foreignHook, run }) => {
      const output = {
        hookEventName: 'UserPromptSubmit',
        additionalContext: 'the-branch-is-frozen',
      };
      await foreignHook(
        'UserPromptSubmit',
        answering({ systemMessage: 'look-at-the-branch', hookSpecificOutput: output }),
      );
      const session = await run({ prompt: 'Say hi.', turns: [{ text: 'hi' }] });
      assertWentWell(session, 'hi');
      assertTold(session, 'the-branch-is-frozen');
      assertNotTold(session, 'look-at-the-branch');
      const shown = session.stream.filter(({ type }) => type === 'session.warning');
      onlyOne(shown, ({ data }) => data.message.includes('look-at-the-branch'), 'the message');
    },
    { reduced: true },
  ),
  scenario(
    'a stop hook’s text, which Copilot sends as a prompt, is not recorded as the user’s',
    async ({ client, hook, lab, run, recorded }) => {
      await hook(
        'stop',
        `cat > /dev/null
if [ -e .sent-back ]; then exit 0; fi
touch .sent-back
printf '%s' '{"decision":"block","reason":"the-tests-are-missing"}'`,
      );
      const session = await run({
        prompt: 'Do the task.',
        turns: [{ text: 'First try.' }, { text: 'All done.' }],
      });
      assertWentWell(session);
      assert.deepEqual(saidBy(recorded, 'user'), ['Do the task.']);
      assert.deepEqual(saidBy(recorded, 'assistant'), ['First try.', 'All done.']);
      // The session file does not attribute them to the user either.
      await lab.hookloom([client.capture]);
      assert.deepEqual(saidBy(recorded, 'user'), ['Do the task.']);
      assert.deepEqual(saidBy(recorded, 'assistant'), ['First try.', 'All done.']);
    },
    { reduced: true },
  ),
  scenario(
    'a subagent’s work is recorded with the agent’s name',
    async ({ run, tools, recorded }) => {
      const session = await run({
        prompt: 'Delegate this.',
        threads: [
          {
            name: 'sub',
            match: (said) => said.includes('SUBTASK') && !said.includes('Delegate this.'),
            turns: [{ calls: [tools.shell('echo from-the-subagent')] }, { text: 'sub done' }],
          },
          {
            name: 'main',
            turns: [{ calls: [tools.agent('SUBTASK: say something')] }, { text: 'All done.' }],
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
      onlyOne(recorded('subagent.completed'), ({ summary }) => summary === 'sub done', 'its end');
      assert.deepEqual(saidBy(recorded, 'user'), ['Delegate this.']);
      assert.deepEqual(saidBy(recorded, 'assistant'), ['All done.']);
    },
  ),
  scenario(
    'a command that fails runs the hooks for failures, and what they add reaches the model',
    async ({ hook, work, tools }) => {
      const output = {
        hookEventName: 'PostToolUseFailure',
        additionalContext: 'try-npm-ci-first',
      };
      await hook('post_tool_use_failure', answering({ hookSpecificOutput: output }));
      const session = await work([tools.shell('echo fine'), tools.shell('exit 3')]);
      assertWentWell(session);
      assert.ok(!session.told[1].includes('try-npm-ci-first'), 'it also ran for the other command');
      assertTold(session, 'try-npm-ci-first', 2);
    },
  ),
  scenario(
    'a hook that asks a person prevents the call if there is none',
    async ({ foreignHook, work, tools, exists, recorded }) => {
      const answer = {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'ask',
          permissionDecisionReason: 'a-person-should-look',
        },
      };
      await foreignHook('PreToolUse', answering(answer));
      const session = await work([tools.shell('touch touched.txt')]);
      assertWentWell(session);
      assert.ok(!exists('touched.txt'), 'the command ran');
      assertTold(session, 'a-person-should-look', 1);
      onlyOne(recorded('hook.run.completed'), ({ decision }) => decision === 'ask', 'the wish');
    },
  ),
  scenario(
    'a conversation that grows too long is compacted, and the log records it',
    async ({ lab, run, tools }) => {
      const session = await run({
        prompt: 'Work for long.',
        turns: [
          { calls: [tools.shell('echo long')], inputTokens: 125_000 },
          { calls: [tools.shell('echo longer')], inputTokens: 127_000 },
          { text: 'All done.' },
        ],
      });
      assertWentWell(session);
      const types = lab.events().map(({ type }) => type);
      assert.ok(types.includes('compaction.started'), `only ${[...new Set(types)].join(', ')}`);
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
    onlyOne(recorded('session.ended'), ({ source }) => source === 'copilot', 'the end');
  }),
  scenario(
    'Copilot runs without Hookloom in an untrusted folder, and is not recorded',
    async ({ lab, connect, work, tools, recorded }) => {
      await connect();
      writeFile(lab.inHome('.copilot/config.json'), {});
      assertWentWell(await work([tools.shell('echo unseen')]));
      assert.deepEqual(recorded('command.completed'), []);
    },
    { connected: false },
  ),
  scenario(
    'beside Claude Code, whose hooks Copilot also runs, everything is recorded once',
    async ({ lab, hook, work, tools, exists, recorded }) => {
      await lab.hookloom(['init', '--preset', 'local-claude']);
      await hook('pre_tool_use', 'cat > /dev/null\necho ran >> runs.txt', 'matcher = "^Bash$"');
      const session = await work([tools.shell('echo once'), tools.shell('touch touched.txt')]);
      assertWentWell(session);
      assert.ok(exists('touched.txt'), 'the command did not run');
      assert.equal(recorded('command.completed').length, 2);
      assert.deepEqual(saidBy(recorded, 'user'), ['Please do the task.']);
      assert.deepEqual(saidBy(recorded, 'assistant'), ['All done.']);
      for (const type of ['hook.session_started', 'session.ended', 'hook.stop'])
        onlyOne(recorded(type), ({ source }) => source === 'copilot', type);
    },
  ),
  scenario(
    'connected only through Claude Code’s settings, Copilot is recorded as itself and obeys hooks',
    async ({ lab, hook, work, tools, exists, recorded }) => {
      await lab.hookloom(['init', '--preset', 'local-claude']);
      await hook(
        'pre_tool_use',
        answering({ decision: 'block', reason: 'no-touching-here' }),
        'matcher = "^Bash$"',
      );
      const session = await work([
        tools.shell('touch touched.txt'),
        tools.write(lab.inProject('notes.txt'), 'hello\n'),
      ]);
      assertWentWell(session);
      assert.ok(!exists('touched.txt'), 'the command ran');
      assertTold(session, 'no-touching-here', 1);
      onlyOne(recorded('file.edit.applied'), ({ path }) => path === 'notes.txt', 'the edit');
      onlyOne(recorded('session.ended'), ({ source }) => source === 'copilot', 'the end');
      assert.deepEqual(saidBy(recorded, 'user'), ['Please do the task.']);
    },
    { connected: false },
  ),
];

export const scenarios = [...shared, ...own];
