/**
 * Claude Code and Gemini CLI run without a project's hooks if they start in a subfolder: `doctor` detects it and says
 * what to do.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { recordedTranscript } from '@hookloom/hooks/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BIN } from './command-line.ts';
import { runInProcess } from './in-process.ts';

let home: string;
let shop: string;
let env: Record<string, string>;
beforeEach(() => {
  home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-started-')));
  shop = path.join(home, 'shop');
  fs.mkdirSync(path.join(shop, 'src', 'till'), { recursive: true });
  env = { PATH: '/usr/bin:/bin', HOME: home, HOOKLOOM_WORKER_AUTOSTART: 'false' };
});
afterEach(() => fs.rmSync(home, { recursive: true, force: true }));

interface Row {
  id: string;
  status: string;
  message: string;
  why: string;
  command: string | null;
}

async function row(id: string): Promise<Row | undefined> {
  const { stdout } = await runInProcess(['doctor', '--json'], { cwd: shop, env });
  return (JSON.parse(stdout) as { rows: Row[] }).rows.find((one) => one.id === id);
}

/** Written beside the client's own files; the newest is last. */
let minutes = 0;
function leave(file: string, text: string): void {
  const absolute = path.join(home, file);
  fs.mkdirSync(path.dirname(absolute), { recursive: true });
  fs.writeFileSync(absolute, text);
  minutes += 1;
  fs.utimesSync(absolute, 1_800_000_000 + minutes * 60, 1_800_000_000 + minutes * 60);
}

/** As before the entries that serve folders below a project. */
function withoutFallback(): void {
  for (const client of ['.claude', '.gemini'])
    fs.rmSync(path.join(home, client, 'settings.json'), { force: true });
}

const slugOf = (folder: string): string => folder.replaceAll(/[^A-Za-z0-9]/g, '-');
function claudeSession(name: string, folder: string): void {
  const text = recordedTranscript('claude-code', 'session').replaceAll('/home/dev/project', folder);
  leave(`.claude/projects/${slugOf(folder)}/${name}.jsonl`, text);
}
function geminiSession(name: string, folder: string): void {
  const text = recordedTranscript('gemini', 'session').replaceAll('/home/dev/project', folder);
  leave(`.gemini/tmp/${path.basename(folder)}/chats/${name}.jsonl`, text);
}

it('reports a Claude Code session that began in a subfolder until its files are imported', async () => {
  await runInProcess(['init', '--preset', 'local-claude'], { cwd: shop, env });
  withoutFallback();
  expect(await row('started_below.claude-code')).toBeUndefined();
  claudeSession('one', shop);
  expect(await row('started_below.claude-code')).toMatchObject({ status: 'ok' });
  claudeSession('two', path.join(shop, 'src', 'till'));
  const told = (await row('started_below.claude-code'))!;
  expect(told).toMatchObject({
    status: 'warning',
    command: 'hookloom init --preset local-claude',
  });
  expect(told.message).toContain('began in src/till.');
  expect(told.why).toContain(`cd ${shop} && claude`);
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [BIN, ...args], { cwd: shop, env, encoding: 'utf8' });
  try {
    expect(run('capture', 'start', '--workspace', '.').status).toBe(0);
    await expect
      .poll(async () => (await row('started_below.claude-code'))?.message, { timeout: 120_000 })
      .toBe('The last session of Claude Code began in src/till, and is recorded.');
  } finally {
    run('capture', 'stop');
  }
});

it('reports a Gemini CLI session that began in a subfolder until one begins in the project', async () => {
  await runInProcess(['init', '--preset', 'local-gemini'], { cwd: shop, env });
  withoutFallback();
  geminiSession('session-1', path.join(shop, 'src'));
  expect(await row('started_below.gemini')).toMatchObject({
    status: 'warning',
    command: 'hookloom init --preset local-gemini',
  });
  geminiSession('session-2', shop);
  expect(await row('started_below.gemini')).toMatchObject({ status: 'ok' });
});

it('the folder stored beside Gemini CLI’s chats takes precedence over the one it told the model', async () => {
  await runInProcess(['init', '--preset', 'local-gemini'], { cwd: shop, env });
  withoutFallback();
  geminiSession('session-1', shop);
  fs.writeFileSync(path.join(home, '.gemini/tmp/shop/.project_root'), path.join(shop, 'src'));
  expect(await row('started_below.gemini')).toMatchObject({ status: 'warning' });
});

it('hooks in the user’s own settings run everywhere, so other folders are not reported', async () => {
  await runInProcess(['init', '--preset', 'local-claude'], { cwd: shop, env });
  withoutFallback();
  const neighbour = path.join(home, 'shop-api');
  fs.mkdirSync(neighbour);
  claudeSession('one', neighbour);
  expect(await row('started_below.claude-code')).toBeUndefined();
  fs.mkdirSync(path.join(shop, 'src', '.eventloom'));
  claudeSession('two', path.join(shop, 'src'));
  expect(await row('started_below.claude-code')).toBeUndefined();
  fs.rmdirSync(path.join(shop, 'src', '.eventloom'));
  expect(await row('started_below.claude-code')).toMatchObject({ status: 'warning' });
  leave('.claude/settings.json', '{"enabledPlugins":{"hookloom@hookloom":true}}');
  expect(await row('started_below.claude-code')).toBeUndefined();
});

it('a report in a subfolder says where to run its commands', async () => {
  await runInProcess(['init', '--preset', 'local-claude'], { cwd: shop, env });
  withoutFallback();
  for (const command of ['doctor', 'hook-status', 'capture-soak']) {
    const cwd = path.join(shop, 'src', 'till');
    const ran = await runInProcess([command], { cwd, env });
    expect(ran.stdout).toContain('Run these commands in ../...');
    expect((await runInProcess([command], { cwd: shop, env })).stdout).not.toContain('Run these');
  }
});
