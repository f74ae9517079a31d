/** The commands for authors of hooks, as a person or a program calls them. */
import fs from 'node:fs';
import path from 'node:path';
import { CLIENT_NAMES } from '@hookloom/core/hook/event-types';
import { DIALECTS } from '@hookloom/hooks/dialects/index';
import { loadConfig } from '@hookloom/hooks/engine/load';
import type { DialectName } from '@hookloom/hooks/engine/handler';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshFolder, type Folder } from './command-line.ts';

let folder: Folder;
beforeEach(() => {
  folder = freshFolder();
});
afterEach(() => folder.remove());

const REFUSAL = '{"decision":"block","reason":"Not today"}';

/** A file of the project. */
function put(file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(folder.path, file)), { recursive: true });
  folder.write(file, text);
}

/** Every command runs with a home of its own, below the folder. */
function options(input = ''): { input: string; env: Record<string, string> } {
  const home = path.join(folder.path, 'home');
  fs.mkdirSync(home, { recursive: true });
  return { input, env: { HOME: home } };
}
const run = (args: string[], input = '') => folder.run(['hooks', ...args], options(input));
const asPerson = (args: string[]) => folder.asPerson(['hooks', ...args], options());
const json = (args: string[], input = ''): any => folder.json(['hooks', ...args], options(input));

function guarded(): void {
  put('guard.sh', `#!/bin/sh\necho '${REFUSAL}'\n`);
  put(
    '.hookloom/hooks.toml',
    '[[hooks.pre_tool_use]]\ncommand = ["sh", "./guard.sh"]\nmatcher = "^Bash$"\n',
  );
}
const CALL = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'ls' } });

describe('hooks run', () => {
  it('runs what a project brings after a review or with --trust only', () => {
    guarded();
    expect(json(['run', 'codex', 'PreToolUse'], CALL)).toMatchObject({
      handlers: [{ verdict: 'untrusted' }],
      runs: [],
      honoured: { decision: 'none' },
    });
    expect(json(['run', 'codex', 'PreToolUse', '--trust'], CALL)).toMatchObject({
      runs: [{ response: { decision: 'deny', reason: 'Not today' } }],
      honoured: { decision: 'deny' },
    });
    expect(fs.existsSync(path.join(folder.path, '.eventloom'))).toBe(false);
  });

  it('prints with --raw what the client would get, and nothing else', () => {
    guarded();
    const { stdout } = run(['run', 'codex', 'PreToolUse', '--trust', '--raw'], CALL);
    expect(JSON.parse(stdout).hookSpecificOutput.permissionDecision).toBe('deny');
  });

  it.each(CLIENT_NAMES)('speaks of every client: %s', (client) => {
    guarded();
    const { status, stdout } = run(['run', client, 'pre_tool_use', '--trust'], CALL);
    expect([status, stdout]).toEqual([0, expect.stringContaining('takes from it')]);
  });
});

describe('hooks explain and hooks replay', () => {
  it('tell which hook would fire and run none', () => {
    put('.hookloom/hooks.toml', '[[hooks.pre_tool_use]]\ncommand = "touch ran"\n');
    expect(json(['explain', 'PreToolUse', '--tool', 'Bash']).handlers).toMatchObject([
      { fires: false, verdict: 'untrusted' },
    ]);
    asPerson(['trust', '--yes']);
    const gemini = (): any => json(['explain', 'BeforeTool', '--client', 'gemini']);
    expect(gemini()).toMatchObject({
      unreached: { reason: 'not_connected' },
      handlers: [{ fires: false, verdict: 'not_registered' }],
    });
    run(['gemini', '-o', path.join(folder.path, '.gemini/settings.json')]);
    expect(gemini().unreached).toBeNull();
    expect(gemini().handlers[0]).toMatchObject({ fires: true });
    expect(fs.existsSync(path.join(folder.path, 'ran'))).toBe(false);
  });

  it('replay a recorded event, without running hooks by default', () => {
    guarded();
    // Outside of a project nothing is recorded.
    fs.mkdirSync(path.join(folder.path, '.eventloom'), { recursive: true });
    const payload = { ...JSON.parse(CALL), session_id: 's', hook_event_name: 'PreToolUse' };
    folder.run(['hook', 'claude-code'], options(JSON.stringify(payload)));
    const log = fs.readFileSync(path.join(folder.path, '.eventloom/shop-default.jsonl'), 'utf8');
    const seq = log.split('\n').findIndex((line) => line.includes('"hook.pre_tool_use"')) + 1;
    expect(json(['replay', String(seq)])).toMatchObject({
      dry_run: true,
      handlers: [{ verdict: 'untrusted' }],
    });
    const ran = json(['replay', String(seq), '--as', 'codex', '--run', '--trust']);
    expect(ran).toMatchObject({ client: 'codex', response: { decision: 'deny' } });
  });

  it('keep within 80 columns where the text is ours', () => {
    guarded();
    for (const args of [['explain', 'PreToolUse', '--tool', 'Bash'], ['doctor'], ['trust']]) {
      const long = run(args)
        .stdout.split('\n')
        .filter((line) => line.length > 80);
      expect(long.filter((line) => !line.includes(folder.path))).toEqual([]);
    }
  });
});

describe('hooks trust', () => {
  const states = (): string[] => json(['trust']).hooks.map(({ state }: any) => state);

  it('lets hooks run until the script behind them changes, and forgets on request', () => {
    guarded();
    expect(states()).toEqual(['untrusted']);
    expect(asPerson(['trust', '--yes']).status).toBe(0);
    expect(states()).toEqual(['trusted']);
    put('guard.sh', '#!/bin/sh\necho changed\n');
    expect(states()).toEqual(['modified']);
    expect(json(['run', 'codex', 'PreToolUse'], CALL).runs).toEqual([]);
    asPerson(['trust', '--yes']);
    asPerson(['trust', '--revoke']);
    expect(states()).toEqual(['untrusted']);
    const log = folder.read('.eventloom/shop-default.jsonl');
    expect(log.match(/"hook\.trusted"/g)).toHaveLength(3);
  });
});

describe('hooks test', () => {
  it('passes for the examples under every client', () => {
    const { passed, results } = json(['test', path.resolve('examples/hooks')]);
    const failed = results.filter(({ outcome }: any) => outcome === 'failed');
    expect([passed, failed]).toEqual([true, []]);
    expect(new Set(results.map(({ client }: any) => client))).toEqual(new Set(CLIENT_NAMES));
  });

  it('ends with status 1 and reports the difference when a case fails', () => {
    guarded();
    const expectation = { decision: 'none' };
    const cases = [{ name: 'wrong', event: 'pre_tool_use', tool: 'Bash', expect: expectation }];
    put('a.hooktest.json', JSON.stringify({ hooks: '.hookloom/hooks.toml', cases }));
    const { status, stdout } = run(['test']);
    expect([status, stdout]).toEqual([1, expect.stringContaining('deny')]);
  });
});

describe('hooks doctor', () => {
  const codes = (): string[] =>
    json(['doctor']).findings.map(({ code, place }: any) => `${code} ${place}`);

  it('finds what never fires or was never reviewed, each with its place', () => {
    put(
      '.hookloom/hooks.toml',
      '[[hooks.pre_tool_use]]\ncommand = "echo"\nmatcher = "[a"\n\n[[hooks.no_such_event]]\ncommand = "echo"\n\n[[hooks.stop]]\ncommand = ["sh", "./missing.sh"]\n',
    );
    put(
      '.claude/settings.json',
      '{"hooks":{"PreToolUse":[{"matcher":"bash","hooks":[{"type":"command","command":"echo"}]}]}}',
    );
    put(
      '.codex/hooks.json',
      '{"hooks":{"PreToolUse":[{"hooks":[{"type":"http","url":"http://127.0.0.1:1/"}]}]}}',
    );
    put(
      '.gemini/settings.json',
      '{"hooks":{"BeforeTool":[{"hooks":[{"type":"command","command":"echo","timeout":30}]}]}}',
    );
    expect(codes()).toEqual(
      expect.arrayContaining([
        'invalid_matcher .hookloom/hooks.toml:1',
        'unknown_event .hookloom/hooks.toml:5',
        'missing_script .hookloom/hooks.toml:8',
        'never_fires .hookloom/hooks.toml:8',
        'untrusted .hookloom/hooks.toml:8',
        'wrong_case .claude/settings.json:1',
        'poisons_file .codex/hooks.json:1',
        'suspicious_timeout .gemini/settings.json:1',
      ]),
    );
    const { status, stdout } = run(['doctor']);
    expect([status, stdout]).toEqual([1, expect.stringContaining('connected: no client')]);
  });

  it('finds a reviewed guard that is gone, and explain says that its calls are refused', () => {
    guarded();
    const file = '.hookloom/hooks.toml';
    const text = fs.readFileSync(path.join(folder.path, file), 'utf8');
    put(file, `${text}critical = true\n`);
    asPerson(['trust', '--yes']);
    run(['claude-code', '-o', '.claude/settings.json']);
    const explained = (tool = 'Bash'): any[] =>
      json(['explain', 'PreToolUse', '--tool', tool]).handlers.filter(
        ({ verdict }: any) => verdict !== 'own_command',
      );
    expect(explained()).toMatchObject([{ verdict: 'fires', refuses: false }]);

    put(file, `${text}critical = true\nstatus_message = "Checking"\n`);
    expect(explained()).toMatchObject([
      { losses: [{ field: 'status_message', survival: 'lost' }] },
    ]);
    put(file, `${text}critical = true\n`);

    put('guard.sh', 'exit 0\n');
    expect(codes()).toEqual([`modified_since_review ${file}:1`]);
    expect(json(['doctor']).findings).toMatchObject([
      { severity: 'error', message: expect.stringContaining('refuses every call') },
    ]);
    expect(explained()).toMatchObject([
      { verdict: 'modified', refuses: true, why: expect.stringContaining('guard.sh') },
    ]);

    put(file, '');
    expect(codes()).toEqual([`removed_since_review ${file}:1`]);
    expect(explained()).toMatchObject([
      {
        verdict: 'removed',
        fires: false,
        refuses: true,
        place: `${file}:1`,
        why: expect.stringContaining('hookloom hooks trust'),
      },
    ]);
    expect(explained('Read')).toEqual([]);
    const { status, stdout } = run(['explain', 'PreToolUse', '--tool', 'Bash']);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/\d {2}refuses/)]);
    expect(run(['doctor']).status).toBe(1);
  });

  it('finds the call that reaches us twice, and no more when nothing is wrong', () => {
    guarded();
    asPerson(['trust', '--yes']);
    run(['claude-code', '-o', '.claude/settings.json']);
    expect(run(['doctor'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('nothing to fix'),
    });
    run(['cursor', '-o', '.cursor/hooks.json']);
    expect(codes()).toEqual(['double_firing .cursor/hooks.json']);
  });
});

describe('hooks import and hooks export', () => {
  const GROUP = (matcher: string, timeout: number) => [
    { matcher, hooks: [{ type: 'command', command: 'echo "a b"', timeout }] },
  ];
  const SOURCES: [string, DialectName, string, object][] = [
    ['claude-code', 'claude', '.claude/settings.json', { PreToolUse: GROUP('Bash|Edit', 7) }],
    ['codex', 'codex', '.codex/hooks.json', { PreToolUse: GROUP('^Bash$', 7) }],
    ['gemini', 'gemini', '.gemini/settings.json', { BeforeTool: GROUP('read_.*', 7000) }],
  ];

  function loaded(file: string, dialect: DialectName) {
    const place = { path: path.join(folder.path, file), dialect, layer: 'project' as const };
    const { handlers, problems } = loadConfig([place], DIALECTS);
    expect(problems).toEqual([]);
    return handlers.map(({ type, action, timeoutMs }) => ({ type, action, timeoutMs }));
  }

  it.each(SOURCES)('read the hooks of %s again as they were', (client, dialect, file, hooks) => {
    put(file, JSON.stringify({ hooks }));
    const before = loaded(file, dialect);
    const { written, losses } = json(['import', client, '-o', 'all.toml']);
    expect([written, losses.length > 0]).toEqual([1, true]);
    expect(loaded('all.toml', 'toml')).toEqual(before);
    fs.mkdirSync(path.join(folder.path, '.hookloom'));
    fs.renameSync(
      path.join(folder.path, 'all.toml'),
      path.join(folder.path, '.hookloom/hooks.toml'),
    );
    expect(json(['export', client, '-o', 'again.json']).written).toBe(1);
    expect(loaded('again.json', dialect)).toEqual(before);
  });

  it.each(['cursor', 'copilot'])('write settings of %s and tell what is lost', (client) => {
    guarded();
    const { text, losses } = json(['export', client]);
    expect(JSON.parse(text)).toMatchObject({ version: 1, hooks: { preToolUse: [{}] } });
    expect(losses.map(({ field }: any) => field)).toContain('answers');
  });

  it('replace no file without --force', () => {
    guarded();
    put('there.json', 'mine');
    expect(run(['export', 'codex', '-o', 'there.json']).status).toBe(5);
    expect(folder.read('there.json')).toBe('mine');
    expect(run(['export', 'codex', '-o', 'there.json', '--force']).status).toBe(0);
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

  it.each(FILES)('prints settings for %s', (client) => {
    const { status, stdout } = run([client]);
    expect([status, typeof JSON.parse(stdout)]).toEqual([0, 'object']);
  });

  it('prints shell functions for generic, and command lines with --json', () => {
    expect(run(['generic']).stdout).toContain('hookloom_session_start() {');
    expect(json(['generic'])).toMatchObject({
      stop: expect.stringMatching(/ hook generic .*stop$/),
    });
  });

  it.each(FILES)('of %s is taken back byte for byte', (client, file) => {
    const mine = '{\n\t"version": 1,   "mine": [1,2]\n}';
    put(file, mine);
    expect(run([client, '-o', file]).status).toBe(0);
    expect(folder.read(file)).not.toBe(mine);
    expect(run([client, '-o', file]).status).toBe(5);
    expect(folder.run(['uninstall'], options()).status).toBe(0);
    expect(folder.read(file)).toBe(mine);
  });

  it.each(FILES)('of %s takes away the file that it made', (client, file) => {
    run([client, '-o', file]);
    expect(folder.run(['uninstall'], options()).status).toBe(0);
    expect(fs.existsSync(path.join(folder.path, file))).toBe(false);
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
])('wrong use is reported with a remedy and changes nothing: hooks %j', (args, input, status) => {
  options();
  const before = folder.snapshot();
  const human = run(args, input);
  expect([human.status, human.stdout]).toEqual([status, '']);
  expect(human.stderr).toMatch(/^error: .+\n.+\n$/);
  expect(json(args, input).error).toMatchObject({
    message: expect.stringMatching(/./),
    remediation: expect.stringMatching(/./),
  });
  expect(folder.snapshot()).toEqual(before);
});
