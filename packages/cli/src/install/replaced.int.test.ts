/** Removing our entry restores the bytes of what `--force` replaced. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyPlan, removeInstalled } from './apply.ts';
import { claudeHookSettings } from '../plugins/claude-plugin.ts';
import { hooksPart } from './hooks-part.ts';
import { manifestFile } from './manifest.ts';
import { FORMATS, type FormatName } from './mcp-servers/formats.ts';
import { serverIn } from './mcp-servers/format.ts';
import { serverInFile } from './mcp-servers/server-in-file.ts';
import type { PartRequest } from './part-request.ts';
import { planParts } from './plan-parts.ts';

let root: string;
let dir: string;
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-replaced-')));
  dir = path.join(root, '.eventloom');
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const FILES = { json: 'mcp.json', toml: 'config.toml', yaml: 'config.yaml' } as const;
const KEYS = { json: 'mcpServers', toml: 'mcp_servers', yaml: 'mcp_servers' } as const;
const at = (name: string): string => path.join(root, name);
const read = (name: string): string => fs.readFileSync(at(name), 'utf8');

function server(format: FormatName, command = '/usr/bin/node'): PartRequest {
  const entry = { command, args: ['/opt/bin.cjs', 'serve'], startup_timeout_sec: 90 };
  return serverInFile({
    client: 'codex',
    file: at(FILES[format]),
    format,
    key: KEYS[format],
    entry,
  });
}

const hooks = (session: string, file = FILES.json): PartRequest =>
  hooksPart(at(file), claudeHookSettings({ node: `/n /opt/hook.cjs hook codex --s ${session}` }));

function put(parts: PartRequest[], eventloomDir = dir): void {
  applyPlan(eventloomDir, planParts(parts, { eventloomDir, root, force: true }).files);
  for (const part of parts) expect(part.holds(fs.readFileSync(part.path, 'utf8'))).toBe('wanted');
}

const THEIRS: Record<FormatName, string[]> = {
  json: [
    '{"mcpServers":{"hookloom":{"command":"mine"}}}',
    '{\n\t"a": 1,\n\t"mcpServers": {\n\t\t"hookloom": { "command": "mine", /* why */ "env": { "K": "v" } }, // theirs\n\t\t"b": {"command": "x"},\n\t},\n}\n',
    '{ "mcpServers": { "b": {}, "hookloom": "nothing useful" },\n  "last": [] }',
  ],
  toml: [
    '[mcp_servers.hookloom]\ncommand = "mine"',
    'model = "x"\n# about it\n[mcp_servers.hookloom]\ncommand = "mine" # why\nargs = [\n  "a",\n]\n\n[mcp_servers.hookloom.env]\nK = "v"\n\n# next\n[mcp_servers.b]\ncommand = "b"\n',
    'mcp_servers.hookloom.command = "mine"\nmodel = "x"\n[mcp_servers.b]\ncommand = "b"\n',
    '[mcp_servers]\nhookloom = { command = "mine" }\nb = { command = "b" }\n[last]\nx = 1\n',
    '[mcp_servers.hookloom]\ncommand = "mine"\n[between]\nx = 1\n[mcp_servers.hookloom.env]\nK = "v"\n',
  ],
  yaml: [
    'mcp_servers:\n  hookloom:\n    command: mine',
    'model: x\nmcp_servers:\n    # theirs\n    hookloom: { command: mine } # why\n    b:\n        command: b\nlast: 1\n',
    'mcp_servers: { hookloom: { command: mine }, b: { command: b } }\nlast: 1\n',
    'mcp_servers:\n  b: { command: b }\n  hookloom:\n    command: |\n      mine\n    env:\n      K: v\n\n# the end\n',
  ],
};
const theirFile = fc
  .constantFrom(...(['json', 'toml', 'yaml'] as const))
  .chain((format) =>
    fc.record({
      format: fc.constant(format),
      text: fc.constantFrom(...THEIRS[format]),
      mark: fc.constantFrom('', '\uFEFF'),
      eol: fc.constantFrom('\n', '\r\n'),
    }),
  )
  .map(({ format, text, mark, eol }) => ({ format, text: mark + text.replaceAll('\n', eol) }));

function begin(format: FormatName, text: string): void {
  fs.rmSync(dir, { recursive: true, force: true });
  fs.writeFileSync(at(FILES[format]), text);
}

test('restores a replaced server of our name byte for byte, however often ours was replaced since', () => {
  fc.assert(
    fc.property(
      theirFile,
      fc.array(fc.constantFrom('a', 'b', 'mine'), { maxLength: 3 }),
      ({ format, text }, runs) => {
        begin(format, text);
        put([server(format)]);
        for (const command of runs) put([server(format, command)]);
        expect(removeInstalled(dir)).toMatchObject([{ outcome: 'restored', byteEqual: true }]);
        expect(read(FILES[format])).toBe(text);
      },
    ),
    { numRuns: 150 },
  );
});

const COMMENT: Record<FormatName, string> = { json: '// new\n', toml: '# new\n', yaml: '# new\n' };

test('restores it byte for byte even if the file was edited above or below', () => {
  fc.assert(
    fc.property(theirFile, fc.boolean(), ({ format, text: given }, isAbove) => {
      const text = given.replace('\uFEFF', '').replaceAll('\r\n', '\n');
      const edit = (old: string): string =>
        isAbove ? COMMENT[format] + old : old + (old.endsWith('\n') ? '' : '\n') + COMMENT[format];
      begin(format, text);
      put([server(format)]);
      fs.writeFileSync(at(FILES[format]), edit(read(FILES[format])));
      removeInstalled(dir);
      // A line ending that was missing and was added since stays.
      expect([
        text,
        edit(text),
        edit(`${text}\n`),
        edit(text).replace(/\n(?=[#/]+ new)/, ''),
      ]).toContain(read(FILES[format]));
    }),
    { numRuns: 100 },
  );
});

test('restores its meaning if our own entry was edited', () => {
  fc.assert(
    fc.property(theirFile, ({ format, text }) => {
      begin(format, text);
      const before = FORMATS[format].read(text, 'f');
      put([server(format)]);
      const edited = read(FILES[format]).replace('/opt/bin.cjs', '/moved/bin.cjs');
      expect(edited).not.toBe(read(FILES[format]));
      fs.writeFileSync(at(FILES[format]), edited);
      removeInstalled(dir);
      const after = FORMATS[format].read(read(FILES[format]), 'f');
      expect(serverIn(after, [KEYS[format], 'hookloom'])).toEqual(
        serverIn(before, [KEYS[format], 'hookloom']),
      );
      expect(after).toEqual(before);
    }),
    { numRuns: 60 },
  );
});

const WORDS = 'hook.cjs hook claude-code --session-id old';
const THEIR_HOOKS = `{
  // mine
  "hooks": {
    "Stop": [
      { "matcher": "x", "hooks": [{ "type": "command", "command": "/n /old/${WORDS}" }, { "type": "command", "command": "notify" }] }
    ],
    "Other": [{ "hooks": [{ "type": "command", "command": "hookloom hook-event stop" }] }], /* both */
  },
  "mcpServers": { "hookloom": { "command": "mine", "env": { "API_KEY": "k-1" } } }
}`;

test.each([
  ['hooks first', ['hooks', 'mcp']],
  ['server first', ['mcp', 'hooks']],
  ['together', ['both']],
  ['many times', ['mcp', 'hooks', 'mcp2', 'hooks2', 'mcp', 'hooks']],
  ['the server again behind the hooks', ['mcp', 'hooks', 'mcp2']],
] as const)(
  'restores replaced hook entries and a replaced server byte for byte: %s',
  (_name, runs) => {
    const parts: Record<string, PartRequest[]> = {
      hooks: [hooks('a')],
      mcp: [server('json')],
      hooks2: [hooks('b')],
      mcp2: [server('json', '/other')],
      both: [hooks('a'), server('json')],
    };
    begin('json', THEIR_HOOKS);
    for (const run of runs) put(parts[run]!);
    expect(read(FILES.json)).toContain('notify');
    expect(read(FILES.json)).not.toContain('hookloom hook-event');
    expect(removeInstalled(dir)).toMatchObject([{ byteEqual: true }]);
    expect(read(FILES.json)).toBe(THEIR_HOOKS);
  },
);

test('restores the meaning of hook entries if the hooks were edited', () => {
  begin('json', THEIR_HOOKS);
  put([hooks('a')]);
  const now = parse(read(FILES.json));
  now.hooks.Stop.unshift({ hooks: [{ type: 'command', command: 'new' }] });
  fs.writeFileSync(at(FILES.json), JSON.stringify(now, null, 2));
  removeInstalled(dir);
  const command = (text: string) => ({ type: 'command', command: text });
  expect(JSON.parse(read(FILES.json)).hooks).toEqual({
    Stop: [
      { hooks: [command('new')] },
      { matcher: 'x', hooks: [command('notify')] },
      { matcher: 'x', hooks: [command(`/n /old/${WORDS}`)] },
    ],
    Other: [{ hooks: [command('hookloom hook-event stop')] }],
  });
});

test('does not restore a server that the user removed since', () => {
  begin('json', '{"mcpServers":{"hookloom":{"command":"mine"}}}');
  put([server('json')]);
  fs.writeFileSync(at(FILES.json), '{"mcpServers":{}}');
  removeInstalled(dir);
  expect(read(FILES.json)).toBe('{"mcpServers":{}}');
});

test('stores replaced entries where only the user can read them', () => {
  begin('json', '{"mcpServers":{"hookloom":{"command":"mine","env":{"API_KEY":"k-123"}}}}');
  put([server('json')]);
  expect(fs.readFileSync(manifestFile(dir), 'utf8')).toContain('k-123');
  expect(fs.statSync(manifestFile(dir)).mode & 0o777).toBe(0o600);
  expect(fs.statSync(path.dirname(manifestFile(dir))).mode & 0o777).toBe(0o700);
});

test.each([
  ['in the order in which they came', [0, 1]],
  ['the last first', [1, 0]],
] as const)(
  'workspaces that replaced each other’s entries in one file restore it: %s',
  (_name, order) => {
    const dirs = [dir, path.join(root, 'other', '.eventloom')];
    const leave = (at: number) => {
      const neighbours = dirs.filter((_dir, index) => index !== at);
      return removeInstalled(dirs[at]!, { neighbours });
    };
    for (const [format, texts] of Object.entries(THEIRS) as [FormatName, string[]][])
      for (const text of [
        ...texts,
        format === 'json' ? '{}' : 'model: 1\n'.replace(':', format === 'toml' ? ' =' : ':'),
      ]) {
        begin(format, text);
        put([server(format, '/one')], dirs[0]);
        put([server(format, '/two')], dirs[1]);
        leave(order[0]);
        const other = server(format, order[0] === 0 ? '/two' : '/one');
        expect(other.holds(read(FILES[format]))).toBe('wanted');
        expect(leave(order[1])).toMatchObject([{ outcome: 'restored', byteEqual: true }]);
        expect(read(FILES[format])).toBe(text);
      }
  },
);

test('does not restore a block of ours whose record is lost', () => {
  begin('toml', 'a = 1\n');
  put([server('toml')]);
  fs.rmSync(dir, { recursive: true });
  put([server('toml', '/other')]);
  removeInstalled(dir);
  expect(read(FILES.toml).trimEnd()).toBe('a = 1');
});
