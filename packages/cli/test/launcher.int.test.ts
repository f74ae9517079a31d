/** How `init` writes the launcher, shares it between workspaces, updates it and removes it. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runInProcess } from './in-process.ts';

let base: string;
let home: string;
let shop: string;
let launcher: string;
let env: Record<string, string>;
beforeEach(() => {
  base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom launched ')));
  home = path.join(base, 'home');
  shop = path.join(base, 'shop');
  for (const folder of [home, shop]) fs.mkdirSync(folder);
  launcher = path.join(home, '.hookloom/bin/hookloom-hook');
  env = { PATH: '/usr/bin:/bin', HOME: home, HOOKLOOM_WORKER_AUTOSTART: 'false' };
  // The commands of this process and the hooks belong to one installation.
  vi.stubEnv('HOME', home);
});
afterEach(() => {
  vi.unstubAllEnvs();
  fs.rmSync(base, { recursive: true, force: true });
});

const init = (cwd = shop) => runInProcess(['init', '--preset', 'local-claude'], { cwd, env });

/** One event through the command in the settings, as the client runs it. */
function deliver(event: string, more: Record<string, string> = {}) {
  const file = path.join(shop, '.claude/settings.local.json');
  const { hooks } = JSON.parse(fs.readFileSync(file, 'utf8'));
  const payload = {
    session_id: 's',
    hook_event_name: event,
    tool_name: 'Bash',
    tool_use_id: `toolu_${Math.random()}`,
    tool_input: { command: 'ls' },
  };
  return spawnSync('/bin/sh', ['-c', hooks[event][0].hooks[0].command], {
    cwd: shop,
    env: { ...env, CLAUDE_PROJECT_DIR: shop, HOOKLOOM_HOOK_DEADLINE_MS: '10000', ...more },
    input: JSON.stringify(payload),
    encoding: 'utf8',
  });
}

/** Before `init`: a guard that is added later is registered in the background, by a process that outlives the hook. */
function userGuard(): void {
  fs.mkdirSync(path.join(home, '.hookloom'), { mode: 0o700 });
  fs.writeFileSync(
    path.join(home, '.hookloom/hooks.toml'),
    '[[hooks.pre_tool_use]]\ncommand = "exit 0"\ncritical = true\n',
  );
}

/** As after the package was removed: neither its folder nor a `hookloom` on the PATH is left. */
function removePackage(): void {
  const text = fs.readFileSync(launcher, 'utf8');
  fs.writeFileSync(launcher, text.replace(/^home=.*$/m, 'home=/nowhere'));
}

it('every client gets the launcher, and an event passes through it', async () => {
  expect((await init()).status).toBe(0);
  const settings = fs.readFileSync(path.join(shop, '.claude/settings.local.json'), 'utf8');
  expect(settings).toContain('hookloom-hook');
  expect(settings).not.toContain(process.execPath);
  expect(deliver('PreToolUse')).toMatchObject({ status: 0, stdout: '', stderr: '' });
  const log = fs.readFileSync(path.join(shop, '.eventloom/shop-default.jsonl'), 'utf8');
  expect(log).toContain('hook.pre_tool_use');
});

it('a missing package causes refusals only where a critical guard applies; other events pass', async () => {
  userGuard();
  await init();
  expect(deliver('PreToolUse')).toMatchObject({ status: 0, stdout: '' });
  removePackage();
  const refused = deliver('PreToolUse');
  expect(refused.status).toBe(2);
  expect(refused.stderr).toMatch(/A critical guard covers this event, so it is refused/);
  expect(deliver('Stop').status).toBe(0);
});

it('`init` rewrites a damaged or older launcher without --force, but never another program’s', async () => {
  await init();
  const text = fs.readFileSync(launcher, 'utf8');
  removePackage();
  expect((await init()).status).toBe(0);
  expect(fs.readFileSync(launcher, 'utf8')).toBe(text);
  expect(fs.statSync(launcher).mode & 0o777).toBe(0o755);
  fs.writeFileSync(launcher, '#!/bin/sh\necho mine\n');
  expect((await init()).status).not.toBe(0);
  expect(fs.readFileSync(launcher, 'utf8')).toBe('#!/bin/sh\necho mine\n');
});

it('two workspaces share it, and it is deleted with the last one', async () => {
  const other = path.join(base, 'other');
  fs.mkdirSync(other);
  fs.mkdirSync(path.join(home, '.claude'));
  const mine = path.join(home, '.claude/settings.json');
  fs.writeFileSync(mine, '{ "model": "x" }\n');
  for (const cwd of [shop, other]) expect((await init(cwd)).status).toBe(0);
  await runInProcess(['uninstall'], { cwd: shop, env });
  expect(fs.existsSync(launcher)).toBe(true);
  expect(fs.readFileSync(mine, 'utf8')).toContain('--fallback');
  await runInProcess(['uninstall'], { cwd: other, env });
  expect(fs.existsSync(path.join(home, '.hookloom'))).toBe(false);
  expect(fs.readFileSync(mine, 'utf8')).toBe('{ "model": "x" }\n');
});
