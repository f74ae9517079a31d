// Gemini CLI: the shared scenarios, and its own.
import assert from 'node:assert/strict';
import { assertWentWell, except, onlyOne, scenario } from '../lab/scenario.mjs';
import { everyClient } from './every-client/index.mjs';
import { tasksByHook, tasksOfFile } from './kept-tasks.mjs';

const shared = except(everyClient, {
  'a session that starts in a subfolder writes to the project’s log':
    'Gemini CLI reads the settings of the folder it is started in, not of parent folders',
  'a memory call is linked to the call that the hooks reported':
    'Gemini CLI sends no call ids, neither to hooks nor to servers',
});

const own = [
  tasksByHook,
  tasksOfFile,
  scenario('records that a conversation was compacted', null, {
    cannot: 'a headless prompt is never compacted, and its event comes before every request',
  }),
  scenario('records the work of a subagent', async ({ lab, run, tools, recorded }) => {
    const session = await run({
      prompt: 'Delegate this.',
      threads: [
        {
          name: 'sub',
          match: (said) => said.includes('SUBTASK') && !said.includes('Delegate this.'),
          turns: [
            { calls: [tools.read(lab.inProject('README.md'))] },
            { calls: [{ name: 'complete_task', input: { result: { response: 'sub done' } } }] },
          ],
        },
        {
          name: 'main',
          turns: [{ calls: [tools.agent('SUBTASK: read it')] }, { text: 'All done.' }],
        },
      ],
    });
    assertWentWell(session);
    onlyOne(
      recorded('tool.call.completed'),
      ({ tool_name }) => tool_name === 'read_file',
      'the call of the subagent',
    );
  }),
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
      await foreignHook('PreToolUse', `cat > /dev/null\nprintf '%s' '${JSON.stringify(answer)}'`);
      const session = await work([tools.shell('touch touched.txt')]);
      assert.equal(session.timedOut, false);
      assert.ok(!exists('touched.txt'), 'the command ran without anybody having been asked');
      onlyOne(recorded('hook.run.completed'), ({ decision }) => decision === 'ask', 'the wish');
    },
  ),
  scenario(
    'a user who switches our hooks off by name is not recorded',
    async ({ lab, write, text, work, tools, recorded }) => {
      const settings = JSON.parse(text('.gemini/settings.json'));
      write('.gemini/settings.json', { ...settings, hooksConfig: { disabled: ['hookloom'] } });
      assertWentWell(await work([tools.shell('echo unseen')]));
      assert.deepEqual(recorded('command.completed'), []);
      assert.ok(lab.events().every(({ actorId }) => actorId !== 'user'));
    },
  ),
  scenario(
    'tools that nobody can approve are not offered, and the session succeeds',
    async ({ run, recorded }) => {
      const session = await run({
        prompt: 'Say hi.',
        mode: 'default',
        turns: [{ text: 'hi' }],
      });
      assertWentWell(session, 'hi');
      assert.equal(recorded('transcript.turn').length, 2);
    },
  ),
];

export const scenarios = [...shared, ...own];
