/** Call marks, watched files and protected calls, on real files. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import type { HookEvent } from '@hookloom/core/hook';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLIENTS } from '../../clients/index.ts';
import { findConfigChange } from './config-change.ts';
import { editedFindings } from './edited-files.ts';
import { findMissed, markCall } from './missed-calls.ts';
import { findProtected } from './protected-call.ts';
import { calledUsBefore, takeChanges, type Watched } from './watched-files.ts';

let dir: string;
let project: string;
let stateDir: string;
beforeEach(() => {
  dir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'protect-')));
  project = path.join(dir, 'shop');
  stateDir = path.join(dir, 'state');
  fs.mkdirSync(path.join(project, '.claude'), { recursive: true });
  fs.mkdirSync(stateDir);
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

const event = (name: string, more: object): HookEvent =>
  CLIENTS['claude-code'].parse(
    { session_id: 's', cwd: project, hook_event_name: name, ...more },
    { nowMs: 0, raw: '', nativeEvent: name },
  );
const call = (name: string, id: string | null, tool = 'Bash'): HookEvent =>
  event(name, {
    tool_name: tool,
    tool_input: { command: 'ls' },
    ...(id === null ? {} : { tool_use_id: id }),
  });

describe('a call that ran without its guard', () => {
  const missed = (after: HookEvent): boolean => findMissed(stateDir, after, () => true) !== null;

  it('is detected if no hook answered before it', () => {
    expect(findMissed(stateDir, call('PostToolUse', 'a'), () => true)).toMatchObject({
      kind: 'missed',
      refused: false,
    });
  });

  it('is also detected if it failed', () => {
    expect(missed(call('PostToolUseFailure', 'a'))).toBe(true);
  });

  it('does not exist if no critical hook covers the call', () => {
    expect(findMissed(stateDir, call('PostToolUse', 'a'), () => false)).toBeNull();
  });

  it('is reported for every unmarked call and for no other, in any order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ id: fc.integer({ min: 0, max: 9 }), marked: fc.boolean() })),
        (calls) => {
          fs.rmSync(path.join(stateDir, 'calls'), { recursive: true, force: true });
          const unique = [...new Map(calls.map((one) => [one.id, one])).values()];
          for (const { id, marked } of unique)
            if (marked) markCall(stateDir, call('PreToolUse', `id-${id}`));
          return unique.every(
            ({ id, marked }) => missed(call('PostToolUse', `id-${id}`)) === !marked,
          );
        },
      ),
      { numRuns: 30 },
    );
  });

  it('is counted by the tool name if the client sends no ids', () => {
    markCall(stateDir, call('PreToolUse', null));
    markCall(stateDir, call('PreToolUse', null));
    expect(['1', '2', '3'].map(() => missed(call('PostToolUse', null)))).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe('a watched file', () => {
  const script = (): string => path.join(project, 'guard.sh');
  const settings = (): string => path.join(project, '.claude/settings.json');
  const watched = (): Watched[] => [
    { path: script(), isSettings: false },
    { path: settings(), isSettings: true },
  ];
  const take = (): string[] =>
    takeChanges(stateDir, project, watched()).map(({ path: file, how, lostUs }) =>
      [path.basename(file), how, ...(lostUs ? ['lost us'] : [])].join(' '),
    );
  const OURS = {
    hooks: {
      PreToolUse: [{ hooks: [{ type: 'command', command: 'hookloom-hook hook claude-code' }] }],
    },
  };
  const put = (value: object): void => fs.writeFileSync(settings(), JSON.stringify(value));

  beforeEach(() => {
    fs.writeFileSync(script(), 'exit 2\n', { mode: 0o755 });
    put(OURS);
    expect(take()).toEqual([]);
  });

  it('is reported once if it changes, whoever changed it', () => {
    fs.writeFileSync(script(), '# a comment\nexit 2\n');
    expect([take(), take()]).toEqual([['guard.sh changed'], []]);
  });

  it('is reported if it is deleted, restored or no longer executable', () => {
    fs.rmSync(script());
    expect(take()).toEqual(['guard.sh removed']);
    fs.writeFileSync(script(), 'exit 2\n', { mode: 0o755 });
    expect(take()).toEqual(['guard.sh new']);
    fs.chmodSync(script(), 0o644);
    expect(take()).toEqual(['guard.sh mode']);
  });

  it('is not reported if it is rewritten with the same content', () => {
    fs.writeFileSync(script(), 'exit 2\n');
    fs.utimesSync(script(), 1, 1);
    expect(take()).toEqual([]);
  });

  it('with settings reports only changes of hooks', () => {
    put({ ...OURS, permissions: { allow: ['Bash(ls)'] }, model: 'opus', env: { EDITOR: 'vi' } });
    expect(take()).toEqual([]);
    put({ ...OURS, env: { HOOKLOOM_STATE_DIR: '/tmp/x' } });
    expect(take()).toEqual(['settings.json changed']);
    put({ ...OURS, disableAllHooks: true });
    expect(take()).toEqual(['settings.json changed']);
    put({});
    expect(take()).toEqual(['settings.json changed lost us']);
  });

  it('is reported with the call that changed it', () => {
    const post = event('PostToolUse', { tool_name: 'Edit', tool_input: { file_path: script() } });
    const change = { path: script(), how: 'changed', lostUs: false } as const;
    expect(editedFindings([change], post, () => 'guard.sh')).toMatchObject([
      {
        kind: 'edited',
        file: 'guard.sh',
        message: "guard.sh was changed by the agent's Edit call.",
      },
    ]);
  });

  it('keeps settings from being applied that would remove our hooks', () => {
    const change = event('ConfigChange', { source: 'project_settings', file_path: settings() });
    const judge = (): unknown =>
      findConfigChange(change, (file) => calledUsBefore(stateDir, project, file));
    expect(judge()).toBeNull();
    put({ ...OURS, disableAllHooks: true });
    expect(judge()).toMatchObject({ kind: 'protected', refused: true });
    put({ hooks: {} });
    expect(judge()).toMatchObject({ kind: 'protected', refused: true });
  });
});

describe('refuses a call that would change what guards depend on', () => {
  const judge = (tool: string, input: object): boolean => {
    const place = {
      stateDir,
      home: dir,
      hookFile: '/opt/hookloom/dist/hook.cjs',
      projectDir: project,
    };
    return (
      findProtected(event('PreToolUse', { tool_name: tool, tool_input: input }), place) !== null
    );
  };
  const OURS = '{"hooks":{"Stop":[{"hooks":[{"command":"hookloom-hook hook claude-code"}]}]}}';

  it.each([
    ['Write', { file_path: '$HOME/.hookloom/hooks.toml', content: '' }],
    ['Edit', { file_path: '$STATE/reviews/x/record', old_string: 'a', new_string: 'b' }],
    ['Write', { file_path: '../.hookloom/bin/hookloom-hook', content: '' }],
    ['Write', { file_path: 'link/hooks.toml', content: '' }],
    ['Edit', { file_path: '/opt/hookloom/dist/hook.cjs', old_string: 'a', new_string: 'b' }],
    ['mcp__fs__write_file', { path: '$HOME/.hookloom/hooks.toml', text: '' }],
    ['Bash', { command: 'rm -rf $STATE' }],
    ['Write', { file_path: '.claude/settings.json', content: '{}' }],
    [
      'Edit',
      {
        file_path: '.claude/settings.json',
        old_string: '"command":"hookloom-hook hook claude-code"',
        new_string: '',
      },
    ],
    [
      'Edit',
      {
        file_path: '.claude/settings.json',
        old_string: '{"hooks"',
        new_string: '{"disableAllHooks": true, "hooks"',
      },
    ],
  ])('%s %j', (tool, input) => {
    fs.mkdirSync(path.join(dir, '.hookloom'));
    fs.symlinkSync(path.join(dir, '.hookloom'), path.join(project, 'link'));
    fs.writeFileSync(path.join(project, '.claude/settings.json'), OURS);
    const text = JSON.stringify(input).replaceAll('$HOME', dir).replaceAll('$STATE', stateDir);
    expect(judge(tool, JSON.parse(text) as object)).toBe(true);
  });

  it.each([
    ['Write', { file_path: '.hookloom/hooks.toml', content: '' }],
    ['Write', { file_path: 'docs/page.md', content: 'Edit ~/.hookloom/hooks.toml' }],
    ['Read', { file_path: '$HOME/.hookloom/hooks.toml' }],
    ['Edit', { file_path: '.claude/settings.json', old_string: '"x"', new_string: '"y"' }],
    ['Task', { prompt: 'Look at ~/.hookloom/hooks.toml' }],
  ])('refuses no other call: %s %j', (tool, input) => {
    const text = JSON.stringify(input).replaceAll('$HOME', dir);
    expect(judge(tool, JSON.parse(text) as object)).toBe(false);
  });
});
