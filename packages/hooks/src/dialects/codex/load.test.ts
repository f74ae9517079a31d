import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConfigFile, Handler, LoadedFile } from '../../engine/handler.ts';
import { CODEX_EVENTS } from './events.ts';
import { codexLoad } from './load.ts';

const JSON_FILE: ConfigFile = {
  path: '/home/dev/.codex/hooks.json',
  dialect: 'codex',
  layer: 'user',
};
const TOML_FILE: ConfigFile = { ...JSON_FILE, path: '/home/dev/.codex/config.toml' };

function load(hooks: unknown): LoadedFile {
  return codexLoad(JSON.stringify({ hooks }, null, 2), JSON_FILE);
}

function one(hook: object, event = 'PreToolUse'): LoadedFile {
  return load({ [event]: [{ hooks: [hook] }] });
}

function brief({
  event,
  source,
  action,
  matcherText,
  timeoutMs,
  async,
  statusMessage,
}: Handler): object {
  return {
    event,
    at: [source.group, source.index, source.line],
    run: action.kind === 'shell' ? action.command : null,
    ...(matcherText === null ? {} : { matcherText }),
    ...(timeoutMs === 600_000 ? {} : { seconds: timeoutMs / 1_000 }),
    ...(async ? { async } : {}),
    ...(statusMessage === null ? {} : { statusMessage }),
  };
}

function problems(loaded: LoadedFile): [string, string, number][] {
  return loaded.problems.map(({ severity, code, line }) => [severity, code, line]);
}

describe('hooks.json', () => {
  it('yields its handlers with all their fields', () => {
    const loaded = load({
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [
            {
              type: 'command',
              command: './guard',
              commandWindows: 'guard.cmd',
              timeout: 30,
              async: true,
              statusMessage: 'Checking',
              additionalContextLimit: 0,
            },
          ],
        },
      ],
    });
    expect(loaded.problems).toEqual([]);
    expect(loaded.handlers).toEqual([
      {
        identity: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
        dialect: 'codex',
        source: { file: JSON_FILE, line: 7, group: 0, index: 0 },
        event: 'PreToolUse',
        type: 'before_tool',
        matcherText: 'Bash',
        matcher: { kind: 'names', names: ['Bash'] },
        condition: null,
        action: { kind: 'shell', command: './guard', windows: 'guard.cmd' },
        timeoutMs: 30_000,
        async: true,
        once: false,
        critical: false,
        sequential: false,
        statusMessage: 'Checking',
        env: {},
        name: null,
      },
    ]);
  });

  it('reads every event of Codex', () => {
    const hook = { type: 'command', command: 'true' };
    const loaded = load(
      Object.fromEntries(CODEX_EVENTS.map(({ name }) => [name, [{ hooks: [hook] }]])),
    );
    expect(loaded.problems).toEqual([]);
    expect(loaded.handlers.map(({ event, type }) => [event, type])).toEqual(
      CODEX_EVENTS.map(({ name, type }) => [name, type]),
    );
  });

  it('is empty for an empty file, and reports one without hooks', () => {
    expect(codexLoad('', JSON_FILE)).toMatchObject({ handlers: [], problems: [] });
    expect(problems(codexLoad('{}', JSON_FILE))).toEqual([['warning', 'missing_hooks', 1]]);
    expect(problems(codexLoad('{"hooks": []}', JSON_FILE))).toEqual([['error', 'wrong_type', 1]]);
    expect(problems(codexLoad('{', JSON_FILE))).toEqual([['error', 'unparsable_file', 1]]);
  });
});

describe('config.toml', () => {
  const text = `model = "gpt-5"
[features]
hooks = true

[[hooks.PreToolUse]]
matcher = "Bash"

[[hooks.PreToolUse.hooks]]
type = "command"
command = "a"
timeout = 5

[[hooks.PreToolUse.hooks]]
type = "command"
command = "b"

[[hooks.pre_tool_use]]
command = "seed"

[[hooks.PreToolUse]]
command = "seed"

[[hooks.Stop]]
hooks = [{ type = "command", command = "c", command_windows = "d" }]

[hooks.state."/home/dev/.codex/config.toml:pre_tool_use:0:0"]
trusted_hash = "sha256:00"
`;

  it("loads Codex's own entries and leaves those of the toml language", () => {
    const loaded = codexLoad(text, TOML_FILE);
    expect(loaded.problems).toEqual([]);
    expect(loaded.switches).toEqual([]);
    expect(loaded.handlers.map(brief)).toEqual([
      { event: 'PreToolUse', at: [0, 0, 8], run: 'a', matcherText: 'Bash', seconds: 5 },
      { event: 'PreToolUse', at: [0, 1, 13], run: 'b', matcherText: 'Bash' },
      { event: 'Stop', at: [0, 0, 23], run: 'c' },
    ]);
  });

  it('[features] hooks = false turns them off', () => {
    const loaded = codexLoad(text.replace('hooks = true', 'hooks = false'), TOML_FILE);
    expect(loaded.switches).toMatchObject([
      { text: '[features] hooks = false', dialects: ['codex'] },
    ]);
  });

  it('reports an event that Codex does not have', () => {
    const loaded = codexLoad(
      '[[hooks.PreToolUsage]]\n[[hooks.PreToolUsage.hooks]]\ntype = "command"\ncommand = "a"\n',
      TOML_FILE,
    );
    expect(problems(loaded)).toEqual([['warning', 'unknown_event', 1]]);
  });

  it("leaves invalid TOML to the file's other language to report", () => {
    expect(codexLoad('x = = 1', TOML_FILE)).toMatchObject({ handlers: [], problems: [] });
  });
});

describe('faults', () => {
  it.each([
    ['an http handler', { type: 'http', url: 'http://127.0.0.1:1/' }, ['error', 'poisons_file', 6]],
    ['no type', { command: 'a' }, ['error', 'poisons_file', 6]],
    [
      'a tool of a server',
      { type: 'mcp_tool', server: 's', tool: 't' },
      ['warning', 'unsupported_handler', 6],
    ],
    ['a prompt', { type: 'prompt', prompt: 'p' }, ['warning', 'unsupported_handler', 6]],
    ['an agent', { type: 'agent', prompt: 'p' }, ['warning', 'unsupported_handler', 6]],
    ['no command', { type: 'command' }, ['error', 'missing_command', 6]],
    ['a list for a command', { type: 'command', command: ['a'] }, ['error', 'missing_command', 6]],
  ])('%s does not run here', (_what, hook, problem) => {
    const loaded = one(hook);
    expect(problems(loaded)).toEqual([problem]);
    expect(loaded.handlers).toEqual([]);
  });

  it.each([
    ['if', { if: 'Bash(git *)' }],
    ['once', { once: true }],
    ['args', { args: ['a'] }],
    ['status_message', { status_message: 'x' }],
  ])('%s is ignored by Codex, which is reported', (_what, more) => {
    const loaded = one({ type: 'command', command: 'a', ...more });
    expect(problems(loaded)).toEqual([['warning', 'unknown_key', 6]]);
    expect(loaded.handlers.length).toBe(1);
  });

  it('an http handler next to a valid one: the valid one runs here', () => {
    const loaded = load({
      PreToolUse: [
        {
          hooks: [
            { type: 'http', url: 'x' },
            { type: 'command', command: 'a' },
          ],
        },
      ],
    });
    expect(loaded.handlers.map(({ source }) => source.index)).toEqual([1]);
  });

  it.each([
    ['an unknown event', { PreTool: [] }, ['warning', 'unknown_event', 3]],
    ['an event of the toml language', { pre_tool_use: [] }, ['warning', 'unknown_event', 3]],
    ['an event that is not a list', { Stop: {} }, ['error', 'poisons_file', 3]],
    ['a group that is not an object', { Stop: ['a'] }, ['error', 'poisons_file', 4]],
    ['a group without hooks', { Stop: [{ matcher: '' }] }, ['warning', 'missing_hooks', 4]],
    ['a hook that is not an object', { Stop: [{ hooks: ['a'] }] }, ['error', 'poisons_file', 6]],
    [
      'an invalid matcher',
      { PreToolUse: [{ matcher: 'Bash(', hooks: [{ type: 'command', command: 'a' }] }] },
      ['error', 'invalid_matcher', 4],
    ],
  ])('%s', (_what, hooks, problem) => {
    const loaded = load(hooks);
    expect(problems(loaded)).toEqual([problem]);
    expect(loaded.handlers).toEqual([]);
  });

  it('reports a matcher on an event without matchers, and the hook runs', () => {
    const loaded = load({ Stop: [{ matcher: 'x', hooks: [{ type: 'command', command: 'a' }] }] });
    expect(problems(loaded)).toEqual([['warning', 'matcher_ignored', 4]]);
    expect(loaded.handlers.map(({ matcher }) => matcher)).toEqual([{ kind: 'all' }]);
  });
});

describe('timeouts', () => {
  it.each([
    ['PreToolUse', undefined, 600, []],
    ['PreToolUse', 30, 30, []],
    ['PreToolUse', 0, 600, ['invalid_timeout']],
    ['PreToolUse', '30', 600, ['invalid_timeout']],
    ['PreToolUse', 30_000, 30_000, ['suspicious_timeout']],
    ['SessionEnd', undefined, 3, []],
    ['SessionEnd', 2, 2, []],
    ['SessionEnd', 10, 10, ['clamped_timeout']],
    ['Interrupt', 10, 10, ['clamped_timeout']],
  ])('%s with %s: %s s', (event, timeout, seconds, codes) => {
    const hook = { type: 'command', command: 'a', ...(timeout === undefined ? {} : { timeout }) };
    const loaded = one(hook, event);
    expect(loaded.handlers.map(({ timeoutMs }) => timeoutMs / 1_000)).toEqual([seconds]);
    expect(loaded.problems.map(({ code }) => code)).toEqual(codes);
  });
});

it('never throws, whatever the file', () => {
  const hook = fc.oneof(
    fc.record(
      {
        type: fc.constantFrom('command', 'http', 'mcp_tool', 1),
        command: fc.oneof(fc.string(), fc.jsonValue({ maxDepth: 1 })),
        timeout: fc.oneof(fc.double(), fc.string()),
        async: fc.jsonValue({ maxDepth: 1 }),
      },
      { requiredKeys: [] },
    ),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const group = fc.oneof(
    fc.record(
      { matcher: fc.oneof(fc.string(), fc.integer()), hooks: fc.array(hook) },
      { requiredKeys: [] },
    ),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const key = fc.constantFrom('PreToolUse', 'Stop', 'x', '__proto__', 'state', 'toString');
  const hooks = fc.array(fc.tuple(key, fc.oneof(fc.array(group), fc.jsonValue({ maxDepth: 1 }))));
  fc.assert(
    fc.property(hooks, (entries) => {
      const body = entries.map(
        ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
      );
      for (const handler of codexLoad(`{"hooks":{${body.join()}}}`, JSON_FILE).handlers)
        expect(handler.timeoutMs).toBeGreaterThan(0);
    }),
    { numRuns: 300 },
  );
  fc.assert(fc.property(fc.string(), (text) => void codexLoad(text, JSON_FILE)));
  fc.assert(fc.property(fc.string(), (text) => void codexLoad(text, TOML_FILE)));
});
