// A temporary home with a project in it. Programs in it get nothing of the machine's own home or environment.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { jsonLines, listFiles, writeFile } from './files.mjs';
import { processesOf } from './processes.mjs';
import { killGroup, runProcess } from './run-process.mjs';

const HERE = path.dirname(fileURLToPath(import.meta.url));
/** `HOOKLOOM_BIN` names another program, such as that of an installed package. */
export const BIN = path.resolve(
  process.env.HOOKLOOM_BIN ?? path.join(HERE, '../../../packages/cli/bin/hookloom.cjs'),
);
/**
 * Beside the tests and not in the temporary folder of the system, because Codex treats homes below that one
 * differently. `LAB_HOME` names another place.
 */
const LABS = process.env.LAB_HOME ?? path.resolve(HERE, '../.labs');

const GIT_CONFIG = `[user]
\tname = dev
\temail = dev@example.invalid
[commit]
\tgpgsign = false
[init]
\tdefaultBranch = main
`;

/** The environment of every program in a lab; the clients add the address of their model. */
export function baseEnvironment({ home, temporary }) {
  return {
    HOME: home,
    PATH: [path.dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
    SHELL: '/bin/bash',
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    TMPDIR: temporary,
  };
}

export async function openLab(clientName, { env = {}, files = {} } = {}) {
  fs.mkdirSync(LABS, { recursive: true });
  const root = fs.realpathSync(fs.mkdtempSync(path.join(LABS, `${clientName}-`)));
  const [home, project, temporary] = ['home', 'project', 'tmp'].map((name) =>
    path.join(root, name),
  );
  for (const folder of [home, project, temporary]) fs.mkdirSync(folder, { mode: 0o700 });
  writeFile(path.join(home, '.gitconfig'), GIT_CONFIG);
  const contents = { 'README.md': '# A project\n', 'src/app.js': 'export const answer = 41;\n' };
  for (const [name, text] of Object.entries({ ...contents, ...files }))
    writeFile(path.join(project, name), text);
  const environment = { ...baseEnvironment({ home, temporary }), ...env };
  for (const args of [
    ['init', '-q', '--template='],
    ['add', '-A'],
    ['commit', '-qm', 'first'],
  ])
    execFileSync('git', args, { cwd: project, env: environment, stdio: 'ignore' });
  const started = new Set();
  const lab = {
    root,
    home,
    project,
    environment,
    /** Process groups that scenarios started; they are ended with the lab. */
    started,
    inProject: (name) => path.join(project, name),
    inHome: (name) => path.join(home, name),
    /** Runs our command; a scenario that damages an installation names its own copy. */
    own: { node: process.execPath, bin: BIN },
    /** Runs our command in the project; a failure is an error unless `mayFail`. */
    async hookloom(args, { mayFail = false, input, env: more = {}, cwd = project } = {}) {
      const made = await runProcess(lab.own.node, [lab.own.bin, ...args], {
        cwd,
        env: { ...environment, ...more },
        input,
      });
      if (made.code !== 0 && !mayFail)
        throw new Error(
          `hookloom ${args.join(' ')}: exit ${made.code}\n${made.stderr}${made.stdout}`,
        );
      return made;
    },
    /** Reviews the project's hooks as its person would: with an admin token that this home folder knows. */
    async review(args = ['--yes']) {
      const token = 'an admin token for the lab';
      const stateDir = path.join(home, '.local/state/hookloom');
      fs.mkdirSync(stateDir, { recursive: true, mode: 0o700 });
      const file = path.join(root, 'admin-token');
      fs.writeFileSync(file, token, { mode: 0o600 });
      const digest = createHash('sha256').update(token).digest('hex');
      fs.writeFileSync(path.join(stateDir, 'admin-token.sha256'), digest, { mode: 0o600 });
      return await lab.hookloom(['hooks', 'trust', ...args, '--admin-token-file', file], {
        env: { MCP_ADMIN_TOKEN: token },
      });
    },
    async hookloomJson(args, options) {
      return JSON.parse((await lab.hookloom([...args, '--json'], options)).stdout);
    },
    /** Events of all sessions of the project, in the order of their logs. */
    events(eventloom = path.join(project, '.eventloom')) {
      return listFiles(eventloom)
        .filter((name) => name.endsWith('.jsonl') && !name.includes(path.sep))
        .flatMap((name) => jsonLines(fs.readFileSync(path.join(eventloom, name), 'utf8')));
    },
    /** Ends what the lab started and removes it. Returns the processes that were still running. */
    async close({ keep = false } = {}) {
      for (const pid of started) killGroup(pid, 'SIGKILL');
      // Codex passes none of our variables to its servers, so one may be starting a worker right now.
      const down = async () => {
        if (fs.existsSync(path.join(home, '.local/state/hookloom')))
          await lab.hookloom(['down'], { mayFail: true });
      };
      await down();
      const left = await stillRunning(home, down);
      for (const { pid } of left) process.kill(pid, 'SIGKILL');
      if (!keep) fs.rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
      return left.map(({ command }) => command);
    },
  };
  return lab;
}

/** Processes end a moment after the client: a hook that was detached, a server whose input was closed. */
async function stillRunning(home, down) {
  for (let waited = 0; waited < 8000; waited += 100) {
    const left = processesOf(home);
    if (left.length === 0) return [];
    if (waited % 2000 === 0 && left.some(({ command }) => / up --background/.test(command)))
      await down();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return processesOf(home);
}
