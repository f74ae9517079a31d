/** Which workspace and which project a folder belongs to. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { adoptDirectory } from '@hookloom/core/settings';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryHome, type Home } from '../../test/living.ts';
import { openWorkspaces, type ServedWorkspaces } from './open-workspaces.ts';
import { listProjects, merge, move, rename } from './project-operations.ts';

let home: Home;
let opened: ServedWorkspaces[];
let time: number;
let workspaces: ServedWorkspaces;
beforeEach(() => {
  home = temporaryHome();
  fs.mkdirSync(home.stateDir, { recursive: true, mode: 0o700 });
  opened = [];
  time = 1_000_000;
  workspaces = open();
});
afterEach(async () => {
  for (const one of opened) await one.close();
  home.remove();
});

function open(more: { maxOpen?: number } = {}): ServedWorkspaces {
  const { stateDir } = home;
  // Variables that locate one client's log must not move every log.
  const env = { ...home.env, EVENTLOOM_PATH: '/nowhere', ZAXY_DOMAIN: 'other' };
  const one = openWorkspaces({ stateDir, env, now: () => time, ...more });
  opened.push(one);
  return one;
}

function git(cwd: string, ...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
    cwd,
    stdio: 'ignore',
    env: { PATH: home.env['PATH'], HOME: home.dir },
  });
}

function repository(name: string, remote?: string): string {
  const folder = home.folder(name);
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'commit', '-q', '--allow-empty', '-m', `first of ${name}`);
  if (remote !== undefined) git(folder, 'remote', 'add', 'origin', remote);
  return folder;
}

function withLog(folder: string): string {
  fs.mkdirSync(path.join(folder, '.eventloom'), { mode: 0o700 });
  return folder;
}

const listed = (folder: string): ReturnType<typeof listProjects> =>
  listProjects({ stateDir: home.stateDir, env: home.env }, folder);

const dirOf = async (folder: string): Promise<string> =>
  (await workspaces.forFolder(folder)).workspace.eventloomDir;
const projectOf = async (folder: string): Promise<string> =>
  (await workspaces.forFolder(folder)).project.id;

it('a folder belongs to the nearest log above it, a worktree to that of its repository', async () => {
  const shop = withLog(repository('shop'));
  git(shop, 'worktree', 'add', '-q', '../shop-wt');
  const log = path.join(shop, '.eventloom');
  expect(await dirOf(home.folder('shop/src/deep'))).toBe(log);
  expect(await dirOf(path.join(home.dir, 'shop-wt'))).toBe(log);
  const inner = withLog(home.folder('shop/tools'));
  expect(await dirOf(inner)).toBe(path.join(inner, '.eventloom'));
  expect(await projectOf(inner)).toBe(await projectOf(shop));
});

it('a folder without a log gets one in the state folder, and nothing is written into it', async () => {
  const plain = repository('plain');
  const before = fs.readdirSync(plain);
  const dir = await dirOf(home.folder('plain/src'));
  expect(dir.startsWith(path.join(home.stateDir, 'projects', 'plain-'))).toBe(true);
  expect(await dirOf(plain)).toBe(dir);
  fs.rmSync(path.join(plain, 'src'), { recursive: true });
  expect(fs.readdirSync(plain)).toEqual(before);
});

it('a log in the home folder does not serve every project below it', async () => {
  withLog(home.dir);
  expect(await dirOf(home.dir)).toBe(path.join(home.dir, '.eventloom'));
  expect((await dirOf(home.folder('shop'))).startsWith(home.stateDir)).toBe(true);
});

it('a folder that gets its own log later stays the same project', async () => {
  const plain = home.folder('plain');
  const before = await workspaces.forFolder(plain);
  const after = await workspaces.forFolder(withLog(plain));
  expect(after.slot).not.toBe(before.slot);
  expect(after.project).toEqual(before.project);
});

it('two folders of one name are two projects with two names, clones and worktrees of one repository are one', async () => {
  const one = repository('a/api', 'https://me:secret-token@Example.com/acme/api.git');
  const other = repository('b/api', 'https://example.com/other/api.git');
  expect(await projectOf(one)).not.toBe(await projectOf(other));
  expect((await workspaces.forProject('api')).map(({ workspace }) => workspace.root)).toEqual([
    one,
  ]);
  expect((await workspaces.forProject('api-2')).map(({ workspace }) => workspace.root)).toEqual([
    other,
  ]);
  const clone = home.folder('c');
  git(clone, 'clone', '-q', one, 'mine');
  const mine = withLog(path.join(clone, 'mine'));
  git(mine, 'remote', 'set-url', 'origin', 'git@example.com:acme/api.git');
  expect(await projectOf(mine)).toBe(await projectOf(one));
  expect(fs.readFileSync(path.join(home.stateDir, 'workspaces.json'), 'utf8')).not.toContain(
    'secret-token',
  );
});

it('of folders with one name, a bare name means the one that was written last', async () => {
  const [one, other] = [withLog(home.folder('a/api')), withLog(home.folder('b/api'))];
  const both = [await workspaces.forFolder(one), await workspaces.forFolder(other)];
  const wrote = (at: number, seconds: number): void => {
    const { eventloomDir, session } = both[at]!.workspace;
    const file = path.join(eventloomDir, `${session}.jsonl`);
    fs.closeSync(fs.openSync(file, 'a', 0o600));
    fs.utimesSync(file, seconds, seconds);
  };
  wrote(0, 1000);
  wrote(1, 2000);
  const named = async (name: string) => {
    const { open, namesakes } = await workspaces.forName(name);
    return [open?.slot, namesakes];
  };
  expect(await named('api')).toEqual([both[1]!.slot, ['api-2', 'api']]);
  wrote(0, 3000);
  expect(await named('api')).toEqual([both[0]!.slot, ['api', 'api-2']]);
  expect(await named('api-2')).toEqual([both[1]!.slot, ['api-2']]);
  expect(await named(both[1]!.project.id)).toEqual([both[1]!.slot, ['api-2']]);
  expect(await named('nobody')).toEqual([undefined, []]);
});

it('slots and sessions survive a restart, and a moved folder is recognised', async () => {
  const [first, second] = [withLog(home.folder('one')), withLog(home.folder('two'))];
  const slots = [
    (await workspaces.forFolder(first)).slot,
    (await workspaces.forFolder(second)).slot,
  ];
  expect(slots).toEqual([1, 2]);
  await workspaces.close();
  fs.renameSync(second, path.join(home.dir, 'moved'));
  workspaces = open();
  const moved = await workspaces.forFolder(path.join(home.dir, 'moved'));
  expect([moved.slot, (await workspaces.forSlot(1))!.workspace.root]).toEqual([2, first]);
  expect((await workspaces.forSlot(2))!.workspace.root).toBe(path.join(home.dir, 'moved'));
  expect(await workspaces.forSlot(3)).toBeNull();
});

it('a folder that was moved to another disk keeps its place, and one that reuses its inode does not take it', async () => {
  const shop = withLog(home.folder('shop'));
  adoptDirectory(path.join(shop, '.eventloom'), 'shop-default');
  const { slot, project } = await workspaces.forFolder(shop);
  await workspaces.close();
  // Another disk gives other inodes.
  const moved = path.join(home.dir, 'disk');
  fs.cpSync(shop, moved, { recursive: true, preserveTimestamps: true });
  fs.renameSync(shop, path.join(home.dir, 'reused'));
  fs.rmSync(path.join(home.dir, 'reused/.eventloom/project.json'));
  adoptDirectory(path.join(home.dir, 'reused/.eventloom'), 'reused-default');
  workspaces = open();
  expect((await workspaces.forFolder(path.join(home.dir, 'reused'))).slot).not.toBe(slot);
  expect(await workspaces.forFolder(moved)).toMatchObject({ slot, project: { id: project.id } });
});

it('a folder is the same under another spelling of its name', async () => {
  const shop = withLog(home.folder('shop'));
  const { slot } = await workspaces.forFolder(shop);
  await workspaces.close();
  // A file system that ignores case leads to the same folder by both names, as this link does.
  fs.symlinkSync(shop, path.join(home.dir, 'SHOP'));
  const file = path.join(home.stateDir, 'workspaces.json');
  fs.writeFileSync(
    file,
    fs.readFileSync(file, 'utf8').replaceAll(shop, path.join(home.dir, 'SHOP')),
  );
  workspaces = open();
  expect((await workspaces.forFolder(shop)).slot).toBe(slot);
});

it('unknown names are empty, and are created once on request', async () => {
  expect(await workspaces.forProject('notes')).toEqual([]);
  const made = await workspaces.ensureProject('notes');
  expect((await workspaces.ensureProject('notes')).slot).toBe(made.slot);
  expect(made.workspace.eventloomDir.startsWith(home.stateDir)).toBe(true);
  const hostile = await workspaces.ensureProject('../../\u001b[31mevil');
  expect(
    path.relative(path.join(home.stateDir, 'projects'), hostile.workspace.eventloomDir),
  ).toMatch(/^[a-z0-9-]+\/\.eventloom$/);
  expect(hostile.project.alias).not.toMatch(/\p{C}/u);
});

it.each<[string, string, string]>([
  ['relative', 'a/b', 'invalid_request'],
  ['with a NUL', '/tmp/\0', 'invalid_request'],
  ['missing', '/no/such/folder', 'not_found'],
  ['a file', '/etc/hostname', 'not_found'],
])('refuses a path that is %s', async (_what, folder, code) => {
  await expect(workspaces.forFolder(folder)).rejects.toMatchObject({ code });
});

it('a name that is long or contains a secret is shortened and masked, and found as it was sent', async () => {
  const key = ['ghp', 'abcdefghijklmnopqrstuvwxyz0123456789'].join('_');
  for (const name of ['n'.repeat(150), `shop of ${key}`]) {
    const made = await workspaces.ensureProject(name);
    expect((await workspaces.ensureProject(name)).slot).toBe(made.slot);
    expect(made.project.alias).not.toContain('ghp_');
    expect(made.project.alias.length).toBeLessThanOrEqual(100);
  }
});

it('does not use a log that is a link, or that others may write to', async () => {
  const elsewhere = withLog(home.folder('elsewhere'));
  const linked = home.folder('linked');
  fs.symlinkSync(path.join(elsewhere, '.eventloom'), path.join(linked, '.eventloom'));
  const open = withLog(home.folder('open'));
  fs.chmodSync(path.join(open, '.eventloom'), 0o777);
  for (const folder of [linked, open])
    expect((await dirOf(folder)).startsWith(home.stateDir)).toBe(true);
});

it('does not believe a folder that claims to be a worktree or a submodule of another repository', async () => {
  const secret = withLog(repository('secret', 'https://example.com/acme/secret.git'));
  const project = await projectOf(secret);
  for (const gitDir of ['.git', '.git/worktrees/x']) {
    const thief = home.folder(`thief${gitDir.length}`);
    fs.mkdirSync(path.join(secret, '.git/worktrees/x'), { recursive: true });
    fs.writeFileSync(path.join(secret, '.git/worktrees/x/commondir'), '../..\n');
    fs.writeFileSync(path.join(secret, '.git/worktrees/x/gitdir'), '/somewhere/else/.git\n');
    fs.writeFileSync(path.join(thief, '.git'), `gitdir: ${path.join(secret, gitDir)}\n`);
    expect((await dirOf(thief)).startsWith(home.stateDir)).toBe(true);
    expect(await projectOf(thief)).not.toBe(project);
  }
});

it('does not run a command with which a repository makes git fetch missing objects', async () => {
  const ran = path.join(home.dir, 'ran');
  const folder = repository('hostile', `ext::touch ${ran}`);
  git(folder, 'commit', '-q', '--allow-empty', '-m', 'second');
  const env = { PATH: home.env['PATH'], HOME: home.dir };
  const first = execFileSync('git', ['rev-parse', 'HEAD~1'], { cwd: folder, env })
    .toString()
    .trim();
  fs.rmSync(path.join(folder, '.git/objects', first.slice(0, 2), first.slice(2)), { force: true });
  for (const [key, value] of [
    ['core.repositoryFormatVersion', '1'],
    ['extensions.partialClone', 'origin'],
    ['remote.origin.promisor', 'true'],
    ['protocol.ext.allow', 'always'],
  ])
    git(folder, 'config', key!, value!);
  await workspaces.forFolder(folder);
  expect(fs.existsSync(ran)).toBe(false);
  try {
    execFileSync('git', ['rev-list', '--max-parents=0', 'HEAD'], {
      cwd: folder,
      env,
      stdio: 'ignore',
    });
  } catch {
    // An empty result is fine: what counts is what git would have run.
  }
  expect(fs.existsSync(ran)).toBe(true);
});

it('renames, merges and moves projects while the worker runs', async () => {
  const [one, other] = [withLog(home.folder('one')), withLog(home.folder('other'))];
  await workspaces.forFolder(one);
  await workspaces.forFolder(other);
  rename(home.stateDir, 'one', 'shop');
  expect((await workspaces.forProject('shop'))[0]!.workspace.root).toBe(one);
  expect(() => rename(home.stateDir, 'other', 'shop')).toThrow(/Another project/);
  merge(home.stateDir, 'other', 'shop');
  expect((await workspaces.forProject('shop')).map(({ slot }) => slot)).toEqual([1, 2]);
  expect(await projectOf(other)).toBe(await projectOf(one));
  move(home.stateDir, other, 'apart');
  expect((await workspaces.forProject('shop')).map(({ slot }) => slot)).toEqual([1]);
  expect((await listed(one)).map(({ alias }) => alias)).toEqual(['apart', 'shop']);
  expect(() => merge(home.stateDir, 'nobody', 'shop')).toThrow(/No project/);
});

it('lists a moved project at its current path, after a request from there', async () => {
  const folder = withLog(home.folder('invoices'));
  adoptDirectory(path.join(folder, '.eventloom'), 'invoices-default');
  await workspaces.forFolder(folder);
  const moved = path.join(home.dir, 'billing');
  fs.renameSync(folder, moved);
  expect((await listed(home.dir))[0]!.workspaces).toMatchObject([{ folder, is_there: false }]);
  expect((await listed(moved))[0]!.workspaces).toMatchObject([{ folder: moved, is_there: true }]);
});

it('finds a session where it was first seen', async () => {
  const [one, other] = [withLog(home.folder('one')), withLog(home.folder('other'))];
  workspaces.sawSession('s', await workspaces.forFolder(one));
  workspaces.sawSession('s', await workspaces.forFolder(other));
  expect((await workspaces.forSession('s'))!.workspace.root).toBe(one);
  expect(await workspaces.forSession('unknown')).toBeNull();
});

it('closes and reopens idle workspaces, and keeps few open', async () => {
  workspaces = open({ maxOpen: 2 });
  for (const name of ['a', 'b', 'c', 'd']) {
    await workspaces.forFolder(withLog(home.folder(name)));
    time += 31_000;
  }
  await workspaces.rest();
  expect(workspaces.openCount()).toBeLessThanOrEqual(2);
  time += 6 * 60_000;
  await workspaces.rest();
  expect(workspaces.openCount()).toBe(0);
  const { runtime } = await workspaces.forFolder(path.join(home.dir, 'a'));
  expect(
    await runtime.append({ event_type: 'goal.created', actor: 'user', payload: { title: 'x' } }),
  ).toBeDefined();
  expect((await workspaces.all()).length).toBe(4);
});

it('simultaneous processes give every folder one slot', async () => {
  const folders = Array.from({ length: 12 }, (_, at) => withLog(home.folder(`f${at}`)));
  const sides = [workspaces, open(), open()];
  const slots = await Promise.all(
    sides.map((side) =>
      Promise.all(folders.map(async (folder) => (await side.forFolder(folder)).slot)),
    ),
  );
  expect(slots[1]).toEqual(slots[0]);
  expect(slots[2]).toEqual(slots[0]);
  expect(new Set(slots[0]).size).toBe(12);
});

it('a damaged registry is not recreated', async () => {
  fs.writeFileSync(path.join(home.stateDir, 'workspaces.json'), '{', { mode: 0o600 });
  await expect(workspaces.forFolder(home.folder('x'))).rejects.toMatchObject({ code: 'corrupt' });
});
