/** Every command that takes a folder refuses an unusable one with a reason, and creates nothing. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandTable } from '../src/commands/index.ts';
import { BIN } from './command-line.ts';
import { freshFolder, type Folder } from './folder.ts';
import { runInProcess } from './in-process.ts';

/** `FOLDER` is replaced by the name. */
const TAKING_A_FOLDER = [
  'init FOLDER --yes',
  'init FOLDER --dry-run',
  'uninstall FOLDER',
  'uninstall FOLDER --dry-run',
  'init-session FOLDER',
  'hook-status --workspace-root FOLDER',
  'capture-soak --workspace-root FOLDER',
  'doctor --project-root FOLDER',
  'doctor --repair --project-root FOLDER',
  'activate claude-code --workspace FOLDER',
  'ide-config cursor --workspace FOLDER',
  'ide-config cursor --install --workspace FOLDER',
  'capture start --workspace FOLDER',
  'capture stop --workspace FOLDER',
  'capture status --workspace FOLDER',
  'capture run --workspace FOLDER',
  'capture import --since 2026-11-01 --workspace FOLDER',
  'claude-capture --workspace FOLDER',
  'codex-capture --workspace FOLDER',
  'gemini-capture --workspace FOLDER',
  'copilot-capture --workspace FOLDER',
  'claude-capture --claude-home FOLDER',
  'codex-capture --codex-home FOLDER',
  'gemini-capture --gemini-home FOLDER',
  'copilot-capture --copilot-home FOLDER',
];

/** They create a missing folder, like the default `.eventloom`. */
const MAKING_IT = [
  'demo --directory FOLDER',
  'ide-config codex --codex-home FOLDER',
  'init . --preset local-codex --dry-run --codex-home FOLDER',
  'memory log --eventloom-path FOLDER',
  'memory query harbour --eventloom-path FOLDER',
  'memory append decision.made --actor ann --payload-json {} --eventloom-path FOLDER',
  'memory remember harbour --eventloom-path FOLDER',
  'notes list --eventloom-path FOLDER',
  'verify --eventloom-path FOLDER',
  'status --eventloom-path FOLDER',
  'hook-status --eventloom-path FOLDER',
  'doctor --eventloom-path FOLDER',
  'init --preset local-claude --eventloom-path FOLDER',
  'up --port 0 --eventloom-path FOLDER',
];

let folder: Folder;
let home: string;
beforeAll(() => {
  folder = freshFolder();
  home = path.join(folder.path, 'home');
  fs.mkdirSync(home);
  folder.write('file', 'not a folder');
  fs.mkdirSync(path.join(folder.path, 'locked'), { mode: 0o700 });
  // File modes have no effect for root, so the test runs as the user nobody.
  fs.chmodSync(folder.path, 0o777);
  fs.chmodSync(home, 0o777);
  if (process.getuid?.() !== 0) fs.chmodSync(path.join(folder.path, 'locked'), 0);
});
afterAll(() => {
  fs.chmodSync(path.join(folder.path, 'locked'), 0o700);
  folder.remove();
});

const env = (): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  HOOKLOOM_WORKER_AUTOSTART: 'false',
});

const runs = (line: string, name: string) =>
  runInProcess(
    line.split(' ').map((word) => (word === 'FOLDER' ? name : word)),
    { cwd: folder.path, env: env() },
  );

const left = (): string[] => fs.readdirSync(folder.path, { recursive: true, encoding: 'utf8' });
const UNTOUCHED = ['file', 'home', 'locked'];
const REFUSED = /^error: [^\n]+\n[^\n]+\n$/;

describe.each(TAKING_A_FOLDER)('the command %s', (line) => {
  it('reports that the folder does not exist, or that it is a file', async () => {
    const gone = await runs(line, 'gone');
    expect(gone).toMatchObject({ status: 4, stdout: '' });
    expect(gone.stderr).toMatch(REFUSED);
    expect(gone.stderr).toContain(`There is no folder ${folder.path}/gone.`);
    const file = await runs(line, 'file');
    expect(file).toMatchObject({ status: 4, stdout: '' });
    expect(file.stderr).toMatch(REFUSED);
    expect(file.stderr).toContain(`${folder.path}/file is not a folder.`);
    expect(left().toSorted()).toEqual(UNTOUCHED);
  });
});

it.each([...TAKING_A_FOLDER, ...MAKING_IT])(
  '%s refuses a folder without read permission',
  (line) => {
    const args = line.split(' ').map((word) => (word === 'FOLDER' ? 'locked' : word));
    const ran = spawnSync(process.execPath, [BIN, ...args], {
      cwd: folder.path,
      env: env(),
      input: '',
      encoding: 'utf8',
      ...(process.getuid?.() === 0 && { uid: 65_534, gid: 65_534 }),
    });
    expect({ status: ran.status, stdout: ran.stdout }).toEqual({ status: 3, stdout: '' });
    expect(ran.stderr).toMatch(REFUSED);
    expect(ran.stderr).toContain(`${folder.path}/locked cannot be read.`);
    expect(left().toSorted()).toEqual(UNTOUCHED);
  },
);

it.each(MAKING_IT)('%s refuses a file', async (line) => {
  const ran = await runs(line, 'file');
  expect(ran.stdout).toBe('');
  expect([2, 4]).toContain(ran.status);
  expect(ran.stderr).toMatch(REFUSED);
  expect(ran.stderr).toMatch(/is not a folder/);
  expect(left().toSorted()).toEqual(UNTOUCHED);
});

it('the list contains every option and argument that names a workspace or a client’s folder', async () => {
  const listed = (name: string, word: string): boolean =>
    [...TAKING_A_FOLDER, ...MAKING_IT].some(
      (line) => line.startsWith(`${name} `) && line.includes(`${word} FOLDER`),
    );
  const forgotten: string[] = [];
  for (const { load } of commandTable) {
    const { name, options, isHookPath } = (await load()).command;
    if (isHookPath === true) continue;
    for (const { flags } of Object.values(options)) {
      const [, long] =
        /(--(?:workspace|workspace-root|project-root|directory|[a-z]+-home)) </.exec(flags) ?? [];
      if (long !== undefined && !listed(name, long)) forgotten.push(`${name} ${long}`);
    }
  }
  expect(forgotten).toEqual([]);
});
