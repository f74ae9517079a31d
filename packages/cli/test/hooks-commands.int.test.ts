/** The commands for hook authors, as a person or a program calls them. */
import fs from 'node:fs';
import path from 'node:path';
import { CLIENT_NAMES } from '@hookloom/core/hook';
import { describe, expect, it } from 'vitest';
import { startCommand } from './command-line.ts';
import { hooksProject } from './hooks-project.ts';

const project = hooksProject();
const { put, options, run, asPerson, json, guarded } = project;

const CALL = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'ls' } });

describe('hooks run', () => {
  it('runs hooks that come with a project only after a review or with --trust', async () => {
    guarded();
    expect(await json(['run', 'codex', 'PreToolUse'], CALL)).toMatchObject({
      handlers: [{ verdict: 'untrusted' }],
      runs: [],
      enforced: { decision: 'none' },
    });
    expect(await json(['run', 'codex', 'PreToolUse', '--trust'], CALL)).toMatchObject({
      runs: [{ response: { decision: 'deny', reason: 'Not today' } }],
      enforced: { decision: 'deny' },
    });
    expect(fs.existsSync(path.join(project.folder.path, '.eventloom'))).toBe(false);
  });

  it('prints only the client’s output with --raw', async () => {
    guarded();
    const { stdout } = await run(['run', 'codex', 'PreToolUse', '--trust', '--raw'], CALL);
    expect(JSON.parse(stdout).hookSpecificOutput.permissionDecision).toBe('deny');
  });

  it.each(CLIENT_NAMES)('works for every client: %s', async (client) => {
    guarded();
    const { status, stdout } = await run(['run', client, 'pre_tool_use', '--trust'], CALL);
    expect([status, stdout]).toEqual([0, expect.stringContaining('takes from it')]);
  });
});

it('suggests the event that a misspelt name is closest to', async () => {
  const said = [
    run(['explain', 'PreToolUsed']),
    run(['run', 'gemini', 'BeforTool']),
    run(['run', 'cursor', 'preToolUses']),
  ];
  expect(
    (await Promise.all(said)).map(({ stderr }) => /Did you mean (.*)\?/.exec(stderr)?.[1]),
  ).toEqual(['PreToolUse', 'BeforeTool', 'preToolUse']);
  put('hooks.toml', '');
  put('a.hooktest.json', JSON.stringify({ cases: [{ event: 'pre_tool_used' }] }));
  expect((await run(['test'])).stderr).toContain('Did you mean pre_tool_use?');
  put('.hookloom/hooks.toml', '[[hooks.pre_tool_used]]\ncommand = "true"\n');
  expect((await run(['trust'])).stdout).toContain('Write "pre_tool_use".');
});

describe('hooks explain and hooks replay', () => {
  it('refuse a tool for an event that is not about a tool', async () => {
    const { status, stderr } = await run(['explain', 'SubagentStart', '--tool', 'Explore']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('--subject')]);
    const named = await run(['explain', 'SubagentStart', '--subject', 'Explore']);
    expect(named.status).toBe(0);
  });

  it('tell which hooks would run, and run none', async () => {
    put('.hookloom/hooks.toml', '[[hooks.pre_tool_use]]\ncommand = "touch ran"\n');
    expect((await json(['explain', 'PreToolUse', '--tool', 'Bash'])).handlers).toMatchObject([
      { fires: false, verdict: 'untrusted' },
    ]);
    await asPerson(['trust', '--yes']);
    const gemini = (): Promise<any> => json(['explain', 'BeforeTool', '--client', 'gemini']);
    expect(await gemini()).toMatchObject({
      unreached: { reason: 'not_connected' },
      handlers: [{ fires: false, verdict: 'not_registered' }],
    });
    await run(['gemini', '-o', path.join(project.folder.path, '.gemini/settings.json')]);
    expect((await gemini()).unreached).toBeNull();
    expect((await gemini()).handlers[0]).toMatchObject({ fires: true });
    expect(fs.existsSync(path.join(project.folder.path, 'ran'))).toBe(false);
  });

  it('replay a recorded event, without running hooks by default', async () => {
    guarded();
    // Nothing is recorded outside a project.
    fs.mkdirSync(path.join(project.folder.path, '.eventloom'), { recursive: true });
    const payload = { ...JSON.parse(CALL), session_id: 's', hook_event_name: 'PreToolUse' };
    startCommand(project.folder, ['hook', 'claude-code'], options(JSON.stringify(payload)));
    const log = fs.readFileSync(
      path.join(project.folder.path, '.eventloom/shop-default.jsonl'),
      'utf8',
    );
    const seq = log.split('\n').findIndex((line) => line.includes('"hook.pre_tool_use"')) + 1;
    expect(await json(['replay', String(seq)])).toMatchObject({
      dry_run: true,
      handlers: [{ verdict: 'untrusted' }],
    });
    const ran = await json(['replay', String(seq), '--as', 'codex', '--run', '--trust']);
    expect(ran).toMatchObject({ client: 'codex', response: { decision: 'deny' } });
  });

  it('fit 80 columns, except for paths', async () => {
    guarded();
    for (const args of [['explain', 'PreToolUse', '--tool', 'Bash'], ['doctor'], ['trust']]) {
      const long = (await run(args)).stdout.split('\n').filter((line) => line.length > 80);
      expect(long.filter((line) => !line.includes(project.folder.path))).toEqual([]);
    }
  });
});

it('memory log lists which calls your hooks denied, and why', async () => {
  guarded();
  fs.mkdirSync(path.join(project.folder.path, '.eventloom'), { recursive: true });
  await asPerson(['trust', '--yes']);
  const payload = {
    ...JSON.parse(CALL),
    session_id: 's',
    hook_event_name: 'PreToolUse',
    tool_use_id: 'toolu_1',
  };
  startCommand(project.folder, ['hook', 'claude-code'], options(JSON.stringify(payload)));
  const { stdout } = await project.folder.run(['memory', 'log', '--type', 'hook.run'], options());
  const rows = stdout.trimEnd().split('\n').slice(1);
  expect(rows).toEqual([expect.stringContaining('deny · Bash ls · Not today')]);
});

describe('hooks trust', () => {
  const states = async (): Promise<string[]> =>
    (await json(['trust'])).hooks.map(({ state }: any) => state);

  it('lets hooks run until their script changes, and withdraws trust on request', async () => {
    guarded();
    expect(await states()).toEqual(['untrusted']);
    expect((await asPerson(['trust', '--yes'])).status).toBe(0);
    expect(await states()).toEqual(['trusted']);
    put('guard.sh', '#!/bin/sh\necho changed\n');
    expect(await states()).toEqual(['modified']);
    expect((await json(['run', 'codex', 'PreToolUse'], CALL)).runs).toEqual([]);
    await asPerson(['trust', '--yes']);
    await asPerson(['trust', '--revoke']);
    expect(await states()).toEqual(['untrusted']);
    const log = project.folder.read('.eventloom/shop-default.jsonl');
    expect(log.match(/"hook\.trusted"/g)).toHaveLength(3);
  });
});

describe('hooks test', () => {
  it('passes for the examples under every client', async () => {
    const { passed, results } = await json(['test', path.resolve('examples/hooks')]);
    const failed = results.filter(({ outcome }: any) => outcome === 'failed');
    expect([passed, failed]).toEqual([true, []]);
    expect(new Set(results.map(({ client }: any) => client))).toEqual(new Set(CLIENT_NAMES));
  });

  it('starts the hooks of .hookloom in the folder of the project', async () => {
    guarded();
    const cases = ['deny', 'none'].map((decision) => ({
      name: decision,
      event: 'pre_tool_use',
      tool: 'Bash',
      input: { command: 'ls' },
      expect: { decision },
      clients: ['codex'],
    }));
    put('.hookloom/guard.hooktest.json', JSON.stringify({ hooks: 'hooks.toml', cases }));
    const { status, stdout } = await run(['test']);
    expect(status).toBe(1);
    expect(stdout).toContain('decision is "deny", expected "none": Not today');
    expect(stdout).toContain('failed 1 of 2 cases in 1 file');
  });

  it('lets hooks import the packages of the project', async () => {
    put('node_modules/words/index.js', "module.exports = 'Not today';\n");
    put(
      'hook.cjs',
      `console.log(JSON.stringify({ decision: 'block', reason: require('words') }));\n`,
    );
    put('hooks.toml', '[[hooks.pre_tool_use]]\ncommand = "node ./hook.cjs"\n');
    const answer = { decision: 'deny', reason: 'Not today' };
    const cases = [{ event: 'pre_tool_use', tool: 'Bash', expect: answer, clients: ['cursor'] }];
    put('a.hooktest.json', JSON.stringify({ cases }));
    const { status, stdout } = await run(['test']);
    expect([status, stdout]).toEqual([0, expect.stringContaining('passed 1 of 1 case')]);
    expect(project.folder.read('node_modules/words/index.js')).toContain('Not today');
  });

  it('runs hooks of dist that import packages of a folder above, and names what was not run', async () => {
    put('node_modules/words/index.js', "module.exports = 'Not today';\n");
    const hook = `console.log(JSON.stringify({ decision: 'block', reason: require('words') }));\n`;
    put('packages/one/dist/hook.cjs', hook);
    put('packages/one/hooks.toml', '[[hooks.pre_tool_use]]\ncommand = "node ./dist/hook.cjs"\n');
    const answer = { decision: 'deny', reason: 'Not today' };
    const cases = [
      { name: 'call', event: 'pre_tool_use', tool: 'Bash', expect: answer, clients: ['codex'] },
      { name: 'file', event: 'permission_request', tool: 'Bash', expect: {}, clients: ['cursor'] },
    ];
    put('packages/one/a.hooktest.json', JSON.stringify({ cases }));
    const { status, stdout } = await run(['test']);
    expect([status, stdout]).toEqual([
      0,
      expect.stringContaining('passed 1 of 1 case in 1 file; 1'),
    ]);
    expect(stdout).toContain(`not run file  cursor  packages/one/a.hooktest.json`);
  });

  it('fails if a hook crashes or takes too long, whatever it was expected to answer', async () => {
    const hook = (command: string): string =>
      `[[hooks.pre_tool_use]]\ncommand = "${command}"\ntimeout = 1\n`;
    put('hooks.toml', `${hook('exit 1')}${hook('sleep 30')}`);
    const expected = (expect: object): void =>
      put(
        'a.hooktest.json',
        JSON.stringify({
          cases: [{ event: 'pre_tool_use', tool: 'Bash', expect, clients: ['gemini'] }],
        }),
      );
    expected({ decision: 'none' });
    const { status, stdout } = await run(['test']);
    expect(status).toBe(1);
    expect(stdout).toContain('2 of 2 hooks failed, expected 0');
    expect(stdout).toContain('hooks.toml:1: it failed (exit 1)');
    expect(stdout).toContain('hooks.toml:4: it ran into its timeout');
    expected({ decision: 'none', fails: 2 });
    expect((await run(['test'])).status).toBe(0);
  });

  it('exits with status 1 and reports the difference if a case fails', async () => {
    guarded();
    const expectation = { decision: 'none' };
    const cases = [{ name: 'wrong', event: 'pre_tool_use', tool: 'Bash', expect: expectation }];
    put('a.hooktest.json', JSON.stringify({ hooks: '.hookloom/hooks.toml', cases }));
    const { status, stdout } = await run(['test']);
    expect([status, stdout]).toEqual([1, expect.stringContaining('deny')]);
  });
});

describe('hooks CLIENT', () => {
  const FILES: [string, string][] = [
    ['claude-code', '.claude/settings.local.json'],
    ['codex', '.codex/hooks.json'],
    ['gemini', '.gemini/settings.json'],
    ['cursor', '.cursor/hooks.json'],
    ['copilot', '.github/hooks/hookloom.json'],
  ];

  it.each(FILES)('prints settings for %s', async (client) => {
    const { status, stdout } = await run([client]);
    expect([status, typeof JSON.parse(stdout)]).toEqual([0, 'object']);
  });

  it('prints shell functions for generic, and command lines with --json', async () => {
    expect((await run(['generic'])).stdout).toContain('hookloom_session_start() {');
    expect(await json(['generic'])).toMatchObject({
      stop: expect.stringMatching(/ hook generic .*stop$/),
    });
  });

  it.each(FILES)('restores %s byte for byte on uninstall', async (client, file) => {
    const mine = '{\n\t"version": 1,   "mine": [1,2]\n}';
    put(file, mine);
    expect((await run([client, '-o', file])).status).toBe(0);
    expect(project.folder.read(file)).not.toBe(mine);
    expect((await run([client, '-o', file])).status).toBe(5);
    expect((await project.folder.run(['uninstall'], options())).status).toBe(0);
    expect(project.folder.read(file)).toBe(mine);
  });

  it.each(FILES)('deletes on uninstall the %s file that it created', async (client, file) => {
    await run([client, '-o', file]);
    expect((await project.folder.run(['uninstall'], options())).status).toBe(0);
    expect(fs.existsSync(path.join(project.folder.path, file))).toBe(false);
  });
});

it.each<[string[], string, number]>([
  [['run', 'nobody', 'PreToolUse'], '', 2],
  [['run', 'codex', 'NoSuchEvent'], '', 2],
  [['run', 'codex', 'PreToolUse'], '[1]', 2],
  [['explain', 'NoSuchEvent'], '', 2],
  [['explain', 'PreToolUse', '--client', 'nobody'], '', 2],
  [['explain', '999'], '', 4],
  [['replay', 'x'], '', 2],
  [['replay', '999'], '', 4],
  [['test', 'nowhere'], '', 4],
  [['test', '.'], '', 4],
  [['trust', '--yes', '--revoke'], '', 2],
  [['import', 'cursor'], '', 2],
  [['import', 'gemini'], '', 4],
  [['export', 'generic'], '', 2],
  [['export', 'codex'], '', 4],
  [['codex', '--transport', 'sh'], '', 2],
  [['gemini', '--source', 'x'], '', 2],
  [['gemini', '--codex-trusted-project'], '', 2],
])(
  'reports wrong usage with a remedy and changes nothing: hooks %j',
  async (args, input, status) => {
    options();
    const before = project.folder.snapshot();
    const human = await run(args, input);
    expect([human.status, human.stdout]).toEqual([status, '']);
    expect(human.stderr).toMatch(/^error: .+\n.+\n$/);
    expect((await json(args, input)).error).toMatchObject({
      message: expect.stringMatching(/./),
      remediation: expect.stringMatching(/./),
    });
    expect(project.folder.snapshot()).toEqual(before);
  },
);
