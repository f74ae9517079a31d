import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownFiles } from '../own-files.ts';

let base: string;
let root: string;
let home: string;
beforeEach(() => {
  base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-init-')));
  root = path.join(base, 'proj');
  home = path.join(base, 'home');
  fs.mkdirSync(root);
  fs.mkdirSync(home);
});
afterEach(() => fs.rmSync(base, { recursive: true, force: true }));

interface Ran {
  status: number | null;
  out: string;
  err: string;
}

function hookloom(...words: string[]): Ran {
  const run = spawnSync(process.execPath, [ownFiles().bin, ...words], {
    cwd: root,
    env: { HOME: home, PATH: '/nowhere', HOOKLOOM_WORKER_AUTOSTART: 'false' },
    encoding: 'utf8',
  });
  return { status: run.status, out: run.stdout, err: run.stderr };
}

/** Every file of the project and the home with its bytes; our own folders left out. */
function snapshot(): Record<string, string> {
  const entries = fs
    .readdirSync(base, { recursive: true, withFileTypes: true })
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/\/(\.eventloom|\.local)(\/|$)/.test(file));
  return Object.fromEntries(
    entries
      .toSorted()
      .map((file) => [
        path.relative(base, file),
        fs.statSync(file).isDirectory() ? 'folder' : fs.readFileSync(file, 'latin1'),
      ]),
  );
}

function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

const PRESETS = [
  ['local-claude', ['proj/.claude/settings.local.json', 'proj/.mcp.json']],
  [
    'local-codex',
    [
      'home/.codex/config.toml',
      'proj/.codex/hooks.json',
      'proj/.codex/zaxy-capture.json',
      'proj/AGENTS.md',
    ],
  ],
  ['local-gemini', ['proj/.gemini/settings.json']],
] as const;

test.each(PRESETS)(
  '%s connects in one command, a second one changes nothing, and uninstalling leaves no trace',
  (preset, files) => {
    const before = snapshot();
    const init = ['init', '--preset', preset, '--codex-trusted-project'];
    expect(hookloom(...init)).toMatchObject({ status: 0, err: '' });
    const connected = snapshot();
    expect(Object.keys(connected).filter((file) => connected[file] !== 'folder')).toEqual(files);
    const log = fs.readFileSync(path.join(root, '.eventloom', 'proj-default.jsonl'), 'utf8');
    expect(log).toContain('session.genesis');
    expect(log).toContain('hook.heartbeat');
    expect(hookloom(...init).out).toContain('Already connected.');
    expect(snapshot()).toEqual(connected);
    expect(fs.readFileSync(path.join(root, '.eventloom', 'proj-default.jsonl'), 'utf8')).toBe(log);
    expect(hookloom('uninstall')).toMatchObject({ status: 0, err: '' });
    expect(snapshot()).toEqual(before);
  },
);

test('without a preset and with nobody to ask, the plan is shown and nothing is written', () => {
  write(path.join(home, '.claude', 'settings.json'), '{}');
  const before = snapshot();
  const { status, out } = hookloom('init');
  expect(status).toBe(2);
  expect(out).toContain('.claude/settings.local.json');
  expect(out).toContain('Pass --yes to do it.');
  expect(snapshot()).toEqual(before);
  expect(fs.existsSync(path.join(root, '.eventloom'))).toBe(false);
  expect(hookloom('init', '--yes')).toMatchObject({ status: 0, err: '' });
  expect(Object.keys(snapshot())).toContain('proj/.mcp.json');
});
