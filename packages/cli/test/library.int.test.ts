/** The library as users install it: the packed package in a fresh folder, with its examples. */
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programFake } from '@hookloom/hooks/testing';

const RECORDING = 'packages/hooks/src/clients/codex/app-server/fixtures/approvals.jsonl';
const { NODE_EXTRA_CA_CERTS: _, ...parent } = process.env;
let root: string;
let shop: string;
let env: NodeJS.ProcessEnv;

beforeAll(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-library-')));
  const packing = { cwd: 'packages/cli', env: parent, encoding: 'utf8' as const };
  const packed = execFileSync(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', root],
    packing,
  );
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  const installed = path.join(root, 'node_modules', 'hookloom');
  fs.mkdirSync(installed, { recursive: true });
  // What npm does with a package that has no dependencies and no scripts.
  execFileSync('tar', ['-xzf', path.join(root, filename), '-C', installed, '--strip-components=1']);
  for (const name of ['@types/node', 'undici-types'])
    fs.cpSync(path.resolve('node_modules', name), path.join(root, 'node_modules', name), {
      recursive: true,
    });
  fs.cpSync(path.join(installed, 'examples/library'), path.join(root, 'examples'), {
    recursive: true,
  });
  shop = path.join(root, 'shop');
  fs.mkdirSync(shop);
  env = { PATH: process.env['PATH'], HOME: root, HOOKLOOM_STATE_DIR: path.join(root, 'state') };
});
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

const compile = (...args: string[]) =>
  spawnSync(
    process.execPath,
    [path.resolve('node_modules/typescript/bin/tsc'), '-p', 'examples', ...args],
    {
      cwd: root,
      env,
      encoding: 'utf8',
    },
  );
const run = (example: string, options: { input?: string; args?: string[]; PATH?: string } = {}) => {
  const { input = '', args = [], PATH = env['PATH'] } = options;
  const file = path.join(root, 'examples/out', `${example}.js`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    cwd: shop,
    env: { ...env, PATH },
    input,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

test('the examples compile strictly with the package’s declarations, with both module resolutions', () => {
  expect(compile()).toMatchObject({ status: 0, stdout: '' });
  expect(compile('--noEmit', '--module', 'esnext', '--moduleResolution', 'bundler')).toMatchObject({
    status: 0,
    stdout: '',
  });
});

test('every entry point can be imported, and a CommonJS program can require it', () => {
  const entries = [
    'hookloom',
    ...['hooks', 'codex', 'log', 'memory', 'testing'].map((name) => `hookloom/${name}`),
  ];
  const imports = entries.map((entry) => `Object.keys(await import('${entry}')).sort()`);
  const script = `console.log(JSON.stringify([${imports.join(', ')}]))`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  expect(JSON.parse(printed)).toEqual([
    ['HookloomError', 'createHookloom', 'isHookloomError'],
    [
      'addContext',
      'allow',
      'ask',
      'continueWith',
      'defineHook',
      'deny',
      'none',
      'onToolPre',
      'respond',
      'rewrite',
      'run',
    ],
    ['CodexAdapter', 'CodexAppServerClient', 'attach'],
    ['HookloomError', 'isHookloomError', 'openLog'],
    ['HookloomError', 'isHookloomError', 'openMemory'],
    ['createMemoryStore', 'tryHook'],
  ]);
  const required = entries.map((entry) => `typeof require('${entry}')`).join(', ');
  const told = execFileSync(process.execPath, ['--no-warnings', '-e', `console.log(${required})`], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  expect(told.trim()).toBe('object object object object object object');
});

describe('the examples run', () => {
  const call = { tool_name: 'Bash', tool_input: { command: 'rm -rf build' }, session_id: 's' };
  const why = 'Remove single files instead.';
  test.each([
    [
      { hook_event_name: 'PreToolUse', prompt_id: 'p', ...call },
      { hookSpecificOutput: { permissionDecision: 'deny' } },
    ],
    [
      { hook_event_name: 'PreToolUse', turn_id: 't', ...call },
      { hookSpecificOutput: { permissionDecision: 'deny' } },
    ],
    [
      { hook_event_name: 'BeforeTool', timestamp: 't', ...call, tool_name: 'run_shell_command' },
      { decision: 'deny', reason: why },
    ],
    [
      { sessionId: 's', toolName: 'bash', toolArgs: call.tool_input },
      { permissionDecision: 'deny' },
    ],
    [
      { hook_event_name: 'preToolUse', conversation_id: 'c', ...call, tool_name: 'Shell' },
      { permission: 'deny' },
    ],
  ])('guard: %j', (payload, answer) => {
    const { status, stdout } = run('guard', { input: JSON.stringify(payload) });
    expect({ status, answer: JSON.parse(stdout) as unknown }).toMatchObject({ status: 0, answer });
    expect(stdout).toContain(why);
  });

  test('guard fails closed if it cannot read its input', () => {
    expect(run('guard', { input: '{' })).toMatchObject({ status: 2, stdout: '' });
  });

  test('guard as a critical hook of the project', () => {
    fs.mkdirSync(path.join(shop, '.hookloom'), { recursive: true });
    const command = JSON.stringify(['node', path.join(root, 'examples/out/guard.js')]);
    const text = `[[hooks.pre_tool_use]]\ncommand = ${command}\ncritical = true\n`;
    fs.writeFileSync(path.join(shop, '.hookloom/hooks.toml'), text);
    const bin = path.join(root, 'node_modules/hookloom/bin/hookloom.cjs');
    const { stdout } = spawnSync(
      process.execPath,
      [bin, 'hooks', 'run', 'gemini', 'BeforeTool', '--trust', '--raw'],
      {
        cwd: shop,
        env,
        input: JSON.stringify({ ...call, tool_name: 'run_shell_command' }),
        encoding: 'utf8',
      },
    );
    expect(JSON.parse(stdout)).toMatchObject({ decision: 'deny', reason: why });
  });

  test('project-hook', () => {
    expect(run('project-hook').stdout).toContain('"additionalContext":"This project uses pnpm."');
  });

  test('remember, memory, log', () => {
    expect(run('remember')).toEqual({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(
        /^answer_from_memory Releases are cut on Tuesdays eventloom:\/\/shop-default\/events\/1#/,
      ),
    });
    expect(run('memory')).toMatchObject({ status: 0, stdout: 'Due dates are in UTC\n' });
    expect(run('log')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^build\.finished \{ ok: true \}\ntrue\ninvalid_request /),
    });
  });

  test('mission: a worker’s finding counts only after the lead promoted it', () => {
    fs.writeFileSync(path.join(shop, 'login.ts'), 'export const maxAge = 60;\n');
    expect(run('mission')).toEqual({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(
        /^1 [^]*The cookie expires after a minute \(cookie\.max_age = 60\) eventloom:\/\/login-bug\/events\//,
      ),
    });
  });

  test('codex: the project’s hooks answer an approval, and the thread is recorded', async () => {
    const fake = await programFake(root, RECORDING);
    const words = fake.argv.map((word) => JSON.stringify(word)).join(' ');
    fs.writeFileSync(path.join(root, 'codex'), `#!/bin/sh\nexec ${words}\n`, { mode: 0o755 });
    fs.mkdirSync(path.join(root, '.hookloom'), { recursive: true });
    fs.writeFileSync(
      path.join(root, '.hookloom/hooks.toml'),
      `[[hooks.pre_tool_use]]\ncommand = "echo '{\\"decision\\":\\"block\\",\\"reason\\":\\"not here\\"}'"\n`,
    );
    const { status, stdout, stderr } = run('codex', { PATH: `${root}:${env['PATH']}` });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('item/commandExecution/requestApproval deny');
    const answers = fake.state().seen.filter(({ method }) => method === undefined);
    expect(answers.map(({ result }) => result)).toEqual([{ decision: 'decline' }]);
    expect(fs.readFileSync(path.join(shop, '.eventloom/shop-default.jsonl'), 'utf8')).toContain(
      '"client":"codex"',
    );
  });
});

test('a program that only reads creates no folder', () => {
  const script = `
    const { createHookloom } = await import('hookloom');
    const loom = await createHookloom({ cwd: 'empty' });
    const answer = await loom.memory.query('anything');
    const events = []; for await (const event of loom.log.read()) events.push(event);
    console.log(JSON.stringify([answer, events, (await loom.log.verify()).ok]));
    await loom.close();
    await loom.log.head().catch(({ code }) => console.log(code));`;
  fs.mkdirSync(path.join(root, 'empty'));
  const told = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  expect(told).toBe('[{"rows":[],"unavailable":[]},[],true]\ninvalid_request\n');
  expect(fs.readdirSync(path.join(root, 'empty'))).toEqual([]);
});

test('the documents and schemas that errors name are in the package, and hooks load few files', () => {
  const installed = path.join(root, 'node_modules/hookloom');
  for (const file of [
    'docs/reference/events.md',
    'docs/how-to/use-as-a-library.md',
    'schemas/events/decision.made.schema.json',
  ])
    expect(fs.existsSync(path.join(installed, file)), file).toBe(true);
  expect(fs.existsSync(path.join(installed, 'docs/images'))).toBe(false);
  const texts = [
    'library-hooks.mjs',
    ...fs.readdirSync(path.join(installed, 'dist/hooks')).map((name) => `hooks/${name}`),
  ].map((name) => fs.readFileSync(path.join(installed, 'dist', name), 'utf8'));
  const imported = texts.flatMap((text) =>
    [...text.matchAll(/(?:from|import\()"([^".][^"]*)"/g)].map(([, name]) => name),
  );
  expect(imported.filter((name) => !name!.startsWith('node:'))).toEqual([]);
  expect(texts.join('').length).toBeLessThan(110_000);
});
