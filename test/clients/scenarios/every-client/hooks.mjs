// The user's hooks, written once for every client.
import assert from 'node:assert/strict';
import {
  assertNotTold,
  assertTold,
  assertWentWell,
  onlyOne,
  scenario,
} from '../../lab/scenario.mjs';

/** A shell script that reads the event and prints an answer. */
const answering = (answer) => `cat > /dev/null\nprintf '%s' '${JSON.stringify(answer)}'`;

const adding = (hookEventName, additionalContext) =>
  answering({ hookSpecificOutput: { hookEventName, additionalContext } });

export const hooks = [
  scenario(
    'a hook that refuses a write prevents it, and the model receives the reason',
    async ({ lab, hook, work, tools, exists, recorded }) => {
      await hook(
        'pre_tool_use',
        answering({ decision: 'block', reason: 'this-folder-is-frozen' }),
        'matcher = "^(Write|Edit|apply_patch)$"',
      );
      const session = await work([tools.write(lab.inProject('notes.txt'), 'hello\n')]);
      assertWentWell(session);
      assert.ok(!exists('notes.txt'), 'the file was written');
      assertTold(session, 'this-folder-is-frozen', 1);
      assert.deepEqual(recorded('file.edit.applied'), []);
    },
    { reduced: true },
  ),
  scenario(
    'a hook that refuses a command prevents it',
    async ({ hook, work, tools, exists, recorded }) => {
      await hook(
        'pre_tool_use',
        answering({ decision: 'block', reason: 'no-touching-here' }),
        'matcher = "^Bash$"',
      );
      const session = await work([tools.shell('touch touched.txt')]);
      assertWentWell(session);
      assert.ok(!exists('touched.txt'), 'the command ran');
      assertTold(session, 'no-touching-here', 1);
      assert.deepEqual(recorded('command.completed'), []);
    },
  ),
  scenario(
    'a hook that exits with status 2 blocks the call, and its output is the reason',
    async ({ hook, work, tools, exists }) => {
      await hook(
        'pre_tool_use',
        'cat > /dev/null\necho status-two-says-no >&2\nexit 2',
        'matcher = "^Bash$"',
      );
      const session = await work([tools.shell('touch touched.txt')]);
      assertWentWell(session);
      assert.ok(!exists('touched.txt'), 'the command ran');
      assertTold(session, 'status-two-says-no', 1);
    },
  ),
  scenario(
    'a hook for failed calls runs if a command fails, and a hook for completed ones does not',
    async ({ hook, work, tools, exists, text }) => {
      await hook('post_tool_use', 'cat >> finished.txt');
      await hook('post_tool_use_failure', 'cat >> failed.txt');
      assertWentWell(await work([tools.shell('echo fine'), tools.shell('echo broken; exit 3')]));
      assert.ok(exists('failed.txt'), 'no hook for failures ran');
      assert.match(text('failed.txt'), /exit code 3/i);
      assert.doesNotMatch(text('failed.txt'), /fine/);
      assert.match(text('finished.txt'), /fine/);
      assert.doesNotMatch(text('finished.txt'), /broken/);
    },
  ),
  scenario('a hook that has no opinion changes nothing', async ({ hook, work, tools, exists }) => {
    await hook('pre_tool_use', 'cat > hook-ran.txt');
    assertWentWell(await work([tools.shell('touch touched.txt')]));
    assert.ok(exists('touched.txt'), 'the command did not run');
    assert.ok(exists('hook-ran.txt') || exists('.hookloom/hook-ran.txt'), 'the hook did not run');
  }),
  scenario('a hook can replace a command before it runs', async ({ hook, work, tools, exists }) => {
    await hook(
      'pre_tool_use',
      answering({ decision: 'modify', content: 'touch rewritten.txt' }),
      'matcher = "^Bash$"',
    );
    assertWentWell(await work([tools.shell('touch original.txt')]));
    assert.deepEqual([exists('original.txt'), exists('rewritten.txt')], [false, true]);
  }),
  scenario(
    'a hook can replace the output of a command for the model',
    async ({ hook, work, tools, recorded }) => {
      await hook(
        'post_tool_use',
        answering({ decision: 'modify', content: 'masked-by-a-hook' }),
        'matcher = "^Bash$"',
      );
      const session = await work([tools.shell('expr 111 \\* 111')]);
      assertWentWell(session);
      assertTold(session, 'masked-by-a-hook', 1);
      assertNotTold(session, '12321');
      const run = onlyOne(recorded('hook.run.completed'), () => true, 'the run of the hook');
      assert.ok(!(run.losses ?? []).some(({ survival }) => survival === 'lost'), 'it was lost');
    },
  ),
  scenario(
    'a critical guard that cannot start refuses the call',
    async ({ hook, work, tools, exists, recorded }) => {
      await hook('pre_tool_use', 'exec ./no-such-program', 'critical = true');
      const session = await work([tools.shell('touch touched.txt')]);
      assert.equal(session.timedOut, false);
      assert.ok(!exists('touched.txt'), 'the command ran without its guard');
      onlyOne(recorded('hook.run.completed'), ({ decision }) => decision === 'deny', 'the refusal');
    },
    { reduced: true },
  ),
  scenario(
    'a hook that is not a guard and cannot start does not affect the call',
    async ({ hook, work, tools, exists }) => {
      await hook('pre_tool_use', 'exec ./no-such-program');
      assertWentWell(await work([tools.shell('touch touched.txt')]));
      assert.ok(exists('touched.txt'), 'the command did not run');
    },
  ),
  scenario(
    'a hanging hook is ended after its timeout, and the call continues',
    async ({ hook, work, tools, exists }) => {
      await hook('pre_tool_use', 'cat > /dev/null\ntouch began.txt\nsleep 120', 'timeout = 1');
      assertWentWell(await work([tools.shell('touch touched.txt')]));
      assert.ok(exists('began.txt') || exists('.hookloom/began.txt'), 'the hook did not run');
      assert.ok(exists('touched.txt'), 'the command did not run');
    },
  ),
  scenario(
    'a hook configuration that cannot be read does not stop the client',
    async ({ write, work, tools, exists, recorded }) => {
      write('.hookloom/hooks.toml', '[[hooks.pre_tool_use]\ncommand = \n');
      assertWentWell(await work([tools.shell('touch touched.txt')]));
      assert.ok(exists('touched.txt'), 'the command did not run');
      assert.equal(recorded('command.completed').length, 1);
    },
    { reduced: true },
  ),
  scenario(
    'a hook that came with the project does not run before a person reviewed it',
    async ({ lab, write, work, tools, exists }) => {
      write('.hookloom/stranger.sh', 'cat > /dev/null\ntouch stranger-ran.txt\nexit 2\n');
      write(
        '.hookloom/hooks.toml',
        '[[hooks.pre_tool_use]]\ncommand = ["sh", ".hookloom/stranger.sh"]\n',
      );
      assertWentWell(await work([tools.shell('touch touched.txt')]));
      assert.ok(exists('touched.txt'), 'the command did not run');
      const found = [lab.inProject(''), lab.inProject('.hookloom/')].map((folder) =>
        exists(`${folder.slice(lab.project.length + 1)}stranger-ran.txt`),
      );
      assert.deepEqual(found, [false, false]);
      // Only the review was missing.
      await lab.review();
      await work([tools.shell('touch touched-again.txt')]);
      assert.ok(!exists('touched-again.txt'), 'the reviewed hook did not run');
    },
  ),
  scenario(
    'context that another client’s hook adds at session start reaches the first request to the model',
    async ({ foreignHook, run }) => {
      await foreignHook('SessionStart', adding('SessionStart', 'the-build-is-red-today'));
      const session = await run({ prompt: 'Say hi.', turns: [{ text: 'hi' }] });
      assertWentWell(session, 'hi');
      assert.ok(session.told[0].includes('the-build-is-red-today'), 'it did not arrive');
    },
    { reduced: true },
  ),
  scenario(
    'context that another client’s hook adds to a prompt reaches the next request to the model',
    async ({ foreignHook, run }) => {
      await foreignHook('UserPromptSubmit', adding('UserPromptSubmit', 'the-branch-is-frozen'));
      const session = await run({ prompt: 'Say hi.', turns: [{ text: 'hi' }] });
      assertWentWell(session, 'hi');
      assertTold(session, 'the-branch-is-frozen');
    },
  ),
  scenario(
    'a prompt that a hook refuses never reaches the model',
    async ({ hook, run, recorded }) => {
      await hook('user_prompt_submit', answering({ decision: 'block', reason: 'not-today' }));
      const session = await run({
        prompt: 'Publish everything at once.',
        turns: [{ text: 'published' }],
      });
      assert.equal(session.timedOut, false);
      assertNotTold(session, 'Publish everything at once.');
      onlyOne(recorded('hook.run.completed'), ({ decision }) => decision === 'deny', 'the refusal');
    },
  ),
  scenario(
    'context that another client’s hook adds after a tool reaches the model',
    async ({ foreignHook, work, tools }) => {
      await foreignHook('PostToolUse', adding('PostToolUse', 'remember-the-changelog'));
      const session = await work([tools.shell('echo done')]);
      assertWentWell(session);
      assertTold(session, 'remember-the-changelog', 1);
    },
  ),
  scenario(
    'a hook that finds the work unfinished sends the agent back once',
    async ({ hook, run }) => {
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
      assertTold(session, 'the-tests-are-missing', 1);
      assert.equal(session.asked.length, 2);
    },
  ),
  scenario(
    'a hook’s refusal takes precedence over another hook’s rewrite',
    async ({ hook, work, tools, exists }) => {
      await hook(
        'pre_tool_use',
        `input=$(cat)
case "$input" in *first*) printf '%s' '{"decision":"block","reason":"refused-first"}';;
*) printf '%s' '{"decision":"modify","content":"touch rewritten.txt"}';; esac`,
        'matcher = "^Bash$"',
      );
      const session = await work([tools.shell('touch first.txt'), tools.shell('touch second.txt')]);
      assertWentWell(session);
      assert.deepEqual(
        ['first.txt', 'second.txt', 'rewritten.txt'].map((name) => exists(name)),
        [false, false, true],
      );
    },
  ),
  scenario(
    'a hook written for another client refuses a command here too',
    async ({ foreignHook, work, tools, exists }) => {
      await foreignHook(
        'PreToolUse',
        answering({
          hookSpecificOutput: {
            hookEventName: 'PreToolUse',
            permissionDecision: 'deny',
            permissionDecisionReason: 'refused-in-another-language',
          },
        }),
      );
      const session = await work([tools.shell('touch touched.txt')]);
      assertWentWell(session);
      assert.ok(!exists('touched.txt'), 'the command ran');
      assertTold(session, 'refused-in-another-language', 1);
    },
  ),
  scenario(
    'records what a hook denied and why, and tells the next session',
    async ({ hook, work, run, tools, recorded }) => {
      const answer = answering({ decision: 'block', reason: 'not-here' });
      await hook('pre_tool_use', answer, 'matcher = "^Bash$"');
      assertWentWell(await work([tools.shell('touch touched.txt')]));
      onlyOne(recorded('hook.run.completed'), ({ decision }) => decision === 'deny', 'decision');
      const isIt = ({ target, reason }) => /touched/.test(target) && reason === 'not-here';
      onlyOne(recorded('hook.permission_denied'), isIt, 'denial');
      const next = await run({ prompt: 'Say hi.', turns: [{ text: 'hi' }] });
      assert.match(next.told[0], /touch touched\.txt.{0,20} Reason: not-here/);
    },
  ),
];
