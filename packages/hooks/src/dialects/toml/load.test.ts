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

describe('the documented examples', () => {
  it('1. Legacy Flat Format', () => {
    const loaded = load(`[hooks]
# Simple hook with all options in one entry
[[hooks.pre_tool_use]]
command = ["./my-hook.sh"]
timeout = 30
matcher = "^Bash$"
async = false
once = false
status_message = "Running pre-tool check..."
`);
    expect(loaded.problems).toEqual([]);
    expect(loaded.handlers).toEqual([
      {
        identity: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
        dialect: 'toml',
        source: { file: OURS, line: 3, group: 0, index: 0 },
        event: 'pre_tool_use',
        type: 'before_tool',
        matcherText: '^Bash$',
        matcher: { kind: 'names', names: ['Bash'] },
        condition: null,
        action: { kind: 'argv', argv: ['./my-hook.sh'] },
        timeoutMs: 30_000,
        async: false,
        once: false,
        critical: false,
        sequential: false,
        statusMessage: 'Running pre-tool check...',
        env: {},
        name: null,
      },
    ]);
  });

  it('2. Shell String Format', () => {
    const loaded = load(`[hooks]
# Use shell string instead of argv array
[[hooks.pre_tool_use]]
command = "bash ./my-hook.sh"
timeout = 30
matcher = "^Bash$"
`);
    expect(loaded.handlers.map(({ action }) => action)).toEqual([
      { kind: 'shell', command: 'bash ./my-hook.sh' },
    ]);
  });

  it('3. Grouped Format', () => {
    const loaded = load(`[hooks]
# Multiple commands sharing the same matcher
[[hooks.post_tool_use]]
matcher = "^Bash$"

[[hooks.post_tool_use.commands]]
command = ["./log-tool.sh"]
timeout = 10

[[hooks.post_tool_use.commands]]
command = ["./audit-tool.sh"]
timeout = 30
`);
    expect(loaded.problems).toEqual([]);
    expect(loaded.handlers.map(brief)).toEqual([
      {
        event: 'post_tool_use',
        at: [0, 0, 6],
        run: ['./log-tool.sh'],
        matcherText: '^Bash$',
        seconds: 10,
      },
      {
        event: 'post_tool_use',
        at: [0, 1, 10],
        run: ['./audit-tool.sh'],
        matcherText: '^Bash$',
        seconds: 30,
      },
    ]);
  });

  it('Async, once and the switch', () => {
    const loaded = load(`[hooks]
[[hooks.post_tool_use]]
command = ["./log-tool.sh"]
async = true  # Doesn't block execution
[[hooks.session_start]]
command = ["./setup-env.sh"]
once = true  # Runs only once, even if session_start fires multiple times
status_message = "Setting up environment..."
`);
    expect(loaded.handlers.map(brief)).toEqual([
      { event: 'post_tool_use', at: [0, 0, 2], run: ['./log-tool.sh'], async: true },
      {
        event: 'session_start',
        at: [0, 0, 5],
        run: ['./setup-env.sh'],
        once: true,
        statusMessage: 'Setting up environment...',
      },
    ]);
    const off = load(
      '[hooks]\ndisable_all_hooks = true  # Override: disables all hooks regardless of config\n',
    );
    expect([off.switches.map(({ text }) => text), off.problems]).toEqual([
      ['disable_all_hooks = true'],
      [],
    ]);
  });

  it('Complete Configuration Example', () => {
    const loaded = load(`[hooks]
# Validate tool usage before execution
[[hooks.pre_tool_use]]
command = ["./check-tool.sh"]
matcher = "^Bash$"
timeout = 10
status_message = "Validating command..."

# Log all tool executions (async)
[[hooks.post_tool_use]]
command = ["./log-tool.sh"]
async = true

# Handle tool failures
[[hooks.post_tool_use_failure]]
command = "bash ./on-failure.sh"
timeout = 5

# Session lifecycle logging
[[hooks.session_start]]
command = ["./on-start.sh"]
once = true
status_message = "Initializing session..."

[[hooks.session_end]]
command = ["./on-end.sh"]

# After agent turn completes
[[hooks.after_agent]]
command = ["./log-agent-turn.sh"]
async = true

# Group multiple hooks with same matcher
[[hooks.pre_tool_use]]
matcher = "^Read$"

[[hooks.pre_tool_use.commands]]
command = ["./check-permissions.sh"]
timeout = 5

[[hooks.pre_tool_use.commands]]
command = ["./log-read.sh"]
async = true
`);
    expect(loaded.problems).toEqual([]);
    expect(loaded.handlers.map(brief)).toEqual([
      {
        event: 'pre_tool_use',
        at: [0, 0, 3],
        run: ['./check-tool.sh'],
        matcherText: '^Bash$',
        seconds: 10,
        statusMessage: 'Validating command...',
      },
      {
        event: 'pre_tool_use',
        at: [1, 0, 37],
        run: ['./check-permissions.sh'],
        matcherText: '^Read$',
        seconds: 5,
      },
      {
        event: 'pre_tool_use',
        at: [1, 1, 41],
        run: ['./log-read.sh'],
        matcherText: '^Read$',
        async: true,
      },
      { event: 'post_tool_use', at: [0, 0, 10], run: ['./log-tool.sh'], async: true },
      { event: 'post_tool_use_failure', at: [0, 0, 15], run: 'bash ./on-failure.sh', seconds: 5 },
      {
        event: 'session_start',
        at: [0, 0, 20],
        run: ['./on-start.sh'],
        once: true,
        statusMessage: 'Initializing session...',
      },
      { event: 'session_end', at: [0, 0, 25], run: ['./on-end.sh'] },
      { event: 'after_agent', at: [0, 0, 29], run: ['./log-agent-turn.sh'], async: true },
    ]);
  });

  it.each(['after_agent', 'notification'])('the example of an async logger of %s', (event) => {
    const loaded = load(
      `[hooks]\n[[hooks.${event}]]\ncommand = ["bash", "./examples/hooks/logger.sh"]\nasync = true\n`,
    );
    expect(loaded.problems).toEqual([]);
    expect(loaded.handlers.map(brief)).toEqual([
      { event, at: [0, 0, 2], run: ['bash', './examples/hooks/logger.sh'], async: true },
    ]);
  });

  it('all fourteen events, each in three spellings', () => {
    const names = [
      'pre_tool_use',
      'post_tool_use',
      'post_tool_use_failure',
      'after_agent',
      'session_start',
      'session_end',
      'user_prompt_submit',
      'stop',
      'permission_request',
      'notification',
      'subagent_start',
      'subagent_stop',
      'pre_compact',
      'task_completed',
    ];
    for (const name of names) {
      const pascal = name.replace(/(^|_)(.)/g, (_, __, letter: string) => letter.toUpperCase());
      for (const key of [name, pascal, name.replaceAll('_', '-')]) {
        const loaded = load(`[[hooks.${key}]]\ncommand = "true"\n`);
        expect(loaded.problems).toEqual([]);
        expect(loaded.handlers.map(brief)).toEqual([{ event: name, at: [0, 0, 1], run: 'true' }]);
      }
    }
  });
});

describe('beyond the examples', () => {
  it("a group's command comes before those of its list, and its options are the defaults", () => {
    const loaded = load(`[[hooks.pre_tool_use]]
command = "first"
matcher = "^Bash$"
timeout = 5
critical = true
[[hooks.pre_tool_use.commands]]
command = "second"
timeout = 7
[[hooks.pre_tool_use.commands]]
command = "third"
matcher = "^Read$"
critical = false
`);
    const shared = { event: 'pre_tool_use', matcherText: '^Bash$' };
    expect(loaded.handlers.map(brief)).toEqual([
      { ...shared, at: [0, 0, 1], run: 'first', seconds: 5, critical: true },
      { ...shared, at: [0, 1, 6], run: 'second', seconds: 7, critical: true },
      { event: 'pre_tool_use', at: [0, 2, 9], run: 'third', matcherText: '^Read$', seconds: 5 },
    ]);
  });

  it('two spellings of one event form one list of groups', () => {
    const loaded = load(
      '[[hooks.pre_tool_use]]\ncommand = "a"\n[[hooks.PreToolUse]]\ncommand = "b"\n[[hooks.pre-tool-use]]\ncommand = "c"\n',
    );
    expect(loaded.handlers.map(({ source: { group } }) => group)).toEqual([0, 1, 2]);
  });

  it('reads inline lists and tables', () => {
    const loaded = load(`[hooks]
pre_tool_use = [
  { command = "a" },
  { matcher = "^Read$", commands = ["b", { command = ["c", "d"] }] },
]
stop = { command = "e" }
`);
    expect(loaded.problems).toEqual([]);
    expect(loaded.handlers.map(brief)).toEqual([
      { event: 'pre_tool_use', at: [0, 0, 2], run: 'a' },
      { event: 'pre_tool_use', at: [1, 0, 2], run: 'b', matcherText: '^Read$' },
      { event: 'pre_tool_use', at: [1, 1, 2], run: ['c', 'd'], matcherText: '^Read$' },
      { event: 'stop', at: [0, 0, 6], run: 'e' },
    ]);
  });

  it('reads options in other spellings', () => {
    const loaded = load(
      '[[hooks.stop]]\ncommand = "a"\nstatusMessage = "x"\n[[hooks.stop]]\ncommand = "a"\nstatus-message = "y"\n',
    );
    expect(loaded.problems).toEqual([]);
    expect(loaded.handlers.map(({ statusMessage }) => statusMessage)).toEqual(['x', 'y']);
  });

  it('leaves our own table of settings to its own reader', () => {
    expect(load('[engine]\nrewrite_env = true\n[[hooks.stop]]\ncommand = "a"\n').problems).toEqual(
      [],
    );
  });

  it('the same definition has the same identity everywhere', () => {
    const one = load('[[hooks.stop]]\ncommand = "a"\n');
    const other = load('\n\n[[hooks.Stop]]\ncommand = "a"\ntimeout = 3\n', SHARED);
    expect(one.handlers[0]!.identity).toBe(other.handlers[0]!.identity);
  });
});
