/** What a person sees of the hook review, and how changed files are restored. */
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startCommand } from './command-line.ts';
import { freshFolder, type Folder } from './folder.ts';

let folder: Folder;
let home: Record<string, string>;
const GUARD = '#!/bin/sh\nexit 0\n';
const HOOKS =
  '[[hooks.pre_tool_use]]\ncommand = ["./guard.sh"]\nmatcher = "^Bash$"\ncritical = true\n';
beforeEach(() => {
  folder = freshFolder();
  home = { HOME: path.join(folder.path, 'home') };
  for (const dir of ['home', '.hookloom', '.eventloom']) fs.mkdirSync(path.join(folder.path, dir));
  folder.write('guard.sh', GUARD);
  fs.chmodSync(path.join(folder.path, 'guard.sh'), 0o755);
  folder.write('.hookloom/hooks.toml', HOOKS);
});
afterEach(() => folder.remove());

const person = async (...args: string[]): Promise<string> =>
  (await folder.asPerson(['hooks', 'trust', ...args], { env: home })).stdout;
const look = (): Promise<any> => folder.json(['hooks', 'trust'], { env: home });

describe('hooks trust', () => {
  it('shows the lines that changed since the review', async () => {
    await person('--yes');
    folder.write('guard.sh', '#!/bin/sh\n# easier\nexit 0\n');
    expect((await look()).hooks).toMatchObject([
      {
        state: 'modified',
        critical: true,
        changes: ['guard.sh differs from the reviewed version'],
        differences: [{ file: 'guard.sh', lines: ['+# easier'] }],
      },
    ]);
    const { stdout } = await folder.run(['hooks', 'trust'], { env: home });
    expect(stdout).toMatch(/^changed +pre_tool_use/m);
    expect(stdout).toContain('hookloom hooks trust --restore');
  });

  it('shows a missing critical hook, and settings that turn hooks off', async () => {
    await person('--yes');
    folder.write('.hookloom/hooks.toml', '[hooks]\ndisable_all_hooks = true\n');
    const { hooks, switches } = await look();
    expect(hooks).toMatchObject([{ state: 'removed', critical: true }]);
    expect(switches).toMatchObject([{ text: 'disable_all_hooks = true', reviewed: false }]);
  });

  it.each([
    ['an invalid pattern', HOOKS.replace('^Bash$', '^(Bash$'), 'Unterminated group'],
    ['a file that is not TOML', HOOKS.replace(']]', ']'), 'not valid TOML'],
    ['a misspelt event', HOOKS.replace('pre_tool_use', 'pre_tool_usee'), 'no event'],
  ])('shows %s, and records no review that would omit the guard', async (_what, hooks, message) => {
    await person('--yes');
    folder.write('.hookloom/hooks.toml', hooks);
    const { stdout } = await folder.run(['hooks', 'trust'], { env: home });
    expect(stdout).toMatch(/^error +\.hookloom\/hooks\.toml:1$/m);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(message);
    const ran = await folder.asPerson(['hooks', 'trust', '--yes'], { env: home });
    expect(ran.status).not.toBe(0);
    expect(ran.stderr).toContain('Nothing was reviewed. .hookloom/hooks.toml:1: ');
    expect((await look()).hooks).toMatchObject([{ state: 'removed', critical: true }]);
  });

  it('restores the reviewed files and keeps the current ones', async () => {
    await person('--yes');
    folder.write('guard.sh', '#!/bin/sh\necho mine\n');
    folder.write('.hookloom/hooks.toml', '# nothing\n');
    const answer = JSON.parse(await person('--restore', '--json'));
    expect(folder.read('guard.sh')).toBe(GUARD);
    expect(folder.read('.hookloom/hooks.toml')).toBe(HOOKS);
    expect(fs.statSync(path.join(folder.path, 'guard.sh')).mode & 0o111).not.toBe(0);
    expect(answer.hooks).toMatchObject([{ state: 'trusted' }]);
    const kept = answer.restored.map(({ backup }: any) => fs.readFileSync(backup, 'utf8'));
    expect(kept.sort()).toEqual(['# nothing\n', '#!/bin/sh\necho mine\n'].sort());
  });

  it('replaces a link by the file, and does not write to the link’s target', async () => {
    await person('--yes');
    folder.write('other.txt', 'mine\n');
    fs.rmSync(path.join(folder.path, 'guard.sh'));
    fs.symlinkSync('other.txt', path.join(folder.path, 'guard.sh'));
    await person('--restore');
    expect([folder.read('guard.sh'), folder.read('other.txt')]).toEqual([GUARD, 'mine\n']);
    expect(fs.lstatSync(path.join(folder.path, 'guard.sh')).isSymbolicLink()).toBe(false);
  });

  it.each(['HOOKLOOM_STATE_DIR', 'XDG_STATE_HOME'])(
    'a guard refuses if %s names another state folder, and no token of that folder helps',
    async (variable) => {
      await person('--yes');
      const payload = {
        session_id: 's1',
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'ls' },
        tool_use_id: 'toolu_1',
      };
      const other = { ...home, [variable]: path.join(folder.path, 'other') };
      const input = JSON.stringify(payload);
      const { stdout } = startCommand(folder, ['hook', 'claude-code'], { input, env: other });
      expect(stdout).toContain('"permissionDecision":"deny"');
      expect(stdout).toContain('another state folder');
      const log = fs.readdirSync(path.join(folder.path, '.eventloom')).map(String);
      const text = log.find((name) => name.endsWith('.jsonl'))!;
      expect(folder.read(`.eventloom/${text}`)).toContain('"kind":"removed"');
      const ran = await folder.asPerson(['hooks', 'trust', '--yes'], { env: other });
      expect([ran.status, ran.stderr]).toEqual([3, expect.stringContaining('by a person')]);
    },
  );

  it('tells every running session once that hooks were reviewed', async () => {
    const hook = (session_id: string, hook_event_name = 'PreToolUse'): string => {
      const payload = {
        session_id,
        hook_event_name,
        tool_name: 'Read',
        tool_input: {},
        cwd: folder.path,
      };
      return startCommand(folder, ['hook', 'claude-code'], {
        env: home,
        input: JSON.stringify(payload),
      }).stdout;
    };
    for (const session of ['one', 'two']) hook(session);
    await person('--yes');
    expect(hook('one')).toMatch(
      /Hooks were reviewed at \d\d:\d\d from the admin token: 1 now runs\./,
    );
    expect(hook('one')).not.toContain('reviewed at');
    expect(hook('two')).toContain('reviewed at');
    expect(hook('three', 'SessionStart')).not.toContain('reviewed at');
  });
});
