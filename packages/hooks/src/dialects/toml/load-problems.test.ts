import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConfigFile, Handler, LoadedFile } from '../../engine/handler.ts';
import { tomlLoad } from './index.ts';

const OURS: ConfigFile = {
  path: '/home/dev/p/.hookloom/hooks.toml',
  dialect: 'toml',
  layer: 'project',
};
const SHARED: ConfigFile = { ...OURS, path: '/home/dev/.codex/config.toml', layer: 'user' };

function load(text: string, file: ConfigFile = OURS): LoadedFile {
  return tomlLoad(text, file);
}

/** The relevant fields of a handler, without defaults. */
function brief({ event, source, action, matcherText, timeoutMs, ...more }: Handler): object {
  const { async, once, critical, statusMessage } = more;
  const seconds = timeoutMs / 1_000;
  return {
    event,
    at: [source.group, source.index, source.line],
    run: action.kind === 'argv' ? action.argv : action.kind === 'shell' ? action.command : null,
    ...(matcherText === null ? {} : { matcherText }),
    ...(seconds === 600 ? {} : { seconds }),
    ...(async ? { async } : {}),
    ...(once ? { once } : {}),
    ...(critical ? { critical } : {}),
    ...(statusMessage === null ? {} : { statusMessage }),
  };
}

function problems(loaded: LoadedFile): [string, string, number][] {
  return loaded.problems.map(({ severity, code, line }) => [severity, code, line]);
}

describe("a config.toml that also contains Codex's own hooks", () => {
  const text = `model = "gpt-5"
[[hooks.PreToolUse]]
matcher = "Bash"
[[hooks.PreToolUse.hooks]]
type = "command"
command = "codex-own"
[[hooks.PreToolUse]]
command = "seed"
[[hooks.pre_tool_use]]
command = "seed-too"
[[hooks.PostCompact]]
[[hooks.PostCompact.hooks]]
type = "command"
command = "codex-own"
[hooks.state."/home/dev/.codex/config.toml:pre_tool_use:0:0"]
trusted_hash = "sha256:00"
`;

  it('loads only the entries of the toml language', () => {
    const loaded = load(text, SHARED);
    expect(loaded.problems).toEqual([]);
    expect(loaded.handlers.map(brief)).toEqual([
      { event: 'pre_tool_use', at: [0, 0, 7], run: 'seed' },
      { event: 'pre_tool_use', at: [1, 0, 9], run: 'seed-too' },
    ]);
  });

  it('reports them in a file of our own, because no other program reads it', () => {
    expect(problems(load(text))).toEqual([
      ['warning', 'unknown_key', 1],
      ['error', 'missing_command', 2],
      ['warning', 'unknown_event', 11],
      ['warning', 'unknown_event', 15],
    ]);
  });
});

describe('faults', () => {
  it.each([
    ['a text that is not TOML', '[hooks]\n\nx = = 1\n', ['error', 'unparsable_file', 3]],
    ['hooks that are not a table', 'hooks = 1\n', ['error', 'wrong_type', 1]],
    ['an unknown event', '\n[[hooks.pre_tool]]\ncommand = "a"\n', ['warning', 'unknown_event', 2]],
    ['an event that is not a list', '[hooks]\nstop = "a"\n', ['error', 'wrong_type', 2]],
    [
      'a switch that is not a boolean',
      '[hooks]\ndisable_all_hooks = "yes"\n',
      ['error', 'wrong_type', 2],
    ],
    ['an event at the top', '[[pre_tool_use]]\ncommand = "a"\n', ['warning', 'unknown_key', 1]],
    ['a missing command', '[[hooks.stop]]\ntimeout = 1\n', ['error', 'missing_command', 1]],
    ['an empty command', '[[hooks.stop]]\ncommand = " "\n', ['error', 'missing_command', 1]],
    ['an empty list', '[[hooks.stop]]\ncommand = []\n', ['error', 'missing_command', 1]],
    ['a list of numbers', '[[hooks.stop]]\ncommand = [1]\n', ['error', 'missing_command', 1]],
    [
      'a command with a NUL',
      '[[hooks.stop]]\ncommand = "a\\u0000b"\n',
      ['error', 'missing_command', 1],
    ],
    ['commands that are not a list', '[[hooks.stop]]\ncommands = 1\n', ['error', 'wrong_type', 1]],
    [
      'a matcher that is a number',
      '[[hooks.pre_tool_use]]\ncommand = "a"\nmatcher = 1\n',
      ['error', 'invalid_matcher', 1],
    ],
  ])('%s runs nothing', (_what, text, problem) => {
    const loaded = load(text);
    expect(problems(loaded)).toEqual([problem]);
    expect(loaded.handlers).toEqual([]);
  });

  it.each([
    ['an unknown key', 'colour = "red"', ['warning', 'unknown_key', 2], {}],
    ['a timeout of zero', 'timeout = 0', ['error', 'invalid_timeout', 2], {}],
    ['a timeout as text', 'timeout = "30"', ['error', 'invalid_timeout', 2], {}],
    ['a negative timeout', 'timeout = -1', ['error', 'invalid_timeout', 2], {}],
    ['an infinite timeout', 'timeout = inf', ['error', 'invalid_timeout', 2], {}],
    ['milliseconds', 'timeout = 30000', ['warning', 'suspicious_timeout', 2], { seconds: 30_000 }],
    ['a flag as text', 'async = "true"', ['error', 'wrong_type', 2], {}],
    [
      'a critical flag as text fails closed',
      'critical = "yes"',
      ['error', 'wrong_type', 2],
      { critical: true },
    ],
    ['a message that is not a string', 'status_message = 1', ['error', 'wrong_type', 2], {}],
    [
      'a matcher on an event without matchers',
      'matcher = "x"',
      ['warning', 'matcher_ignored', 2],
      { matcherText: 'x' },
    ],
  ])('%s is reported and the hook runs', (_what, option, problem, expected) => {
    const loaded = load(`\n[[hooks.stop]]\ncommand = "a"\n${option}\n`);
    expect(problems(loaded)).toEqual([problem]);
    expect(loaded.handlers.map(brief)).toEqual([
      { event: 'stop', at: [0, 0, 2], run: 'a', ...expected },
    ]);
  });

  it('one invalid entry does not disable the others', () => {
    const loaded = load(
      '[[hooks.stop]]\n[[hooks.stop]]\ncommand = "a"\n[[hooks.stop.commands]]\ncommand = 1\n[[hooks.stop.commands]]\ncommand = "b"\n',
    );
    expect(problems(loaded)).toEqual([
      ['error', 'missing_command', 1],
      ['error', 'missing_command', 4],
    ]);
    expect(loaded.handlers.map(brief)).toEqual([
      { event: 'stop', at: [1, 0, 2], run: 'a' },
      { event: 'stop', at: [1, 2, 6], run: 'b' },
    ]);
  });

  it('an invalid matcher is reported with file and line, and drops the hook', () => {
    const loaded = load('# a\n\n[[hooks.pre_tool_use]]\ncommand = "a"\nmatcher = "Bash("\n');
    expect(loaded.handlers).toEqual([]);
    expect(loaded.blocked).toEqual([]);
    expect(loaded.problems).toMatchObject([
      { severity: 'error', code: 'invalid_matcher', file: OURS.path, line: 3 },
    ]);
  });

  it('a critical guard that cannot be used blocks its event', () => {
    const loaded = load(`[[hooks.pre_tool_use]]
command = "a"
matcher = "Bash("
critical = true
[[hooks.user_prompt_submit]]
critical = true
`);
    expect(loaded.handlers).toEqual([]);
    expect(loaded.blocked).toMatchObject([
      { type: 'before_tool', event: 'pre_tool_use' },
      { type: 'before_agent', event: 'user_prompt_submit' },
    ]);
    expect(loaded.blocked[0]!.reason).toContain('matcher');
  });

  it('a guard on an event that cannot be blocked refuses nothing, which is reported', () => {
    const loaded = load('[[hooks.post_tool_use]]\ncommand = "a"\ncritical = true\n');
    expect(problems(loaded)).toEqual([['warning', 'critical_without_effect', 1]]);
  });

  it('a background guard cannot be critical, which is reported', () => {
    const loaded = load('[[hooks.stop]]\ncommand = "a"\nasync = true\ncritical = true\n');
    expect(problems(loaded)).toEqual([['warning', 'critical_in_background', 1]]);
    expect(loaded.handlers.map(({ critical }) => critical)).toEqual([false]);
  });
});

it('line numbers are right after comments, multi-line texts and unusual headers', () => {
  const loaded = load(`# [[hooks.stop]]
[hooks]
note = """
[[hooks.stop]]
"""
other = '''
[[hooks.stop]] """ '''
list = [ # ]
  "[[hooks.stop]]",
  "]" ]
  [[ hooks . "stop" ]] # here
command = "[[hooks.stop]]"
["hooks".'extra']
[[hooks.stop]]
command = '''
a
'''
[[hooks.stop.commands]]
command = "c"
`);
  expect(loaded.handlers.map(({ source }) => source.line)).toEqual([11, 14, 18]);
});

it('never throws, whatever the text', () => {
  const line = fc.oneof(
    fc.constantFrom(
      '[hooks]',
      '[[hooks.pre_tool_use]]',
      '[[hooks.pre_tool_use.commands]]',
      '[[hooks.PreToolUse.hooks]]',
      'command = "a"',
      'command = ["a"]',
      'commands = ["a", 1, {}]',
      'matcher = "("',
      'critical = true',
      'timeout = 1e400',
      'timeout = 9007199254740993',
      '__proto__ = { command = "a" }',
      '"__proto__" = 1',
      'once = 1979-05-27',
      'x = """',
      "y = '''",
      '"',
      '[[',
      ']]',
    ),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.constantFrom(OURS, SHARED), (lines, file) => {
      const loaded = load(lines.join('\n'), file);
      for (const handler of loaded.handlers) {
        expect(handler.timeoutMs).toBeGreaterThan(0);
        expect(handler.event).toBe('pre_tool_use');
      }
    }),
    { numRuns: 500 },
  );
});
