/** Actions that only a person may take, attempted without one. */
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshFolder, type Folder } from './folder.ts';
import type { Ran } from './in-process.ts';

let folder: Folder;
let home: Record<string, string>;
beforeEach(async () => {
  folder = freshFolder();
  fs.mkdirSync(path.join(folder.path, 'home/.claude'), { recursive: true });
  home = { HOME: path.join(folder.path, 'home') };
  await folder.run(['init', '--preset', 'local-claude', '--yes'], { env: home });
});
afterEach(() => folder.remove());

/** With a critical hook in the project, which its person reviewed or not. */
async function guarded(isReviewed: boolean): Promise<void> {
  fs.mkdirSync(path.join(folder.path, '.hookloom'));
  folder.write('guard.sh', 'exit 0\n');
  folder.write(
    '.hookloom/hooks.toml',
    '[[hooks.pre_tool_use]]\ncommand = ["sh", "./guard.sh"]\nmatcher = "^Bash$"\ncritical = true\n',
  );
  if (isReviewed)
    expect((await folder.asPerson(['hooks', 'trust', '--yes'], { env: home })).status).toBe(0);
}

const run = (args: string[], env: Record<string, string> = {}): Promise<Ran> =>
  folder.run(args, { env: { ...home, ...env } });

function events(type: string): any[] {
  const log = fs.readFileSync(path.join(folder.path, '.eventloom/shop-default.jsonl'), 'utf8');
  return log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter((event) => event.type === type);
}

describe('an agent cannot', () => {
  it.each([
    ['review hooks', ['hooks', 'trust', '--yes']],
    ['revoke a review', ['hooks', 'trust', '--revoke']],
  ])('%s, and its attempt is recorded as its own', async (_, args) => {
    await guarded(false);
    const { status, stderr } = await run(args, { CLAUDECODE: '1' });
    expect([status, stderr]).toEqual([3, expect.stringContaining('by a person at a terminal')]);
    expect(events('hook.trusted')).toEqual([]);
    expect(events('hook.guard.reported')).toMatchObject([
      {
        actorId: 'agent',
        payload: { kind: 'review_refused', refused: true, source: 'claude-code' },
      },
    ]);
  });

  it.each([
    ['uninstall', ['uninstall']],
    ['reconnect a client with --force', ['init', '--preset', 'local-codex', '--force', '--yes']],
    [
      'replace hook entries with --force',
      ['hooks', 'claude-code', '-o', '.claude/settings.local.json', '--force'],
    ],
  ])('%s if a critical hook was reviewed', async (_, args) => {
    await guarded(true);
    const file = '.claude/settings.local.json';
    const before = folder.read(file);
    expect(await run(args)).toMatchObject({ status: 3 });
    expect(folder.read(file)).toBe(before);
    expect(events('hook.guard.reported')).toMatchObject([{ actorId: 'agent' }]);
  });

  it('remove a folder from a project if a critical hook was reviewed', async () => {
    await guarded(true);
    fs.mkdirSync(path.join(folder.path, 'sub'));
    const init = ['init', '--preset', 'local-claude', '--yes'];
    expect(await folder.run(init, { env: home, cwd: 'sub' })).toMatchObject({ status: 3 });
    expect(fs.readdirSync(path.join(folder.path, 'sub'))).toEqual([]);
  });

  it('invent an admin token while a review is in force', async () => {
    await guarded(true);
    fs.rmSync(path.join(folder.path, 'home/.local/state/hookloom/admin-token.sha256'));
    folder.write('mine', 'made up');
    fs.chmodSync(path.join(folder.path, 'mine'), 0o600);
    const args = ['hooks', 'trust', '--yes', '--admin-token-file', `${folder.path}/mine`];
    expect(await run(args, { MCP_ADMIN_TOKEN: 'made up' })).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('does not know this admin token'),
    });
  });

  it('invent an admin token inside its client', async () => {
    await guarded(false);
    folder.write('mine', 'made up');
    fs.chmodSync(path.join(folder.path, 'mine'), 0o600);
    const args = ['hooks', 'trust', '--yes', '--admin-token-file', `${folder.path}/mine`];
    const env = { MCP_ADMIN_TOKEN: 'made up', CLAUDECODE: '1' };
    expect(await run(args, env)).toMatchObject({ status: 3 });
    expect(events('hook.trusted')).toEqual([]);
  });
});

describe('without a terminal anyone can', () => {
  it('list the hooks', async () => {
    await guarded(true);
    expect((await run(['hooks', 'trust'])).status).toBe(0);
  });

  it('uninstall if no critical hook was reviewed', async () => {
    await guarded(false);
    expect((await run(['uninstall'])).status).toBe(0);
    expect(fs.existsSync(path.join(folder.path, '.claude/settings.local.json'))).toBe(false);
  });
});

describe('the admin token', () => {
  it('is read from a path relative to the folder where the command runs', async () => {
    folder.write('mine', 'made up');
    fs.chmodSync(path.join(folder.path, 'mine'), 0o600);
    const args = ['hooks', 'trust', '--yes', '--admin-token-file', 'mine'];
    const { stderr } = await run(args, { MCP_ADMIN_TOKEN: 'another one' });
    expect(stderr).toContain('The admin token is wrong.');
  });

  it('reviews hooks, and the log records that it was the token', async () => {
    await guarded(true);
    expect(events('hook.trusted')).toMatchObject([
      { actorId: 'user', payload: { by: 'admin_token', hooks: [{}] } },
    ]);
  });
});
