import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findProject, projectToMake } from './project.ts';

let home: string;
beforeEach(() => {
  home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-above-')));
});
afterEach(() => fs.rmSync(home, { recursive: true, force: true }));

const folder = (...names: string[]): string => {
  const dir = path.join(home, ...names);
  fs.mkdirSync(dir, { recursive: true });
  return dir;
};

it('a subfolder of a project belongs to the project', () => {
  folder('shop', '.git');
  folder('shop', '.eventloom');
  const below = folder('shop', 'src', 'deep');
  expect(findProject(below, home)).toBe(path.join(home, 'shop'));
  expect(findProject(path.join(home, 'shop'), home)).toBe(path.join(home, 'shop'));
});

it('the nearest log takes precedence', () => {
  folder('shop', '.eventloom');
  folder('shop', 'till', '.eventloom');
  expect(findProject(folder('shop', 'till', 'src'), home)).toBe(path.join(home, 'shop', 'till'));
});

it('a log outside the repository belongs to another project', () => {
  folder('.eventloom');
  folder('work', '.eventloom');
  folder('work', 'shop', '.git');
  const below = folder('work', 'shop', 'src');
  expect(findProject(below, home)).toBeNull();
});

it('the log of the home folder does not serve the folders below it', () => {
  folder('.eventloom');
  const below = folder('notes', 'today');
  expect(findProject(below, home)).toBeNull();
  expect(findProject(home, home)).toBe(home);
});

it('a link does not count as a log', () => {
  folder('elsewhere', '.eventloom');
  const below = folder('shop', 'src');
  fs.symlinkSync(path.join(home, 'elsewhere', '.eventloom'), path.join(home, 'shop', '.eventloom'));
  expect(findProject(below, home)).toBeNull();
});

it('a link hides the logs above it', () => {
  folder('work', '.eventloom');
  folder('elsewhere');
  const below = folder('work', 'shop', 'src');
  fs.symlinkSync(path.join(home, 'elsewhere'), path.join(home, 'work', 'shop', '.eventloom'));
  expect(findProject(below, home)).toBeNull();
});

it.runIf(process.getuid?.() === 0)('a log of another user in a parent folder is not ours', () => {
  const log = folder('shared', '.eventloom');
  const below = folder('shared', 'mine');
  fs.chownSync(log, 65_534, 65_534);
  expect(findProject(below, home)).toBeNull();
  // Root in a container works in a project of a user outside.
  fs.chownSync(below, 65_534, 65_534);
  expect(findProject(below, home)).toBe(path.join(home, 'shared'));
});

it('a log in a shared folder such as /tmp does not serve the folders below it', () => {
  folder('tmp', '.eventloom');
  const below = folder('tmp', 'try', 'src');
  expect(findProject(below, home)).toBe(path.join(home, 'tmp'));
  fs.chmodSync(path.join(home, 'tmp'), 0o1777);
  expect(findProject(below, home)).toBeNull();
  expect(findProject(path.join(home, 'tmp'), home)).toBe(path.join(home, 'tmp'));
});

describe('a git worktree', () => {
  const git = (cwd: string, ...args: string[]): void => {
    const author = ['-c', 'user.name=dev', '-c', 'user.email=dev@example.invalid'];
    execFileSync('git', [...author, ...args], { cwd, stdio: 'ignore' });
  };
  const repository = (name: string): string => {
    const shop = folder(name);
    git(shop, 'init', '-q');
    git(shop, 'commit', '-q', '--allow-empty', '-m', 'first');
    return shop;
  };

  it('belongs to the project in the main folder of its repository', () => {
    const shop = repository('shop');
    folder('shop', '.eventloom');
    const worktree = path.join(home, 'fix');
    git(shop, 'worktree', 'add', '-q', worktree);
    expect(findProject(worktree, home)).toBe(shop);
    expect(findProject(folder('fix', 'src', 'deep'), home)).toBe(shop);
    // Including one inside the main folder, which has no log of its own.
    const inside = path.join(shop, '.claude', 'worktrees', 'two');
    git(shop, 'worktree', 'add', '-q', inside);
    expect(findProject(inside, home)).toBe(shop);
  });

  it.each([
    ['shop.git', 'shop.git'],
    ['shop/.bare', 'shop'],
  ])('of the bare repository %s belongs to the project in %s', (bare, project) => {
    const origin = repository('origin');
    git(home, 'clone', '-q', '--bare', origin, path.join(home, bare));
    const worktree = path.join(home, 'shop', 'fix');
    git(path.join(home, bare), 'worktree', 'add', '-q', worktree);
    expect(findProject(worktree, home)).toBeNull();
    expect(projectToMake(path.join(worktree))).toBe(path.join(home, project));
    folder(project, '.eventloom');
    expect(findProject(folder('shop', 'fix', 'src'), home)).toBe(path.join(home, project));
  });

  it('belongs to the same project in a subfolder as the corresponding main subfolder', () => {
    const shop = repository('shop');
    folder('shop', 'packages', 'till', '.eventloom');
    const worktree = path.join(home, 'fix');
    git(shop, 'worktree', 'add', '-q', worktree);
    const till = folder('fix', 'packages', 'till');
    expect(findProject(till, home)).toBe(path.join(shop, 'packages', 'till'));
    expect(findProject(folder('fix', 'packages'), home)).toBeNull();
  });

  it('with its own log uses that', () => {
    const shop = repository('shop');
    folder('shop', '.eventloom');
    const worktree = path.join(home, 'fix');
    git(shop, 'worktree', 'add', '-q', worktree);
    folder('fix', '.eventloom');
    expect(findProject(worktree, home)).toBe(worktree);
  });

  it('that its repository does not know belongs to no project', () => {
    const shop = repository('shop');
    folder('shop', '.eventloom');
    const worktree = path.join(home, 'fix');
    git(shop, 'worktree', 'add', '-q', worktree);
    const forged = folder('forged');
    fs.copyFileSync(path.join(worktree, '.git'), path.join(forged, '.git'));
    expect(findProject(forged, home)).toBeNull();
    fs.writeFileSync(path.join(forged, '.git'), `gitdir: ${path.join(shop, '.git')}\n`);
    expect(findProject(forged, home)).toBeNull();
  });

  it('of the home folder does not use the log of the home folder', () => {
    repository('.');
    folder('.eventloom');
    const worktree = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-tree-')), 'fix');
    git(home, 'worktree', 'add', '-q', worktree);
    expect(findProject(worktree, home)).toBeNull();
    fs.rmSync(path.dirname(worktree), { recursive: true });
  });

  it('a submodule never writes into the log of its parent repository', () => {
    const shop = repository('shop');
    folder('shop', '.eventloom');
    const library = repository('library');
    git(shop, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', library, 'library');
    expect(findProject(path.join(shop, 'library'), home)).toBeNull();
  });
});
