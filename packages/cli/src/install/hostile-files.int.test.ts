/** Malformed settings files: each is refused by name, or restored byte for byte. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isHookloomError } from '@hookloom/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyPlan, removeInstalled } from './apply.ts';
import { claudeHookSettings } from '../plugins/claude-plugin.ts';
import { hooksPart } from './hooks-part.ts';
import { manifestFile } from './manifest.ts';
import { serverInFile } from './mcp-servers/server-in-file.ts';
import type { PartRequest } from './part-request.ts';
import { planParts } from './plan-parts.ts';

let root: string;
let dir: string;
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-hostile-')));
  dir = path.join(root, '.eventloom');
  fs.mkdirSync(path.join(root, '.claude'));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const hooks = (): PartRequest =>
  hooksPart(
    path.join(root, '.claude/settings.local.json'),
    claudeHookSettings({ node: '/n /o/hook.cjs hook codex' }),
  );
const server = (file = path.join(root, '.mcp.json')): PartRequest =>
  serverInFile({
    client: 'claude-code',
    file,
    format: file.endsWith('.json') ? 'json' : 'toml',
    key: 'mcpServers',
    entry: { command: '/n' },
  });
const plan = (parts = [hooks(), server()]) =>
  planParts(parts, { eventloomDir: dir, root, force: false }).files;
const put = (parts?: PartRequest[]): void => applyPlan(dir, plan(parts));

/** Every file in the workspace except our own folder. */
function files(): Record<string, string> {
  return Object.fromEntries(
    fs
      .readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
      .filter((name) => !name.startsWith('.eventloom'))
      .map((name) => [name, fs.readFileSync(path.join(root, name), 'latin1')]),
  );
}

function refusal(work: () => void): string {
  try {
    work();
  } catch (error) {
    if (isHookloomError(error)) return error.message;
    throw error;
  }
  return 'not refused';
}

test.each([
  ['a link', (file: string) => fs.symlinkSync('/etc/hostname', file), 'is not a regular file'],
  ['a link to nothing', (file: string) => fs.symlinkSync('nowhere', file), 'is not a regular file'],
  ['a folder', (file: string) => fs.mkdirSync(file), 'is not a regular file'],
  ['a pipe', (file: string) => void spawnSync('mkfifo', [file]), 'is not a regular file'],
  ['half of a file', (file: string) => fs.writeFileSync(file, '{"hooks": '), 'is not a JSON'],
  ['a list', (file: string) => fs.writeFileSync(file, '[]'), 'is not a JSON object'],
  ['two values', (file: string) => fs.writeFileSync(file, '{} {}'), 'is not a JSON object'],
  ['not UTF-8', (file: string) => fs.writeFileSync(file, Buffer.of(0x7b, 0xff)), 'is not UTF-8'],
  [
    'many megabytes',
    (file: string) => fs.truncateSync(file, 50_000_000),
    'is too large for a settings file',
  ],
])('refuses %s in place of the settings file by name, and writes nothing', (name, make, why) => {
  const file = path.join(root, '.claude/settings.local.json');
  if (name === 'many megabytes') fs.writeFileSync(file, '');
  make(file);
  const before = fs.readdirSync(root);
  const message = refusal(put);
  expect(message).toContain(why);
  expect(message).toContain(file);
  expect(fs.readdirSync(root)).toEqual(before);
});

test.each([
  ['empty', ''],
  ['blank', ' \n\t\n'],
  ['only a byte order mark', '\uFEFF'],
  ['CRLF line endings', '{\r\n\t"a": 1\r\n}\r\n'],
  ['no line ending at the end', '{\n  "a": 1\n}'],
  ['a comment behind the last brace', '{}\n// the end'],
  ['tabs and trailing commas', '{\n\t"hooks": {\n\t\t"Stop": [],\n\t},\n}\n'],
  ['the same key twice', '{"hooks": {"Stop": []}, "x": 1, "hooks": {"Stop": [{"hooks": []}]}}'],
  ['the same server list twice', '{"mcpServers": {"a": {}}, "mcpServers": {"b": {}}}'],
  ['a megabyte on one line', `{"a": "${'x'.repeat(1_000_000)}"}`],
])('restores a settings file byte for byte: %s', (_name, text) => {
  const parts = [hooks(), server(path.join(root, '.claude/settings.local.json'))];
  fs.writeFileSync(path.join(root, '.claude/settings.local.json'), text);
  put(parts);
  // A client reads the last of two equal keys.
  const read = fs.readFileSync(path.join(root, '.claude/settings.local.json'), 'utf8');
  expect(parts.map((part) => part.holds(read))).toEqual(['wanted', 'wanted']);
  removeInstalled(dir);
  expect(fs.readFileSync(path.join(root, '.claude/settings.local.json'), 'utf8')).toBe(text);
});

const BEFORE = '{ "mine": true }';

test.each([
  [
    'the folder of the second became a file',
    () => fs.writeFileSync(path.join(root, 'sub'), ''),
    'cannot be used',
  ],
  [
    'a folder came into the place of the second',
    () => fs.mkdirSync(path.join(root, 'sub', 'mcp.json', 'x'), { recursive: true }),
    'is not a regular file',
  ],
  [
    'the record cannot be written',
    () => {
      fs.mkdirSync(dir, { mode: 0o700 });
      fs.symlinkSync(root, path.join(dir, 'runtime'));
    },
    'is a link',
  ],
])('changes no file and leaves no folder if %s', (_name, spoil, why) => {
  fs.writeFileSync(path.join(root, '.claude/settings.local.json'), BEFORE);
  const planned = plan([hooks(), server(path.join(root, 'sub', 'mcp.json'))]);
  spoil();
  const before = files();
  expect(refusal(() => applyPlan(dir, planned))).toContain(why);
  expect(files()).toEqual(before);
  expect(fs.readdirSync(path.join(root, '.claude'))).toEqual(['settings.local.json']);
  expect(fs.existsSync(manifestFile(dir))).toBe(false);
  if (why === 'is a link') expect(fs.existsSync(path.join(root, 'sub'))).toBe(false);
});

test.skipIf(process.getuid?.() === 0)('names a folder without write permission', () => {
  fs.chmodSync(path.join(root, '.claude'), 0o500);
  expect(refusal(put)).toContain(
    `${path.join(root, '.claude/settings.local.json')} cannot be used`,
  );
  expect(files()).toEqual({});
});

test('a failed second run leaves the first installation intact, including its record', () => {
  fs.writeFileSync(path.join(root, '.mcp.json'), BEFORE);
  put([server()]);
  const before = { ...files(), record: fs.readFileSync(manifestFile(dir), 'utf8') };
  fs.writeFileSync(path.join(root, '.claude/settings.local.json'), BEFORE);
  const planned = plan([hooks(), server(path.join(root, 'new', 'x.json'))]);
  fs.writeFileSync(path.join(root, 'new'), '');
  expect(refusal(() => applyPlan(dir, planned))).toContain('cannot be used');
  fs.rmSync(path.join(root, 'new'));
  fs.rmSync(path.join(root, '.claude/settings.local.json'));
  expect({ ...files(), record: fs.readFileSync(manifestFile(dir), 'utf8') }).toEqual(before);
  removeInstalled(dir);
  expect(files()).toEqual({ '.mcp.json': BEFORE });
});
