import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseToml } from '@hookloom/hooks/clients';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyPlan, removeInstalled } from '../apply.ts';
import { hooksPart } from '../hooks-part.ts';
import type { PartRequest } from '../part-request.ts';
import { planParts } from '../plan-parts.ts';
import { serverInFile, type ServerInFile } from './server-in-file.ts';

const ENTRY = {
  command: '/usr/bin/node',
  args: ['/opt/bin.cjs', 'serve'],
  startup_timeout_sec: 90,
};
const TOML = '# mine\r\nmodel = "x" # why\r\n\r\n[mcp_servers.other]\r\ncommand = "a"';
const YAML = 'model: x # why\nmcp_servers:\n    # the clock\n    time: { command: uvx }\nlast: 1\n';
const JSONC = '{\n\t// mine\n\t"mcpServers": { "other": { "command": "x" } },\n}';

let root: string;
let dir: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-servers-'));
  dir = path.join(root, '.eventloom');
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const at = (name: string): string => path.join(root, name);
const read = (name: string): string => fs.readFileSync(at(name), 'utf8');
const write = (name: string, text: string): void => fs.writeFileSync(at(name), text);

function inFile(name: string, over: Partial<ServerInFile> = {}): PartRequest {
  const format = name.endsWith('.toml') ? 'toml' : name.endsWith('.yaml') ? 'yaml' : 'json';
  const key = format === 'json' ? 'mcpServers' : 'mcp_servers';
  return serverInFile({ client: 'codex', file: at(name), format, key, entry: ENTRY, ...over });
}

function put(parts: PartRequest[], force = false): void {
  applyPlan(dir, planParts(parts, { eventloomDir: dir, root, force }).files);
}

test.each([
  ['config.toml', TOML],
  ['config.yaml', YAML],
  ['mcp.json', JSONC],
])('uninstalling restores %s byte for byte', (name, text) => {
  write(name, text);
  fs.chmodSync(at(name), 0o644);
  put([inFile(name)]);
  expect(read(name)).not.toBe(text);
  expect(fs.statSync(at(name)).mode & 0o777).toBe(0o644);
  expect(removeInstalled(dir)).toMatchObject([{ outcome: 'restored', byteEqual: true }]);
  expect(read(name)).toBe(text);
});

test.each(['config.toml', 'config.yaml', 'mcp.json'])(
  'uninstalling deletes a %s that we created, even if its entry was replaced',
  (name) => {
    put([inFile(name)]);
    put([inFile(name, { entry: { ...ENTRY, command: '/other/node' } })], true);
    expect(read(name)).toContain('/other/node');
    expect(read(name)).not.toContain('/usr/bin/node');
    removeInstalled(dir);
    expect(fs.readdirSync(root)).toEqual(['.eventloom']);
  },
);

test.each([
  ['config.toml', `${TOML}\r\n`],
  ['config.yaml', YAML],
  ['mcp.json', JSONC],
])('removing our entry from %s keeps other changes around and in it', (name, text) => {
  write(name, text);
  put([inFile(name)]);
  write(name, read(name).replace('/opt/bin.cjs', '/somewhere/else.cjs').replace('mine', 'ours'));
  removeInstalled(dir);
  expect(read(name)).toBe(text.replace('mine', 'ours'));
});

test('removes a table that a client rewrote without our marks, and keeps its neighbours', () => {
  write('config.toml', TOML);
  put([inFile('config.toml')]);
  const rewritten = [
    'model = "x"',
    '[mcp_servers.hookloom]',
    'command = "/usr/bin/node"',
    '[mcp_servers.hookloom.tools.memory_query]',
    'approval_mode = "approve"',
    '',
    '# about the next one',
    '[mcp_servers.other]',
    'command = "a"',
    '',
  ].join('\n');
  write('config.toml', rewritten);
  removeInstalled(dir);
  expect(read('config.toml')).toBe(
    'model = "x"\n\n# about the next one\n[mcp_servers.other]\ncommand = "a"\n',
  );
});

test.each(['config.toml', 'config.yaml', 'mcp.json'])(
  'refuses a %s with another server of our name, and replaces it only on request',
  (name) => {
    const theirs = { ...ENTRY, command: 'theirs' };
    write(name, inFile(name, { entry: theirs }).add(null).after);
    const before = read(name);
    expect(() => put([inFile(name)])).toThrow('already has Hookloom entries that differ');
    expect(read(name)).toBe(before);
    expect(fs.existsSync(dir)).toBe(false);
    put([inFile(name)], true);
    expect(read(name)).not.toContain('theirs');
    expect(inFile(name).holds(read(name))).toBe('wanted');
  },
);

const SETTINGS = '.gemini/settings.json';
const hooks = (): PartRequest =>
  hooksPart(at(SETTINGS), {
    client: 'gemini',
    entries: [['SessionStart', { hooks: [{ type: 'command', command: 'mine' }] }]],
  });

test('replaces the server beside hooks in one file, and removes both', () => {
  fs.mkdirSync(at('.gemini'));
  write(SETTINGS, '{}');
  put([hooks()]);
  put([inFile(SETTINGS)]);
  put([inFile(SETTINGS, { entry: { command: 'b' } })], true);
  expect(JSON.parse(read(SETTINGS))).toEqual({
    hooks: { SessionStart: [{ hooks: [{ type: 'command', command: 'mine' }] }] },
    mcpServers: { hookloom: { command: 'b' } },
  });
  expect(removeInstalled(dir)).toMatchObject([{ outcome: 'restored', byteEqual: true }]);
  expect(read(SETTINGS)).toBe('{}');
});

test('does not write into a folder that points outside the workspace', () => {
  const outside = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-outside-'));
  try {
    fs.symlinkSync(outside, at('.gemini'));
    expect(() => put([inFile(SETTINGS)])).toThrow('points outside the workspace');
    expect(fs.readdirSync(outside)).toEqual([]);
  } finally {
    fs.rmSync(outside, { recursive: true });
  }
});

test.each([
  [
    'config.toml',
    'mcp_servers = { other = { command = "a" } }\n',
    'Write mcp_servers as a separate table',
  ],
  ['config.toml', 'model = [1, 2\n', 'Fix the file'],
  ['config.yaml', 'a: 1\n---\nb: 2\n', 'by hand'],
  ['mcp.json', '{"mcpServers": []}', 'Fix the entry'],
])('leaves a %s that contains %j unchanged', (name, text, remedy) => {
  write(name, text);
  let remediation = '';
  try {
    put([inFile(name)]);
  } catch (error) {
    ({ remediation } = error as { remediation: string });
  }
  expect(remediation).toContain(remedy);
  expect(read(name)).toBe(text);
  expect(fs.readdirSync(root)).toEqual([name]);
});

test('removes a block from between others of the same file', () => {
  write('config.toml', TOML);
  put([inFile('config.toml')]);
  const behind = '\r\n[profiles.a]\r\nmodel = "y"\r\n';
  write('config.toml', read('config.toml') + behind);
  removeInstalled(dir);
  expect(read('config.toml')).toBe(`${TOML}${behind}`);
  expect(parseToml(read('config.toml'))['profiles']).toEqual({ a: { model: 'y' } });
});
