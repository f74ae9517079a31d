/**
 * Types what the README, the tutorial and the demo of `npm start` print in one project, and compares each answer with
 * the text beside it. A line without an expectation below fails, so that each new line needs one.
 */
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { BIN } from './command-line.ts';
import { knownToken } from './folder.ts';
import { runInProcess, type Ran } from './in-process.ts';
import { FIXTURE, HOOKS, SETTINGS } from './printed-commands.fixture.ts';

let home: string;
let project: string;
let env: Record<string, string>;
beforeAll(async () => {
  home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-printed-')));
  project = path.join(home, 'your-project');
  fs.mkdirSync(path.join(home, 'programs'));
  // Replaces the program that opens a browser, and records the address.
  const opener = path.join(home, 'programs/xdg-open');
  fs.writeFileSync(opener, `#!/bin/sh\nprintf '%s' "$1" > '${home}/opened'\n`, { mode: 0o755 });
  env = {
    PATH: `${home}/programs${path.delimiter}${process.env['PATH']}`,
    HOME: home,
    HOOKLOOM_STATE_DIR: path.join(home, 'state'),
    HOOKLOOM_WORKER_AUTOSTART: 'false',
    HOOKLOOM_WORKER_PORT: '0',
  };
  // This process and the processes that it starts belong to one installation.
  for (const name of ['HOME', 'HOOKLOOM_STATE_DIR']) vi.stubEnv(name, env[name]);
  for (const folder of ['.claude', '.hookloom', 'src'])
    fs.mkdirSync(path.join(project, folder), { recursive: true });
  spawnSync('git', ['init', '-q'], { cwd: project });
  write('.claude/settings.local.json', SETTINGS);
  write('.hookloom/hooks.toml', HOOKS);
  write('.hookloom/check.hooktest.json', JSON.stringify(FIXTURE));
  write('src/refunds.mjs', 'export function roundRefund(cents) { return cents; }\n');
  for (const decision of [
    'Due dates are calendar days in UTC',
    'Refunds are rounded to whole cents',
    'The staging password is in the vault',
  ])
    await type([
      'memory',
      'append',
      'decision.made',
      '--actor',
      'ann',
      '--payload-json',
      JSON.stringify({ decision }),
    ]);
});

afterAll(() => {
  spawnSync(process.execPath, [BIN, 'down'], { cwd: project, env });
  vi.unstubAllEnvs();
  fs.rmSync(home, { recursive: true, force: true });
});

const write = (file: string, text: string) => fs.writeFileSync(path.join(project, file), text);
const read = (file: string) => fs.readFileSync(path.join(project, file), 'utf8');

async function type(given: string[], cwd = project): Promise<Ran & { said: string }> {
  const token = FOR_PERSONS.has(given[0]!) ? knownToken(env) : { args: [], env: {} };
  const words = [...given, ...token.args];
  // These start other processes by the path of the program.
  const isStarter = ['up', 'viewer'].includes(words[0]!) && !words.includes('-o');
  const ran = isStarter
    ? spawnSync(process.execPath, [BIN, ...words], { cwd, env, encoding: 'utf8' })
    : await runInProcess(words, { cwd, env: { ...env, ...token.env } });
  return { ...ran, said: `${ran.stdout}${ran.stderr}` };
}

/** Uses the admin token, because a test is not a person at a terminal. */
const FOR_PERSONS = new Set(['sync']);

/** The question that a person at a terminal is asked is answered with yes. */
const typeYes = (words: string[]) => type([...words, '--yes']);

const CITATION = /eventloom:\/\/your-project-default\/events\/\d+#[0-9a-f]{12}/;

async function citationOf(question: string): Promise<string> {
  return CITATION.exec((await type(['memory', 'checkout', question])).stdout)![0];
}

/** The expectation for each printed line, in the order in which the lines are typed. */
const README: Record<string, (words: string[]) => Promise<unknown>> = {
  async demo(words) {
    expect((await type([...words, '--directory', path.join(home, 'seen')])).stdout).toContain(
      'What to type next',
    );
  },
  async init(words) {
    // Without a person it shows the edits and makes none.
    expect((await type(words)).status).toBe(2);
    expect(read('.claude/settings.local.json')).toBe(SETTINGS);
    const { stdout } = await typeYes(words);
    expect(stdout).toMatch(/Claude Code[^]*hooks for \d+ events[^]*MCP/);
    expect(read('.claude/settings.local.json')).toContain('hookloom-hook');
    expect(JSON.parse(read('.mcp.json')).mcpServers).toHaveProperty('hookloom');
  },
  async 'memory checkout "what did we decide about due dates?"'(words) {
    const { stdout } = await type(words);
    expect(stdout).toMatch(
      /^The memory answers this \(confidence 0\.\d+\)\.\n\n 1 {2}.*Due dates are calendar days in UTC[^]*?\n {4}eventloom:\/\/your-project-default\/events\/\d+#[0-9a-f]{12}\n/m,
    );
  },
  async 'memory log --type hook.run'(words) {
    // No hook has run here yet.
    expect((await type(words)).stdout).toMatch(
      /^your-project-default: 0 of 0 matching events, \d+ in the log, times in UTC\n/,
    );
  },
  async verify(words) {
    expect((await type(words)).stdout).toMatch(/^ok +your-project-default: \d+ events/);
  },
  async 'up --detach'(words) {
    // On a busy machine the worker may be ready only after the command stopped waiting for it.
    await expect.poll(async () => (await type(words)).status, { timeout: 120_000 }).toBe(0);
  },
  async 'viewer --open'(words) {
    const ran = await type(words);
    expect([ran.status, ran.stderr]).toEqual([0, '']);
    await expect
      .poll(
        () =>
          fs.existsSync(path.join(home, 'opened')) &&
          fs.readFileSync(path.join(home, 'opened'), 'utf8'),
        { timeout: 120_000 },
      )
      .toMatch(/^http:\/\/(?:127\.0\.0\.1|localhost):\d+\/#code=/);
  },
  async 'hooks explain PreToolUse --tool Bash'(words) {
    const { stdout } = await type(words);
    expect(stdout).toMatch(
      /exit 2\n.*hooks\.toml:1 [^]*never reviewed[^]*exit 0\n.*hooks\.toml:6 [^]*does not match Bash/,
    );
  },
  async 'hooks test'(words) {
    const { status, stdout } = await type(words);
    expect([status, stdout]).toEqual([0, 'passed 7 of 7 cases in 1 file\n']);
  },
  async 'hooks doctor'(words) {
    expect((await type(words)).stdout).toMatch(/never reviewed[^]*hooks\.toml:1/);
  },
  async 'memory remember "Invoices are numbered per year"'(words) {
    expect((await type(words)).stdout).toMatch(CITATION);
    expect((await type(['memory', 'checkout', 'How are invoices numbered?'])).stdout).toMatch(
      /The memory answers this[^]*Invoices are numbered per year/,
    );
  },
  async 'memory why CITATION "due dates"'(words) {
    const cited = await citationOf('what did we decide about due dates?');
    const { stdout } = await type(words.map((word) => (word === 'CITATION' ? cited : word)));
    expect(stdout).toMatch(/^In the checkout[^]*due, dates/);
  },
  async 'memory forget "the staging password"'(words) {
    const { stdout } = await type([...words, '--dry-run']);
    expect(stdout).toContain('The staging password is in the vault');
    const forgot = await typeYes(words);
    expect([forgot.status, forgot.stderr]).toEqual([0, '']);
    const logs = fs
      .readdirSync(path.join(project, '.eventloom'))
      .filter((name) => name.endsWith('.jsonl'));
    for (const log of logs) expect(read(`.eventloom/${log}`)).not.toContain('in the vault');
  },
  async 'index-codebase'(words) {
    expect((await type(words)).status).toBe(0);
    const { stdout } = await type(['memory', 'query', 'roundRefund', '--json']);
    expect(stdout).toContain('"source_citation": "file://src/refunds.mjs:1"');
  },
  async 'init --user'(words) {
    expect((await typeYes(words)).stdout).toContain('~/.claude/settings.json');
    expect((await type(['uninstall', '--user'])).status).toBe(0);
  },
  async 'backup memory.tar.gz'(words) {
    expect((await type(words)).stdout).toMatch(/your-project: 1 log, \d+ events/);
    const laptop = path.join(home, 'laptop');
    fs.mkdirSync(laptop);
    const its = { ...env, HOME: laptop, HOOKLOOM_STATE_DIR: path.join(laptop, 'state') };
    const token = knownToken(its);
    const onLaptop = (...typed: string[]) =>
      spawnSync(process.execPath, [BIN, ...typed], {
        cwd: laptop,
        env: { ...its, ...token.env },
        encoding: 'utf8',
      });
    const archive = path.join(project, 'memory.tar.gz');
    const restore = ['restore', archive, '--project', 'your-project', ...token.args];
    expect(onLaptop(...restore)).toMatchObject({ status: 0, stderr: '' });
    const answer = onLaptop('memory', 'checkout', 'what did we decide about due dates?');
    expect(answer.stdout).toMatch(/The memory answers this[^]*calendar days in UTC/);
  },
  async 'share init'(words) {
    expect((await type(words)).status).toBe(0);
    expect((await type(['share', 'publish', '--dry-run'])).stdout).toContain(
      'Due dates are calendar days in UTC',
    );
  },
  async 'sync --enable'(words) {
    expect((await type(words)).status).toBe(0);
    // There is no store yet; the next command names the setting for one.
    expect((await type(['sync'])).said).toContain('HOOKLOOM_TEAM_URL_FILE');
  },
  async 'serve --transport http'(words) {
    const server = spawn(process.execPath, [BIN, ...words, '--port', '0'], { cwd: project, env });
    try {
      const url = await new Promise<string>((found) => {
        let said = '';
        for (const stream of [server.stdout, server.stderr])
          stream.on('data', (chunk) => {
            const [, url] = /serving (http:\S+)/.exec((said += String(chunk))) ?? [];
            if (url !== undefined) found(url);
          });
      });
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'initialize',
          params: {
            protocolVersion: '2025-06-18',
            capabilities: {},
            clientInfo: { name: 'test', version: '1' },
          },
        }),
      });
      expect(await answer.text()).toContain('"Hookloom memory"');
    } finally {
      server.kill();
    }
  },
  async 'context --prompt "fix the rounding of refunds" --why'(words) {
    expect((await type(words)).stdout).toMatch(
      /Refunds are rounded to whole cents[^]*\[pinned \d+/,
    );
  },
  async uninstall(words) {
    expect((await type(words)).status).toBe(0);
    expect(read('.claude/settings.local.json')).toBe(SETTINGS);
    expect(fs.existsSync(path.join(project, '.mcp.json'))).toBe(false);
  },
};

const TUTORIAL: typeof README = {
  async demo(words) {
    expect((await type([...words, '--directory', path.join(home, 'tried')])).status).toBe(0);
  },
  async 'init --dry-run'(words) {
    expect((await type(words)).stdout).toMatch(/Claude Code[^]*hooks for \d+ events/);
    expect(read('.claude/settings.local.json')).toBe(SETTINGS);
  },
  init: README['init']!,
  async 'memory log --limit 10'(words) {
    expect((await type(words)).stdout).toMatch(
      /^your-project-default: 10 of \d+ events, times in UTC\n/,
    );
  },
  verify: README['verify']!,
  async 'memory checkout "what was decided, and what is left to do?"'(words) {
    expect((await type(words)).stdout).toMatch(
      /The memory answers this[^]*Refunds are rounded to whole cents/,
    );
  },
  'viewer --open': README['viewer --open']!,
  async 'viewer .eventloom -o log.html'(words) {
    expect((await type(words)).status).toBe(0);
    expect(read('log.html')).toContain('Refunds are rounded to whole cents');
  },
  uninstall: README['uninstall']!,
};

/** Commands of this program in the shell blocks of a page. Other tests run the rest. */
function printedIn(page: string): string[] {
  const text = fs.readFileSync(page, 'utf8');
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block]) =>
    [...block!.matchAll(/^hookloom (.*?)(?:\s+#.*)?$/gm)].map(([, line]) => line!),
  );
}

function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word!);
}

it.each([
  ['README.md', README],
  ['docs/tutorial/first-session.md', TUTORIAL],
])(
  'every command in %s does what the page says',
  async (page, promises) => {
    expect(printedIn(page).toSorted()).toEqual(Object.keys(promises).toSorted());
    for (const [line, keeps] of Object.entries(promises)) await keeps(wordsOf(line));
  },
  120_000,
);

it('the demo answers its question, and the commands that it prints work in the folder that it names', async () => {
  const folder = path.join(home, 'demo');
  fs.mkdirSync(path.join(folder, 'docs'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'docs/numbering.md'), 'mine\n');
  const { status, stdout } = await type(['demo', '--directory', folder]);
  expect(status).toBe(0);
  expect(stdout).toContain('intact: ');
  expect(stdout).toMatch(/What the agent is told: answer_from_memory/);
  expect(fs.readFileSync(path.join(folder, 'src/due-date.mjs'), 'utf8')).toContain('isOverdue');
  expect(fs.readFileSync(path.join(folder, 'docs/numbering.md'), 'utf8')).toBe('mine\n');
  const [, there, lines, ownProject] =
    /^ {2}cd (.*)\n((?: {2}hookloom .*\n)+)In your own project:\n {2}hookloom (.*)$/m.exec(stdout)!;
  expect(there).toBe(folder);
  const answers = [
    /The memory answers this[^]*eventloom:/,
    /^ok .*: \d+ events/,
    /Wrote .*log\.html/,
  ];
  const printed = lines!.trim().split(/\n {2}/);
  expect(printed).toHaveLength(answers.length);
  for (const [at, line] of printed.entries())
    expect((await type(wordsOf(line).slice(1), there)).said).toMatch(answers[at]!);
  expect((await type([...wordsOf(ownProject!), '--dry-run'])).stdout).toMatch(
    /hooks for \d+ events/,
  );
});
