// Sessions that begin below the project, or in a worktree of its repository.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { assertTold, assertWentWell, onlyOne, scenario } from '../../lab/scenario.mjs';

const GUARD = `cat > /dev/null
printf '%s' '{"decision":"block","reason":"guarded-from-the-root"}'`;

export const below = [
  scenario(
    'a session that begins in a subfolder is recorded once, in the project’s log',
    async ({ lab, work, tools, recorded }) => {
      const session = await work([tools.shell('echo from-below')], { cwd: lab.inProject('src') });
      assertWentWell(session);
      onlyOne(
        recorded('command.completed'),
        ({ command }) => /from-below/.test(command),
        'the command',
      );
      assert.ok(!fs.existsSync(lab.inProject('src/.eventloom')), 'a second log was made');
    },
    { reduced: true },
  ),
  scenario(
    'a session that begins in a subfolder obeys the project’s guard',
    async ({ lab, hook, work, tools, exists }) => {
      await hook('pre_tool_use', GUARD, 'matcher = "^Bash$"\ncritical = true');
      const session = await work([tools.shell('touch touched.txt')], {
        cwd: lab.inProject('src'),
      });
      assertTold(session, 'guarded-from-the-root', 1);
      assert.ok(!exists('src/touched.txt') && !exists('touched.txt'), 'the command ran');
    },
    { reduced: true },
  ),
  scenario(
    'a session in a git worktree is recorded in the project’s log, and obeys its guard',
    async ({ lab, hook, work, tools, recorded }) => {
      await hook('pre_tool_use', GUARD, 'matcher = "^Bash$"\ncritical = true');
      const tree = path.join(lab.root, 'fix');
      execFileSync('git', ['worktree', 'add', '-q', tree], {
        cwd: lab.project,
        env: lab.environment,
        stdio: 'ignore',
      });
      const session = await work([tools.shell('touch touched.txt')], { cwd: tree });
      assertTold(session, 'guarded-from-the-root', 1);
      assert.ok(!fs.existsSync(path.join(tree, 'touched.txt')), 'the command ran');
      onlyOne(
        recorded('hook.run.completed'),
        ({ decision }) => decision === 'deny',
        'the refusal in the log',
      );
    },
  ),
];
