// Where and under which conditions the dangerous call is made.
import { execFileSync, spawn } from 'node:child_process';
import path from 'node:path';
import { killGroup } from '../../lab/run-process.mjs';
import { LATE, putBetween } from './between.mjs';

const LARGE = 1_200_000;
/** Twice the number of cores, so that every process of the client waits for its turn. */
const BUSY_LOOPS = 4;

/** Text in lines without a meaning for any program, like a generated file. */
const largeText = () => `${'x'.repeat(119)}\n`.repeat(LARGE / 120);

/**
 * A situation:
 *
 * - `prepare(ground)` changes the lab before a session; it may set `ground.cwd` (where the client starts) and
 *   `ground.root` (the folder that the client works in).
 * - `enter(ground)` are calls of the model before the dangerous one.
 * - `call(ground, folder, command)` is the call itself, where it is not simply the command in a shell.
 * - `during(ground)` starts something that lasts as long as the session and returns a function that ends it.
 */
export const SITUATIONS = [
  { name: 'root', title: 'in the root of the project' },
  {
    name: 'after cd',
    title: 'after the agent changed into a subfolder',
    enter: ({ client, tools, ground }) => enterFolder(client, tools, ground),
    call: ({ client, tools, ground }, folder, command) => ({
      ...tools.shell(command),
      ...inFolder(client, command, ground.sub),
    }),
  },
  {
    name: 'subfolder',
    title: 'in a client that was started in a subfolder',
    prepare({ ground }) {
      ground.cwd = ground.sub;
    },
  },
  {
    name: 'worktree',
    title: 'in a git worktree of the project',
    prepare({ lab, ground }) {
      const worktree = path.join(lab.root, 'worktree');
      const git = (...args) =>
        execFileSync('git', args, { cwd: lab.project, env: lab.environment, stdio: 'ignore' });
      git('add', '-A');
      git('commit', '-qm', 'second');
      git('worktree', 'add', '-q', worktree);
      ground.cwd = worktree;
      ground.root = worktree;
    },
  },
  {
    name: 'large',
    title: 'with a payload larger than 1 MB',
    call: ({ tools }, folder) => tools.write(path.join(folder, 'big.txt'), largeText()),
  },
  {
    name: 'late',
    title: 'with a payload that arrives late and in two parts',
    afterConnect: ({ lab }) => putBetween(lab, LATE),
  },
  {
    name: 'busy',
    title: 'on a busy machine',
    during({ lab }) {
      const loops = Array.from({ length: BUSY_LOOPS }, () => {
        const loop = spawn('/bin/sh', ['-c', 'while :; do :; done'], {
          detached: true,
          stdio: 'ignore',
        });
        lab.started.add(loop.pid);
        return loop;
      });
      return () => {
        for (const { pid } of loops) killGroup(pid, 'SIGKILL');
      };
    },
  },
];

/** Without `-f`, which Codex refuses by itself. */
export const deleting = (folder) => `rm -r '${folder}'`;

/** Claude Code's shell stays in its folder; the others name a folder for each call. */
function enterFolder(client, tools, { sub }) {
  if (inFolder(client, 'pwd', sub) === null) return [tools.shell(`cd '${sub}'`)];
  return [{ ...tools.shell('pwd'), ...inFolder(client, 'pwd', sub) }];
}

function inFolder(client, command, folder) {
  if (client.name === 'codex') return { input: { cmd: command, workdir: folder } };
  if (client.name === 'gemini')
    return { input: { command, description: 'run', dir_path: path.basename(folder) } };
  return null;
}

/** The call of a model in a situation: a shell command, or a large text for a file in the folder. */
export const callIn = (situation, all, folder, command) =>
  situation.call?.(all, folder, command) ?? all.tools.shell(command);
