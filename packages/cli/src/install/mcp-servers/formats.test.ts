import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify as yamlOf } from 'yaml';
import { removeSplice } from '../json-splice.ts';
import { isEntry, equalExceptServer, serverIn } from './format.ts';
import { FORMATS, type FormatName } from './formats.ts';
import { withdrawServer } from './withdraw-server.ts';

const ENTRY = {
  command: '/usr/bin/node',
  args: ['/opt/hook "loom"/bin.cjs', 'serve'],
  env: { ZAXY_DOMAIN: 'shop', EVENTLOOM_THREAD: 'shop-default' },
  startup_timeout_sec: 90,
};
const KEYS: Record<FormatName, string> = {
  json: 'mcpServers',
  toml: 'mcp_servers',
  yaml: 'mcp_servers',
};
const FILES: Record<FormatName, string> = {
  json: 'mcp.json',
  toml: 'config.toml',
  yaml: 'config.yaml',
};

/** Adds our server and checks the meaning and both ways of removing it; null if it was refused. */
function putIn(name: FormatName, file: string): string | null {
  const format = FORMATS[name];
  const key = [KEYS[name], 'hookloom'] as const;
  const before = format.read(file, 'f');
  const edited = format.add(file, 'f', key, ENTRY);
  let values: Record<string, unknown>;
  try {
    values = format.read(edited.text, 'f');
  } catch {
    return null;
  }
  if (!isEntry(serverIn(values, key), ENTRY) || !equalExceptServer(values, before, key))
    return null;
  expect(removeSplice(edited.text, edited.splice)).toBe(file);
  // As after the client or the user added something of their own below it.
  const left = format.read(withdrawServer(FILES[name], edited.text), 'f');
  expect(serverIn(left, key)).toBe(undefined);
  expect(equalExceptServer(left, before, key)).toBe(true);
  return edited.text;
}

const TOML = [
  '',
  '\uFEFFmodel = "x"\n',
  '\n',
  '# only a comment',
  'model = "x"\n',
  'model = "x"',
  'model = "x"\r\n[features] # on\r\nhooks = true\r\n',
  '[mcp_servers.other]\ncommand = "a"\nargs = [\n  "b", # why\n]\n\n# the end\n',
  '[mcp_servers]\n[profiles.a]\nx = 1\n',
  'mcp_servers.other.command = "a"\n',
  'text = """\n[mcp_servers.hookloom]\ncommand = 1\n"""\nwhen = 2026-11-21T10:00:00Z\n',
];
const YAML = [
  '',
  '\uFEFFmodel: x\nmcp_servers:\n  time: { command: uvx }\n',
  '# only a comment\n',
  'model: x',
  'model: x\r\nlist:\r\n  - a # why\r\n',
  'mcp_servers:\n',
  'mcp_servers: # mine\n    # the first\n    time:\n        command: "uvx"\n        args: ["mcp-server-time"]\n\nother: 1\n',
  'mcp_servers: {}\nmodel: x\n',
  'mcp_servers: { time: { command: uvx } } # mine\n',
  'a: &x [1, 2]\nmcp_servers:\n  b:\n    args: *x\nlast: |\n  text\n',
  'mcp_servers:\n  time:\n    command: uvx',
  'mcp_servers:',
];
const JSONC = [
  '',
  '\uFEFF{ "a": 1 }\r\n',
  '{}',
  '// mine\n{\n\t"mcpServers": {\n\t\t"a": { "command": "x" }, // why\n\t},\n}\n',
  '{"mcpServers":{}}',
  '{\r\n  "other": [1, 2]\r\n}',
];

test.each([
  ...TOML.map((file) => ['toml', file] as const),
  ...YAML.map((file) => ['yaml', file] as const),
  ...JSONC.map((file) => ['json', file] as const),
])('%s: adds a server to %j without changing another byte', (name, file) => {
  expect(putIn(name, file)).not.toBe(null);
});

test.each([
  ['json', '{"a":{"__proto__":{}}}'],
  ['json', '{"__proto__":{"mcpServers":{"b":1}},"mcpServers":{"__proto__":{"command":"x"}}}'],
  ['toml', '[a."__proto__"]\nx = 1\n[mcp_servers."__proto__"]\ncommand = "x"\n'],
  ['yaml', 'a:\n  __proto__:\n    x: 1\nmcp_servers:\n  __proto__:\n    command: x\n'],
] as const)('%s: keeps a key __proto__ as a key in %j', (name, file) => {
  expect(putIn(name, file)).not.toBe(null);
  const values = FORMATS[name].read(file, 'f');
  expect(JSON.stringify(values)).toContain('"__proto__":{');
});

test.each([
  ['toml', 'mcp_servers = {}\n'],
  ['toml', 'mcp_servers = { other = { command = "a" } }\n'],
  ['toml', '[[mcp_servers]]\ncommand = "a"\n'],
] as const)('%s: detects a wrong result if %j allows no separate table', (name, file) => {
  expect(putIn(name, file)).toBe(null);
});

const REFUSED = [
  ['toml', 'model = \n'],
  ['toml', 'a = 1\na = 2\n'],
  ['yaml', 'a: [1\n'],
  ['yaml', 'a: 1\n---\nb: 2\n'],
  ['yaml', '- a list\n'],
  ['yaml', '{ "a": 1 }\n'],
  ['yaml', 'mcp_servers: [1]\n'],
  ['json', '[1]'],
  ['json', '{"mcpServers": "none"}'],
] as const;

test.each(REFUSED)('%s: refuses %j by name', (name, file) => {
  expect(() => putIn(name, file)).toThrow(/^f\b/);
});

test('each file gets its saved text, or its saved refusal', async () => {
  const edited = (name: FormatName, file: string) => {
    try {
      FORMATS[name].read(file, 'f');
      return FORMATS[name].add(file, 'f', [KEYS[name], 'hookloom'], ENTRY).text;
    } catch (error) {
      return (error as Error).message;
    }
  };
  const files: (readonly [FormatName, string])[] = [
    ...TOML.map((file) => ['toml', file] as const),
    ...YAML.map((file) => ['yaml', file] as const),
    ...JSONC.map((file) => ['json', file] as const),
    ...REFUSED,
  ];
  const lines = files.map(
    ([name, file]) => `${name} ${JSON.stringify(file)}\n${JSON.stringify(edited(name, file))}`,
  );
  await expect(lines.join('\n')).toMatchFileSnapshot('../../../test/saved/edited-files.txt');
});

const eol = fc.constantFrom('\n', '\r\n');
const word = fc.stringMatching(/^[a-z][a-z0-9_]{0,6}$/);
const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean());
const written = (lines: fc.Arbitrary<string[]>): fc.Arbitrary<string> =>
  fc
    .tuple(lines, eol, fc.boolean())
    .map(([all, end, ends]) => all.join(end) + (ends && all.length > 0 ? end : ''));

const comment = fc.constantFrom('', '# a note', '  # [mcp_servers.hookloom]');
const tomlTable = fc
  .tuple(word, fc.dictionary(word, scalar, { maxKeys: 3 }), comment)
  .map(([name, values, note]) => ({ name, values, note }));
const tomlFile = written(
  fc
    .tuple(
      fc.uniqueArray(tomlTable, { maxLength: 4, selector: ({ name }) => name }),
      fc.constantFrom('mcp_servers.', '', 'mcp_servers.other.'),
    )
    .map(([tables, prefix]) =>
      tables.flatMap(({ name, values, note }) => [
        note,
        `[${prefix}${name}]`,
        ...Object.entries(values).map(
          ([key, value]) =>
            `${key} = ${JSON.stringify(value).replaceAll('\u007F', String.raw`\u007f`)} # ${key}`,
        ),
      ]),
    ),
);

test('restores any TOML file byte for byte', () => {
  let added = 0;
  fc.assert(
    fc.property(tomlFile, (file) => {
      try {
        FORMATS.toml.read(file, 'f');
      } catch {
        return;
      }
      if (putIn('toml', file) !== null) added += 1;
    }),
    { numRuns: 150 },
  );
  expect(added).toBeGreaterThan(100);
});

const yamlFile = fc
  .tuple(
    fc.dictionary(word, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
    fc.option(fc.dictionary(word, fc.dictionary(word, scalar), { maxKeys: 3 }), { nil: undefined }),
    fc.constantFrom(1, 2, 4),
    eol,
    comment,
    fc.boolean(),
  )
  .map(([values, servers, indent, end, note, ends]) => {
    const all = servers === undefined ? values : { ...values, mcp_servers: servers, zz: 'last' };
    const text = yamlOf(all, { indent }).replace(/\n(?=[a-z])/, `\n${note}\n`);
    return (ends ? text : text.trimEnd()).replaceAll('\n', end);
  });

test('restores any YAML file byte for byte', () => {
  let added = 0;
  fc.assert(
    fc.property(yamlFile, (file) => {
      let before;
      try {
        before = FORMATS.yaml.read(file, 'f');
        FORMATS.yaml.add(file, 'f', ['mcp_servers', 'hookloom'], ENTRY);
      } catch {
        return;
      }
      expect(before).toBeTypeOf('object');
      if (putIn('yaml', file) !== null) added += 1;
    }),
    { numRuns: 150 },
  );
  expect(added).toBeGreaterThan(80);
});

test('restores any JSON file byte for byte', () => {
  fc.assert(
    fc.property(
      fc.dictionary(word, fc.jsonValue({ maxDepth: 2 })),
      fc.option(fc.dictionary(word, fc.jsonValue({ maxDepth: 1 })), { nil: undefined }),
      fc.nat(4),
      eol,
      (values, servers, spaces, end) => {
        const all = servers === undefined ? values : { ...values, mcpServers: servers };
        const file = JSON.stringify(all, null, spaces).replaceAll('\n', end);
        expect(putIn('json', file)).not.toBe(null);
      },
    ),
    { numRuns: 150 },
  );
});
