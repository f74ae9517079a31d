// One `init --user` for a machine: the client reads our hooks and our server from the user's own settings.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { assertWentWell, onlyOne, scenario } from '../../lab/scenario.mjs';

const ran = (recorded, text) =>
  onlyOne(recorded('command.completed'), ({ command }) => command.includes(text), text);

/** The client sessions with events in the project's log. The worker may still add notes on a session that has ended. */
const sessionsIn = (lab) =>
  new Set(lab.events().map(({ payload }) => payload.__origin?.session_id));

export const user = [
  scenario(
    'after init --user a project, its subfolder and its worktrees are recorded once, in one log',
    async ({ lab, connect, work, tools, recorded }) => {
      const tree = (name) => {
        const folder = path.join(lab.root, name);
        const git = ['worktree', 'add', '-q', folder];
        execFileSync('git', git, { cwd: lab.project, env: lab.environment, stdio: 'ignore' });
        return folder;
      };
      const before = tree('before');
      await connect(['--user']);
      const places = {
        project: lab.project,
        below: lab.inProject('src'),
        before,
        after: tree('after'),
      };
      for (const [name, cwd] of Object.entries(places)) {
        assertWentWell(await work([tools.shell(`echo in-${name}`)], { cwd }));
        ran(recorded, `in-${name}`);
      }
      for (const folder of [before, places.after, places.below])
        assert.ok(!fs.existsSync(path.join(folder, '.eventloom')), 'a second log was made');
    },
    { connected: false },
  ),
  scenario(
    'after init --user a clone of the project has its own log',
    async ({ lab, connect, work, tools }) => {
      const git = (...args) =>
        execFileSync('git', args, { cwd: lab.project, env: lab.environment, stdio: 'ignore' });
      const [origin, clone] = ['origin.git', 'second'].map((name) => path.join(lab.root, name));
      git('clone', '-q', '--bare', '.', origin);
      git('remote', 'add', 'origin', origin);
      await connect(['--user']);
      await lab.hookloom(['memory', 'remember', 'Harbours are sorted by depth']);
      git('clone', '-q', origin, clone);
      const before = sessionsIn(lab);
      assertWentWell(await work([tools.shell('echo in-the-clone')], { cwd: clone }));
      assert.deepEqual(sessionsIn(lab), before, 'the first folder got events of the clone');
      const folder = path.join(clone, '.eventloom');
      const logs = fs.readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
      const text = logs.map((name) => fs.readFileSync(path.join(folder, name), 'utf8')).join('');
      assert.ok(text.includes('in-the-clone'), 'the clone was not recorded');
    },
    { connected: false },
  ),
  scenario(
    'after init --user the memory answers in a subfolder, and a folder that was not enabled stays unchanged',
    async ({ client, lab, connect, work, tools }) => {
      await connect(['--user']);
      await lab.hookloom(['memory', 'remember', 'Harbours are sorted by depth']);
      const asked = tools.mcp('memory_query', { query: 'harbours' });
      const session = await work([asked], { cwd: lab.inProject('src') });
      assertWentWell(session);
      assert.ok(
        JSON.stringify(session.asked).includes('sorted by depth'),
        'the memory did not answer',
      );
      const other = path.join(lab.root, 'other');
      fs.mkdirSync(other);
      const before = sessionsIn(lab);
      const elsewhere = await work([tools.shell('echo elsewhere')], { cwd: other });
      for (const { body } of elsewhere.asked)
        assert.ok(!client.isOffered(body, asked.needs), 'the tools of the memory are offered');
      assert.ok(!fs.existsSync(path.join(other, '.eventloom')), 'a log was made');
      assert.deepEqual(sessionsIn(lab), before);
    },
    { connected: false },
  ),
];
