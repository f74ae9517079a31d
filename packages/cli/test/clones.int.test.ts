/** New clones of an enabled project just work, and a folder that only looks like a clone does not join it. */
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInProcess } from './in-process.ts';

let base: string;
let shop: string;
let env: Record<string, string>;
beforeEach(() => {
  base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-clones-')));
  for (const name of ['home', 'acme', 'rival']) fs.mkdirSync(path.join(base, name));
  env = {
    PATH: process.env['PATH'] ?? '',
    HOME: path.join(base, 'home'),
    HOOKLOOM_WORKER_AUTOSTART: 'false',
    GIT_ALLOW_PROTOCOL: 'file',
  };
  shop = cloneOf('acme/shop.git', 'shop', { isNew: true });
});
afterEach(() => fs.rmSync(base, { recursive: true, force: true }));

const at = (cwd: string, ...argv: string[]) => runInProcess(argv, { cwd, env });
const inBase = (name: string): string => path.join(base, name);

function git(cwd: string, ...args: string[]): void {
  const author = ['-c', 'user.name=dev', '-c', 'user.email=dev@example.invalid'];
  const more = ['-c', 'protocol.file.allow=always', '-c', 'init.defaultBranch=main'];
  execFileSync('git', [...author, ...more, ...args], { cwd, stdio: 'ignore' });
}

/** A bare repository with a first commit if it is new, and a clone of it. */
function cloneOf(origin: string, name: string, { isNew = false } = {}): string {
  if (isNew) {
    git(base, 'init', '-q', '--bare', inBase(origin));
    const first = inBase(`first-${name}`);
    git(base, 'clone', '-q', inBase(origin), first);
    git(first, 'commit', '-q', '--allow-empty', '-m', `first of ${origin} ${name}`);
    git(first, 'push', '-q', 'origin', 'HEAD:main');
    fs.rmSync(first, { recursive: true });
  }
  git(base, 'clone', '-q', inBase(origin), inBase(name));
  return inBase(name);
}

/** As Claude Code calls the entry of the user's own settings in a folder. */
function prompt(cwd: string, text: string): void {
  const file = inBase('home/.claude/settings.json');
  const { hooks } = JSON.parse(fs.readFileSync(file, 'utf8'));
  const payload = { session_id: 's', hook_event_name: 'UserPromptSubmit', prompt: text, cwd };
  const ran = spawnSync('sh', ['-c', hooks.UserPromptSubmit[0].hooks[0].command], {
    cwd,
    env: { ...env, CLAUDE_PROJECT_DIR: cwd, HOOKLOOM_HOOK_DEADLINE_MS: '10000' },
    input: JSON.stringify(payload),
    encoding: 'utf8',
  });
  expect({ status: ran.status, stderr: ran.stderr }).toEqual({ status: 0, stderr: '' });
}
const project = (dir: string): { id: string; repository: object } =>
  JSON.parse(fs.readFileSync(path.join(dir, '.eventloom/project.json'), 'utf8'));
const isJoined = (dir: string): boolean => fs.existsSync(path.join(dir, '.eventloom'));

describe('if a project was enabled', () => {
  beforeEach(async () => {
    expect(await at(shop, 'init', '--user', '--preset', 'local-claude')).toMatchObject({
      status: 0,
    });
  });

  it('a clone has its identity and a log of its own from the first event', async () => {
    expect(project(shop).repository).toEqual({
      remote: expect.stringContaining('acme/shop'),
      roots: [expect.stringMatching(/^[0-9a-f]{40}$/)],
    });
    const clone = cloneOf('acme/shop.git', 'second');
    fs.mkdirSync(path.join(clone, 'src'));
    prompt(path.join(clone, 'src'), 'Count the harbours');
    expect(project(clone)).toMatchObject({
      id: project(shop).id,
      repository: project(shop).repository,
    });
    expect((await at(clone, 'memory', 'query', 'harbours')).stdout).toContain('Count the harbours');
    expect((await at(shop, 'memory', 'query', 'harbours')).stdout).not.toContain('Count the');
    expect((await at(clone, 'verify')).status).toBe(0);
    expect((await at(clone, 'project', 'join')).stdout).toMatch(/belongs to project-\w+ already/);
  });

  it('`project adopt` keeps what is known about the repository', async () => {
    const before = project(shop);
    await at(shop, 'project', 'adopt', 'shop-default');
    expect(project(shop)).toEqual(before);
  });

  it('a fork, with the same first commit and another remote, does not join it', () => {
    git(base, 'clone', '-q', '--bare', inBase('acme/shop.git'), inBase('rival/shop.git'));
    const fork = cloneOf('rival/shop.git', 'fork');
    prompt(fork, 'elsewhere');
    expect(isJoined(fork)).toBe(false);
    // The repository is compared only once.
    expect(fs.readFileSync(inBase('home/.local/state/hookloom/clones/shop'), 'utf8')).toContain(
      `not ${fork}\n`,
    );
    prompt(fork, 'again');
    expect(isJoined(fork)).toBe(false);
  });

  it('a repository with the same remote and other first commits does not join it', () => {
    fs.rmSync(inBase('acme/shop.git'), { recursive: true });
    const other = cloneOf('acme/shop.git', 'other', { isNew: true });
    prompt(other, 'elsewhere');
    expect(isJoined(other)).toBe(false);
  });

  it('a repository made from a template, a shallow clone and a copy without git do not join it', async () => {
    const template = cloneOf('rival/shop.git', 'template', { isNew: true });
    git(
      base,
      'clone',
      '-q',
      '--depth',
      '1',
      `file://${inBase('acme/shop.git')}`,
      inBase('shallow'),
    );
    fs.mkdirSync(inBase('copy'));
    for (const dir of [template, inBase('shallow'), inBase('copy')]) {
      prompt(dir, 'elsewhere');
      expect(isJoined(dir)).toBe(false);
      expect((await at(dir, 'project', 'join')).stdout).toContain('is not a clone of an enabled');
    }
  });

  it('a submodule and a subtree never write into another project', async () => {
    cloneOf('acme/crane.git', 'crane', { isNew: true });
    git(shop, 'submodule', 'add', '-q', inBase('acme/crane.git'), 'crane');
    prompt(path.join(shop, 'crane'), 'in the submodule');
    expect(isJoined(path.join(shop, 'crane'))).toBe(false);
    expect((await at(shop, 'memory', 'query', 'submodule')).stdout).not.toContain(
      'in the submodule',
    );
    // A subtree is an ordinary folder, like a package of a monorepo.
    fs.mkdirSync(path.join(shop, 'vendor/winch'), { recursive: true });
    prompt(path.join(shop, 'vendor/winch'), 'in the subtree');
    expect((await at(shop, 'memory', 'query', 'subtree')).stdout).toContain('in the subtree');
    // The submodule is a repository of its own, so its project can be enabled, and is a separate one.
    await at(inBase('crane'), 'init', '--user', '--preset', 'local-claude');
    expect(project(inBase('crane')).id).not.toBe(project(shop).id);
  });

  it('a clone of a project that was disabled stays disabled', async () => {
    await at(shop, 'uninstall');
    const clone = cloneOf('acme/shop.git', 'late');
    prompt(clone, 'elsewhere');
    expect(isJoined(clone)).toBe(false);
  });

  it('two folders with the same name are two projects', async () => {
    fs.mkdirSync(inBase('rival/shop'), { recursive: true });
    await at(inBase('rival/shop'), 'init', '--user', '--preset', 'local-claude');
    prompt(inBase('rival/shop'), 'Of the rival');
    expect(project(inBase('rival/shop')).id).not.toBe(project(shop).id);
    expect((await at(shop, 'memory', 'query', 'rival')).stdout).not.toContain('Of the rival');
  });

  it('a project is the same through a linked path or a linked home', async () => {
    fs.symlinkSync(base, `${base}-link`);
    try {
      prompt(`${base}-link/shop`, 'Through a link');
      env['HOME'] = `${base}-link/home`;
      prompt(shop, 'With a linked home');
      const { stdout } = await at(shop, 'memory', 'log', '--limit', '9');
      expect(stdout).toContain('Through a link');
      expect(stdout).toContain('With a linked home');
    } finally {
      fs.rmSync(`${base}-link`);
    }
  });
});

it('init in a worktree connects its repository’s project; init with a folder argument does not', async () => {
  git(shop, 'worktree', 'add', '-q', inBase('fix'));
  git(shop, 'worktree', 'add', '-q', inBase('own'));
  expect(await at(inBase('fix'), 'init', '--user', '--preset', 'local-claude')).toMatchObject({
    status: 0,
  });
  expect([isJoined(shop), isJoined(inBase('fix'))]).toEqual([true, false]);
  prompt(inBase('fix'), 'From the worktree');
  git(shop, 'worktree', 'remove', inBase('fix'));
  expect((await at(shop, 'memory', 'query', 'worktree')).stdout).toContain('From the worktree');
  await at(inBase('own'), 'init', '.', '--user', '--preset', 'local-claude');
  prompt(inBase('own'), 'On its own');
  expect((await at(shop, 'memory', 'query', 'own')).stdout).not.toContain('On its own');
});
