import fs from 'node:fs';
import path from 'node:path';
import { parseToml } from '@hookloom/hooks/clients';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { BIN } from './command-line.ts';
import { freshFolder, type Folder } from './folder.ts';

let folder: Folder;
beforeEach(() => {
  folder = freshFolder();
});
afterEach(() => folder.remove());

/** In a file of the project: no path of this machine. */
const SHARED = { command: 'sh', args: ['-c', 'exec ~/.hookloom/bin/hookloom-hook serve'] };
const SERVED = { command: process.execPath, args: [BIN, 'serve'] };
const IDENTITY = { ZAXY_DOMAIN: 'shop', EVENTLOOM_THREAD: 'shop-default' };
/** What would tie a user-level file to one workspace. */
const OF_ONE_WORKSPACE = /EVENTLOOM_PATH|EVENTLOOM_THREAD|ZAXY_DOMAIN|NEO4J|PROJECTION_BACKEND/;

test('prints exactly the text to paste, and writes hints to standard error', async () => {
  const project = { ...SHARED, startup_timeout_sec: 90 };
  const printed = (client: string) => folder.run(['ide-config', client]);
  for (const client of ['claude-code', 'cursor'])
    expect(JSON.parse((await printed(client)).stdout)).toEqual({
      mcpServers: { hookloom: project },
    });
  expect(JSON.parse((await printed('vscode')).stdout)).toEqual({
    servers: { hookloom: { type: 'stdio', ...project } },
  });
  expect(JSON.parse((await printed('gemini')).stdout)).toEqual({
    mcpServers: { hookloom: { ...SHARED, timeout: 90_000 } },
  });
  const { env } = JSON.parse((await printed('claude-desktop')).stdout).mcpServers.hookloom;
  expect(env).toEqual({ ...IDENTITY, EVENTLOOM_PATH: path.join(folder.path, '.eventloom') });
  expect((await printed('cursor')).stderr).toContain(path.join('.cursor', 'mcp.json'));
  expect(folder.snapshot()).toEqual({});
});

test('an entry that serves all workspaces names none of them', async () => {
  const hermes = (await folder.run(['ide-config', 'hermes'])).stdout;
  expect(parseYaml(hermes)).toEqual({
    mcp_servers: { hookloom: { ...SERVED, connect_timeout: 90 } },
  });
  const codex = (await folder.run(['ide-config', 'codex', '--codex-config-scope', 'user'])).stdout;
  expect(parseToml(codex)).toEqual({
    mcp_servers: { hookloom: { ...SERVED, startup_timeout_sec: 90 } },
  });
  const command = (await folder.run(['ide-config', 'codex', '--install', '--domain', 'zaxy']))
    .stdout;
  expect(command).toBe(`codex mcp add hookloom -- ${process.execPath} ${BIN} serve\n`);
  expect(hermes + codex + command).not.toMatch(OF_ONE_WORKSPACE);
  expect((await folder.run(['ide-config', 'codex'])).stdout).toBe(command);
  expect(folder.snapshot()).toEqual({});
});

test('the server of a mission gets its role, and a worker also the session that it reports to', async () => {
  const served = (...words: string[]) => folder.run(['ide-config', ...words]);
  const lead = JSON.parse((await served('claude-code', '--role', 'coordinator')).stdout);
  expect(lead.mcpServers.hookloom.args).toEqual([
    '-c',
    'exec ~/.hookloom/bin/hookloom-hook serve --role coordinator',
  ]);
  const worker = ['--role', 'worker', '--session-id', 'worker-a'];
  expect(
    JSON.parse((await served('cursor', ...worker)).stdout).mcpServers.hookloom.args[1],
  ).toMatch(/ serve --role worker --session-id worker-a$/);
  expect((await served('codex', ...worker)).stdout).toBe(
    `codex mcp add hookloom -- ${process.execPath} ${BIN} serve --role worker --session-id worker-a\n`,
  );
  const unnamed = await served('claude-code', '--role', 'worker');
  expect(unnamed.status).not.toBe(0);
  expect(unnamed.stderr).toContain('--session-id');
  const remote = await served('claude-code', '--role', 'coordinator', '--transport', 'http');
  expect(remote.stderr).toContain('hookloom serve --transport http --role');
});

test('init adds the role to the project’s server', async () => {
  const words = [
    '--preset',
    'local-claude',
    '--yes',
    '--role',
    'worker',
    '--session-id',
    'worker-a',
  ];
  expect(await folder.run(['init', ...words])).toMatchObject({ status: 0 });
  const { mcpServers } = JSON.parse(fs.readFileSync(path.join(folder.path, '.mcp.json'), 'utf8'));
  expect(mcpServers.hookloom.args[1]).toMatch(/ serve --role worker --session-id worker-a$/);
});

test('prints no secret from the environment', async () => {
  const env = { MCP_REMOTE_AUTH_TOKEN: 'tok-1234567890abcdef', MCP_ADMIN_TOKEN: 'adm-1234567890' };
  const ran = await folder.run(['ide-config', 'cursor', '--transport', 'sse'], { env });
  expect(JSON.parse(ran.stdout).mcpServers.hookloom.url).toBe('http://127.0.0.1:8080/sse');
  expect(ran.stdout + ran.stderr).not.toMatch(/tok-1|adm-1/);
  expect(ran.stderr).toMatch(/--transport\s+sse/);
});

test.each([
  ['claude-code', [], '.mcp.json'],
  ['cursor', [], '.cursor/mcp.json'],
  ['vscode', [], '.vscode/mcp.json'],
  ['gemini', [], '.gemini/settings.json'],
  ['hermes', [], '.hermes/config.yaml'],
  ['codex', ['--codex-config-scope', 'project', '--codex-trusted-project'], '.codex/config.toml'],
  ['codex', ['--codex-config-scope', 'user', '--codex-home', 'elsewhere'], 'elsewhere/config.toml'],
  ['hermes', ['--hermes-config', 'other.yaml'], 'other.yaml'],
] as const)(
  'ide-config %s --install %j writes %s once, and uninstall removes it',
  async (client, args, file) => {
    const install = ['ide-config', client, '--install', ...args];
    const shown = await folder.run([...install, '--dry-run']);
    expect(shown.stdout).toContain('hookloom');
    expect(folder.snapshot()).toEqual({});
    expect(await folder.json(install)).toMatchObject({ outcome: 'installed', created: true });
    const written = folder.read(file);
    expect(folder.read('.eventloom/.gitignore')).toBe('*\n');
    expect(await folder.json(install)).toMatchObject({ outcome: 'unchanged' });
    const other = [...install, '--zaxy-executable', '/opt/zaxy'];
    expect(await folder.run(other)).toMatchObject({ status: 5 });
    expect(folder.read(file)).toBe(written);
    expect((await folder.run([...other, '--force'])).status).toBe(0);
    expect(folder.read(file)).toContain('/opt/zaxy');
    await folder.run(['uninstall']);
    expect(fs.readdirSync(folder.path)).toEqual(['.eventloom']);
  },
);

test.each([
  [['claude-desktop', '--install'], 'by hand'],
  [['codex', '--install', '--codex-config-scope', 'project'], 'trusted'],
  [
    ['codex', '--install', '--codex-config-scope', 'user', '--transport', 'http'],
    'every workspace',
  ],
  [['hermes', '--install', '--transport', 'sse'], 'every workspace'],
  [
    [
      'codex',
      '--install',
      '--codex-config-scope',
      'project',
      '--codex-trusted-project',
      '--transport',
      'sse',
    ],
    'not SSE',
  ],
  [['cursor', '--codex-config-scope', 'user'], 'is for codex'],
  [['cursor', '--transport', 'http', '--host', 'a@b/c'], 'not a host name'],
  [['hermes', '--install', '--hermes-config', 'x.json'], 'not a YAML file'],
])('refuses ide-config %j and writes nothing', async (args, why) => {
  const { status, stderr, stdout } = await folder.run(['ide-config', ...args]);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(why);
  expect(folder.snapshot()).toEqual({});
});

test('an executable is written with its full path', async () => {
  folder.write('zaxy', '#!/bin/sh\n');
  fs.chmodSync(path.join(folder.path, 'zaxy'), 0o755);
  const env = { PATH: folder.path };
  for (const named of ['zaxy', './zaxy']) {
    const { stdout } = await folder.run(['ide-config', 'cursor', '--zaxy-executable', named], {
      env,
    });
    expect(JSON.parse(stdout).mcpServers.hookloom).toMatchObject({
      command: path.join(folder.path, 'zaxy'),
      args: ['serve'],
    });
  }
});

test('replaces another server of our name only with --force, hides its secrets, and restores it later', async () => {
  const theirs =
    '{\n"mcpServers": {\n"hookloom": {"command": "mine",\n"env": {"PLAIN": "hunter-2"}, "args": ["--api-key", "k-42"]},\n"a": {"headers": {"X": "abc-7"}}\n}}\n';
  folder.write('.mcp.json', theirs);
  const install = ['ide-config', 'claude-code', '--install'];
  expect(await folder.run(install)).toMatchObject({ status: 5 });
  const before = folder.snapshot();
  const shown = await folder.run([...install, '--force', '--dry-run']);
  expect(shown.stdout).toContain('"startup_timeout_sec": 90');
  expect(folder.snapshot()).toEqual(before);
  expect((await folder.run([...install, '--force'])).status).toBe(0);
  expect(JSON.parse(folder.read('.mcp.json')).mcpServers).toMatchObject({ hookloom: SHARED });
  expect((await folder.run(['uninstall', '--dry-run'])).stdout).toMatch(
    /^\.mcp\.json \(2 lines added, 8 removed\)\n.*\(deleted\)\nNothing was written\. To see every edit, add --verbose\.\n$/,
  );
  const undone = (await folder.run(['uninstall', '--dry-run', '--verbose'])).stdout;
  expect(undone).toContain('+"hookloom": {"command": "mine",');
  expect(undone).toContain('"PLAIN": "[REDACTED]"');
  expect(shown.stdout + undone).not.toMatch(/hunter-2|k-42|abc-7/);
  expect((await folder.run(['uninstall'])).stdout).toContain('was restored byte for byte');
  expect(folder.read('.mcp.json')).toBe(theirs);
});

/** The documented lines, unchanged. */
test.each([
  ['claude-desktop --eventloom-path .eventloom', null],
  ['claude-code --install --workspace .', '.mcp.json'],
  ['cursor --eventloom-path .eventloom', null],
  ['cursor --install --workspace .', '.cursor/mcp.json'],
  ['vscode --eventloom-path .eventloom', null],
  ['vscode --install --workspace .', '.vscode/mcp.json'],
  ['codex --install --domain zaxy', null],
  [
    'codex --install --codex-config-scope project --codex-trusted-project --workspace .',
    '.codex/config.toml',
  ],
  ['hermes --install', '.hermes/config.yaml'],
  ['claude-desktop --eventloom-path .eventloom --domain zaxy', null],
])('ide-config %s works as documented', async (line, file) => {
  const ran = await folder.run(['ide-config', ...line.split(' ')]);
  expect({ status: ran.status, hasSaid: ran.stdout.includes('hookloom') }).toEqual({
    status: 0,
    hasSaid: true,
  });
  const written = Object.keys(folder.snapshot()).filter((name) => !name.startsWith('.eventloom'));
  // The list includes the folder that was created for it.
  expect(written.filter((name) => path.extname(name.slice(1)) !== '' || name === file)).toEqual(
    file === null ? [] : [file],
  );
});

test.each([
  ['codex', ['--codex-config-scope', 'user'], 'CODEX_HOME', 'config.toml'],
  ['hermes', [], 'HERMES_HOME', 'config.yaml'],
] as const)(
  'writes the %s entry to the folder that its variable names, without a workspace',
  async (client, args, variable, name) => {
    const env = { [variable]: path.join(folder.path, 'moved') };
    const install = ['ide-config', client, '--install', ...args];
    expect((await folder.run(install, { env })).status).toBe(0);
    expect(folder.read(`moved/${name}`)).not.toMatch(OF_ONE_WORKSPACE);
    expect(folder.read(`moved/${name}`)).toMatch(/timeout(_sec)?"?\s*[:=] 90/);
  },
);

test('prints the command that removes the server again if the log is elsewhere', async () => {
  fs.mkdirSync(`${folder.path}/my work`);
  const before = folder.snapshot();
  const words = ['--install', '--workspace', 'my work', '--eventloom-path', '../logs'];
  const { stdout } = await folder.run(['ide-config', 'cursor', ...words]);
  const [, undo] = /To undo: hookloom (.*)/.exec(stdout)!;
  expect(undo).toBe(`uninstall '${folder.path}/my work' --eventloom-path ${folder.path}/logs`);
  expect(fs.existsSync(`${folder.path}/my work/.cursor/mcp.json`)).toBe(true);
  await folder.run(undo!.split(/ '|' | (?=-)|(?<=path) /));
  fs.rmSync(`${folder.path}/logs`, { recursive: true });
  expect(folder.snapshot()).toEqual(before);
});

test('reports that a file for all workspaces cannot name the log', async () => {
  const note = 'The entry works in every workspace';
  const own = { env: { ZAXY_DOMAIN: '' } };
  for (const client of ['codex', 'hermes']) {
    const printed = async (...words: string[]) =>
      (await folder.run(['ide-config', client, ...words], own)).stderr;
    expect(await printed()).not.toContain(note);
    expect(await printed('--eventloom-path', 'logs')).toContain(note);
  }
});

test('reports a planned, an installed and an unchanged server as JSON', async () => {
  const install = (...more: string[]) =>
    folder.json(['ide-config', 'cursor', '--install', ...more]);
  expect(await install('--dry-run')).toMatchObject({ outcome: 'planned', created: true });
  expect(await install()).toMatchObject({ outcome: 'installed', created: true });
  expect(await install()).toMatchObject({ outcome: 'unchanged', created: false, added: '' });
});
