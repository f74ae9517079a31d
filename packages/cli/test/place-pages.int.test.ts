/** Every command of the pages about worktrees, containers and CI, run in the order of the page by a real shell. */
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hasTerminals, runAtTerminal } from './at-terminal.ts';
import { BIN } from './command-line.ts';
import { knownToken } from './folder.ts';

let base: string;
let env: Record<string, string>;
beforeEach(() => {
  base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-pages-')));
  for (const name of ['home', 'bin', 'shop']) fs.mkdirSync(path.join(base, name));
  const program = `#!/bin/sh\nexec '${process.execPath}' '${BIN}' "$@"\n`;
  fs.writeFileSync(path.join(base, 'bin/hookloom'), program, { mode: 0o755 });
  const author = ['GIT_AUTHOR', 'GIT_COMMITTER'].flatMap((who) => [
    [`${who}_NAME`, 'dev'],
    [`${who}_EMAIL`, 'dev@example.invalid'],
  ]);
  env = {
    ...Object.fromEntries(author),
    PATH: `${base}/bin:${process.env['PATH'] ?? ''}`,
    HOME: path.join(base, 'home'),
    HOOKLOOM_WORKER_AUTOSTART: 'false',
  };
  git(base, 'init', '-q', '--bare', 'origin.git');
  git(base, 'clone', '-q', 'origin.git', 'shop');
  git(path.join(base, 'shop'), 'commit', '-q', '--allow-empty', '-m', 'first');
  git(path.join(base, 'shop'), 'push', '-q', 'origin', 'HEAD');
});
afterEach(() => fs.rmSync(base, { recursive: true, force: true }));

function git(cwd: string, ...args: string[]): void {
  execFileSync('git', args, { cwd, env, stdio: 'ignore' });
}

/** The shell blocks of a page as one script. */
function scriptOf(page: string): string {
  const file = path.resolve(import.meta.dirname, '../../../docs/how-to', page);
  const blocks = [...fs.readFileSync(file, 'utf8').matchAll(/^```sh\n([\s\S]*?)^```/gm)];
  return blocks.map(([, block]) => block).join('');
}

function run(script: string, cwd: string): string {
  const ran = spawnSync('sh', ['-ec', script], { cwd, env, encoding: 'utf8' });
  expect({ status: ran.status, said: ran.stdout + ran.stderr }).toMatchObject({ status: 0 });
  return ran.stdout;
}

it('the commands of the page on worktrees, clones and monorepos work in order', () => {
  const said = run(scriptOf('work-in-worktrees-and-monorepos.md'), base);
  expect(said.match(/paid within ten days/g)!.length).toBeGreaterThanOrEqual(2);
  expect(said).toContain('This clone belongs to project-');
  const logs = ['shop', 'experiment', 'second', 'shop/packages/till'];
  for (const name of logs) expect(fs.existsSync(path.join(base, name, '.eventloom'))).toBe(true);
});

it.runIf(hasTerminals)('init in a container adopts a log that was mounted from outside', () => {
  run('hookloom memory remember "Refunds are paid within ten days"', path.join(base, 'shop'));
  const inside = path.join(base, 'workspaces/code');
  fs.cpSync(path.join(base, 'shop'), inside, { recursive: true });
  fs.mkdirSync(path.join(base, 'root/.claude'), { recursive: true });
  env['HOME'] = path.join(base, 'root');
  // `doctor` exits with a non-zero status if it has a warning.
  const page = scriptOf('use-containers-and-ssh.md').replace(/^hookloom doctor$/m, '$& || :');
  const init = 'hookloom init --preset local-claude\n';
  expect(page.startsWith(init)).toBe(true);
  // The token proves that it is a person, because a program types into this terminal.
  const token = knownToken(env);
  const { status, printed } = runAtTerminal([...init.trim().split(' ').slice(1), ...token.args], {
    cwd: inside,
    env: { ...env, ...token.env, TERM: 'xterm' },
    answers: [['[q] quit: ', 'a\r']],
  });
  expect([status, printed]).toEqual([0, expect.stringContaining('Connected.')]);
  const after = run(page.slice(init.length), inside);
  expect(after.match(/paid within ten days/g)!.length).toBeGreaterThanOrEqual(2);
  expect(after).not.toMatch(/another installation/);
});

it('the commands for CI work in order', () => {
  const shop = path.join(base, 'shop');
  run(scriptOf('run-in-ci.md'), shop);
  expect(fs.existsSync(path.join(shop, 'memory.json'))).toBe(true);
  expect(fs.existsSync(path.join(shop, '.mcp.json'))).toBe(false);
});
