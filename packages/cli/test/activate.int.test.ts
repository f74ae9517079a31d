/** Passing a packet to a client and starting it. The clients are scripts that print their input. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BIN, startCommand } from './command-line.ts';
import { freshFolder, type Folder, type RunOptions } from './folder.ts';

let folder: Folder;
let bin: string;
let options: RunOptions & { env: Record<string, string> };
let child: ChildProcess | null;

beforeEach(() => {
  child = null;
  folder = freshFolder();
  bin = path.join(folder.path, 'programs');
  fs.mkdirSync(bin);
  options = { env: { PATH: `${bin}:/usr/bin:/bin`, HOME: path.join(folder.path, 'home') } };
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await folder.run(['capture', 'stop'], options);
  folder.remove();
});

/** A client that prints its arguments, one per line with escaped line breaks, and exits with the given status. */
function client(name: string, last = 'exit 7'): void {
  const script = `#!/bin/sh\nfor word in "$@"; do printf '%s' "$word" | tr '\\n' '|'; echo; done\n${last}\n`;
  fs.writeFileSync(path.join(bin, name), script, { mode: 0o755 });
}

async function remember(): Promise<void> {
  await folder.json(
    [
      'memory',
      'append',
      'decision.made',
      '--actor',
      'me',
      '--payload-json',
      '{"decision":"Keep dates in UTC"}',
    ],
    options,
  );
}

describe('the packet', () => {
  it('includes the command that starts the client, what is missing, and how to fix it', async () => {
    await remember();
    const { status, stdout } = await folder.run(
      ['activate', 'gemini', '--task', "don't break dates"],
      options,
    );
    expect(status).toBe(0);
    expect(stdout).toContain('Session shop-default of workspace');
    expect(stdout).toContain("- memory_checkout with query: don't break dates");
    expect(stdout).toContain('## Degraded\n- Gemini CLI has no Hookloom hooks here');
    expect(stdout).toContain(
      String.raw`hookloom activate gemini --task 'don'\''t break dates' --launch`,
    );
    expect(stdout).toContain('npm install --global @google/gemini-cli');
  });

  it('is complete if the client is connected', async () => {
    expect((await folder.run(['init', '--preset', 'local-claude'], options)).status).toBe(0);
    const answer = await folder.json(['activate', 'claude-code'], options);
    expect(answer).toMatchObject({
      client: 'claude-code',
      status: 'complete',
      gaps: [],
      session_id: 'shop-default',
      packet: { mode: 'session_start' },
      start: { executable: 'claude', path: null, packet: 'system' },
      launch_command: 'hookloom activate claude-code --launch',
    });
    expect(answer.packet.prompt).not.toContain('Degraded');
  });

  it('says in a folder without records that there is nothing to remember, and creates nothing there', async () => {
    const { status, gaps } = await folder.json(['activate', 'codex'], options);
    expect(status).toBe('degraded');
    expect(gaps[0]).toMatchObject({ what: 'log', fix: 'hookloom init --preset local-codex' });
    expect(fs.readdirSync(folder.path)).toEqual(['programs']);
  });

  it('names the workspace and the log in every command that fixes something', async () => {
    fs.mkdirSync(path.join(folder.path, 'my work'));
    const work = path.join(folder.path, 'my work');
    const words = ['activate', 'gemini', '--workspace', 'my work', '--eventloom-path', '../logs'];
    const { gaps } = await folder.json(words, options);
    const log = `--eventloom-path ${folder.path}/logs`;
    expect(gaps.map(({ fix }: { fix: string }) => fix)).toEqual([
      `hookloom init '${work}' ${log} --preset local-gemini`,
      `hookloom init '${work}' ${log} --preset local-gemini`,
      `hookloom ide-config gemini --install --workspace '${work}' ${log}`,
    ]);
    fs.writeFileSync(
      path.join(folder.path, 'fix.sh'),
      `hookloom() { "$NODE" "$BIN" "$@"; }\n${gaps[0].fix}\n`,
    );
    const env = { ...options.env, NODE: process.execPath, BIN };
    execFileSync('/bin/sh', ['fix.sh'], { cwd: folder.path, env });
    expect(await folder.json(words, options)).toMatchObject({ status: 'complete', gaps: [] });
  });

  it('is meant for pasting if the client accepts no prompt', async () => {
    expect((await folder.run(['activate', 'cursor'], options)).stdout).toContain(
      'Paste it into a new chat',
    );
    expect(await folder.run(['activate', 'cursor', '--launch'], options)).toMatchObject({
      status: 2,
    });
  });
});

describe('--launch', () => {
  it('starts the client in the folder with the packet, the task and its own options, and exits with its status', async () => {
    await remember();
    client('claude', 'pwd; echo "$EVENTLOOM_THREAD $EVENTLOOM_PATH"; cat; exit 7');
    const where = path.join(folder.path, 'work');
    fs.mkdirSync(where);
    const words = [
      'activate',
      'claude-code',
      '--launch',
      '--workspace',
      'work',
      '--session-id',
      'night',
      '--eventloom-path',
      '../.eventloom',
    ];
    const { status, stdout, stderr } = startCommand(
      folder,
      [...words, '--task', 'Fix due dates', '--', '--model', 'opus'],
      { ...options, input: 'typed\n' },
    );
    expect(status).toBe(7);
    const [flag, packet, ...rest] = stdout.split('\n');
    expect(flag).toBe('--append-system-prompt');
    expect(packet).toMatch(/^# Memory Bootstrap\|/);
    expect(rest).toEqual([
      'Fix due dates',
      '--model',
      'opus',
      fs.realpathSync(where),
      `night ${folder.path}/.eventloom`,
      'typed',
      '',
    ]);
    expect(stderr).toContain(`To fix it: hookloom init ${where}`);
  });

  it('starts Codex’s watcher once if it is not running, and starts Codex with its instructions', async () => {
    await remember();
    client('codex');
    const first = startCommand(folder, ['activate', 'codex', '--launch'], options);
    expect(first.stdout).toMatch(/^-c\ndeveloper_instructions="# Memory Bootstrap\\n/);
    expect(first.status).toBe(7);
    const { pid } = (await folder.json(['activate', 'codex'], options)).watcher;
    expect(pid).toBeGreaterThan(1);
    expect(startCommand(folder, ['activate', 'codex', '--launch'], options).status).toBe(7);
    expect((await folder.json(['activate', 'codex'], options)).watcher).toEqual({
      state: 'runs',
      pid,
      reason: null,
    });
  });

  it('keeps the instructions that a user gave to Codex', async () => {
    await remember();
    client('codex');
    fs.mkdirSync(path.join(folder.path, 'home', '.codex'), { recursive: true });
    folder.write('home/.codex/config.toml', 'developer_instructions = "Answer in French"\n');
    const { stdout } = startCommand(folder, ['activate', 'codex', '--launch'], options);
    expect(stdout).toMatch(/^<private>\|# Memory Bootstrap/);
    expect(stdout).not.toContain('developer_instructions');
  });

  it('says how to install a missing client before it starts anything', async () => {
    const { status, stderr } = startCommand(folder, ['activate', 'codex', '--launch'], options);
    expect(status).toBe(4);
    expect(stderr).toContain('Codex is not installed: there is no `codex` on the PATH.');
    expect(stderr).toContain('npm install --global @openai/codex');
    expect(fs.readdirSync(folder.path)).toEqual(['programs']);
  });

  it('forwards a signal, and its exit status shows which signal ended the client', async () => {
    client('claude', 'echo ready; exec sleep 60');
    child = spawn(process.execPath, [BIN, 'activate', 'claude-code', '--launch'], {
      cwd: folder.path,
      env: options.env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let said = '';
    for await (const chunk of child.stdout!) {
      said += String(chunk);
      if (said.includes('ready')) break;
    }
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([143, null]);
  });
});
