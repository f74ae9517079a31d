import { describe, expect, it } from 'vitest';
import type { JsonValue } from '@hookloom/core';
import type { LoadedFile } from '../../engine/handler.ts';
import { handlerIdentity } from '../identity.ts';
import { claudeDialect } from './index.ts';
import { PROJECT_FILE, USER_FILE } from './sample.fixture.ts';

function load(value: JsonValue, file = PROJECT_FILE): LoadedFile {
  return claudeDialect.load(
    typeof value === 'string' ? value : JSON.stringify(value, null, 2),
    file,
  );
}

function one(event: string, handler: JsonValue, group: Record<string, JsonValue> = {}): LoadedFile {
  return load({ hooks: { [event]: [{ ...group, hooks: [handler] }] } });
}

function codes({ problems }: LoadedFile): string[] {
  return problems.map(({ severity, code }) => `${severity} ${code}`);
}

const COMMAND = { type: 'command', command: './guard' };

describe('a settings file', () => {
  it('yields its handlers in declared order, with their lines', () => {
    const text = `{
  // ours
  "model": "x",
  "hooks": {
    "PreToolUse": [
      { "matcher": "Edit|Write", "hooks": [
        { "type": "command", "command": "./a", "timeout": 1.5, "if": "Edit(src/**)", "once": true,
          "statusMessage": "looking" },
        { "type": "http", "url": "http://127.0.0.1:1/h", "headers": { "x": "$T" }, "allowedEnvVars": ["T"],
          "onFailure": "block" }
      ] }
    ],
    "Stop": [ { "hooks": [ { "type": "command", "command": "./b", "args": ["\${CLAUDE_PROJECT_DIR}/x", "y z"], "async": true } ] } ],
  }
}
`;
    const { handlers, problems, switches, blocked } = load(text);
    expect({ problems, switches, blocked }).toEqual({
      problems: [],
      switches: [],
      blocked: [],
    });
    const action = { kind: 'shell' as const, command: './a' };
    expect(handlers[0]).toEqual({
      identity: handlerIdentity({
        dialect: 'claude',
        event: 'PreToolUse',
        matcherText: 'Edit|Write',
        action,
        condition: 'Edit(src/**)',
      }),
      dialect: 'claude',
      source: { file: PROJECT_FILE, line: 7, group: 0, index: 0 },
      event: 'PreToolUse',
      type: 'before_tool',
      matcherText: 'Edit|Write',
      matcher: { kind: 'names', names: ['Edit', 'Write'] },
      condition: 'Edit(src/**)',
      action,
      timeoutMs: 1_500,
      async: false,
      once: true,
      critical: false,
      sequential: false,
      statusMessage: 'looking',
      env: {},
      name: null,
    });
    expect(
      handlers.map(
        ({ action: run, critical, async, timeoutMs, source: { line, group, index } }) => ({
          run,
          critical,
          async,
          timeoutMs,
          place: [line, group, index],
        }),
      ),
    ).toEqual([
      { run: action, critical: false, async: false, timeoutMs: 1_500, place: [7, 0, 0] },
      {
        run: {
          kind: 'http',
          url: 'http://127.0.0.1:1/h',
          headers: { x: '$T' },
          allowedEnvVars: ['T'],
        },
        critical: true,
        async: false,
        timeoutMs: 600_000,
        place: [9, 0, 1],
      },
      {
        run: { kind: 'argv', argv: ['./b', '${CLAUDE_PROJECT_DIR}/x', 'y z'] },
        critical: false,
        async: true,
        timeoutMs: 600_000,
        place: [13, 0, 0],
      },
    ]);
  });

  it('without hooks is valid, even if it is empty', () => {
    expect([load({ model: 'x' }), load('')].map(codes)).toEqual([[], []]);
  });

  it('turns every hook off with disableAllHooks', () => {
    expect(
      [load({ disableAllHooks: true }), load({ disableAllHooks: false })].map(
        (l) => l.switches.length,
      ),
    ).toEqual([1, 0]);
  });

  it('of a plugin may have a description, and needs hooks', () => {
    const plugin = { ...USER_FILE, layer: 'plugin' as const };
    expect(codes(load({ description: 'x', hooks: {} }, plugin))).toEqual([]);
    expect(codes(load({ description: 'x' }, plugin))).toEqual(['warning missing_hooks']);
  });

  it.each([
    ['{', 'value expected or so'],
    ['[]', ''],
    ['{"hooks": {"Stop": [}}', ''],
    ['[['.repeat(50_000), ''],
  ])('that is not an object is an error: %.30j', (text) => {
    const loaded = load(text);
    expect({ codes: codes(loaded).slice(0, 1), handlers: loaded.handlers }).toEqual({
      codes: ['error unparsable_file'],
      handlers: [],
    });
  });

  it('reports file and line of an error', () => {
    const text =
      '{\n "hooks": {\n  "PreToolUse": [\n   { "matcher": "(", "hooks": [] }\n  ]\n }\n}';
    const [problem] = load(text).problems;
    expect({ code: problem!.code, file: problem!.file, line: problem!.line }).toEqual({
      code: 'invalid_matcher',
      file: PROJECT_FILE.path,
      line: 4,
    });
  });

  it('with a duplicate key reports that the earlier one is lost', () => {
    const text = '{"hooks":{"Stop":[],"Stop":[{"hooks":[{"type":"command","command":"x"}]}]}}';
    const loaded = load(text);
    expect([codes(loaded), loaded.handlers.length]).toEqual([['warning duplicate_key'], 1]);
  });
});

describe('hooks that do not run are reported', () => {
  const rows: [string, LoadedFile, string[], number][] = [
    ['an unknown event', one('preToolUse', COMMAND), ['warning unknown_event'], 0],
    ["an event of Gemini's", one('BeforeTool', COMMAND), ['warning unknown_event'], 0],
    ['an unknown type', one('Stop', { type: 'webhook' }), ['error unknown_handler_type'], 0],
    ['no type', one('Stop', { command: 'x' }), ['error unknown_handler_type'], 0],
    [
      'a type in another case',
      one('Stop', { ...COMMAND, type: 'Command' }),
      ['error unknown_handler_type'],
      0,
    ],
    ['no command', one('Stop', { type: 'command' }), ['error missing_command'], 0],
    ['a prompt', one('Stop', { type: 'prompt', prompt: 'x' }), ['warning unsupported_handler'], 0],
    ['an agent', one('Stop', { type: 'agent', prompt: 'x' }), ['warning unsupported_handler'], 0],
    ['a tool of a server', one('Stop', { type: 'mcp_tool' }), ['warning unsupported_handler'], 0],
    [
      'http at a session start',
      one('SessionStart', { type: 'http', url: 'http://x' }),
      ['warning never_runs'],
      0,
    ],
    [
      'http without a web address',
      one('Stop', { type: 'http', url: 'file:///x' }),
      ['error invalid_url'],
      0,
    ],
    [
      'an if on an event without a tool',
      one('Stop', { ...COMMAND, if: 'Bash' }),
      ['warning never_runs'],
      1,
    ],
    [
      'an if that is not a rule',
      one('PreToolUse', { ...COMMAND, if: 'Bash(' }),
      ['warning invalid_condition'],
      1,
    ],
    [
      'a matcher on an event without matchers',
      one('Stop', COMMAND, { matcher: 'x(' }),
      ['warning matcher_ignored'],
      1,
    ],
    [
      'an invalid matcher',
      one('PreToolUse', COMMAND, { matcher: 'x(' }),
      ['error invalid_matcher'],
      0,
    ],
    [
      'a matcher that is not a string',
      one('PreToolUse', COMMAND, { matcher: 1 }),
      ['error invalid_matcher'],
      0,
    ],
    [
      'keys in another case',
      one('Stop', { ...COMMAND, Timeout: 1, status_message: 'x' }),
      ['warning misspelt_key', 'warning misspelt_key'],
      1,
    ],
    ['keys that are unknown', one('Stop', { ...COMMAND, whatever: 1 }), [], 1],
    [
      'a timeout in milliseconds',
      one('Stop', { ...COMMAND, timeout: 30_000 }),
      ['warning suspicious_timeout'],
      1,
    ],
    [
      'an invalid timeout',
      one('Stop', { ...COMMAND, timeout: '30' }),
      ['warning invalid_timeout'],
      1,
    ],
    [
      'onFailure in the background',
      one('PreToolUse', { ...COMMAND, async: true, onFailure: 'block' }),
      ['warning on_failure_ignored'],
      1,
    ],
    [
      'onFailure on Stop',
      one('Stop', { ...COMMAND, onFailure: 'block' }),
      ['warning on_failure_ignored'],
      1,
    ],
    [
      'an unknown value of onFailure',
      one('PreToolUse', { ...COMMAND, onFailure: 'deny' }),
      ['warning unknown_word'],
      1,
    ],
    ['asyncRewake', one('Stop', { ...COMMAND, asyncRewake: true }), ['warning no_rewake'], 1],
    [
      'a flag of the wrong type',
      one('Stop', { ...COMMAND, once: 'yes' }),
      ['warning wrong_type'],
      1,
    ],
    ['args of the wrong type', one('Stop', { ...COMMAND, args: 'x' }), ['warning wrong_type'], 1],
    ['a flat entry', load({ hooks: { Stop: [COMMAND] } }), ['error missing_hooks'], 0],
    ['an event that is not a list', load({ hooks: { Stop: COMMAND } }), ['error wrong_type'], 0],
    ['a group that is not an object', load({ hooks: { Stop: ['x'] } }), ['error wrong_type'], 0],
    ['hooks that are not an object', load({ hooks: [] }), ['error wrong_type'], 0],
  ];
  it.each(rows)('%s', (_title, loaded, expected, handlers) => {
    expect([codes(loaded), loaded.handlers.length]).toEqual([expected, handlers]);
    expect(loaded.problems.every(({ remediation, line }) => remediation !== '' && line > 0)).toBe(
      true,
    );
  });

  it('loads the other entries of a group with one bad entry', () => {
    const loaded = load({ hooks: { Stop: [{ hooks: [{ type: 'webhook' }, COMMAND] }] } });
    expect(loaded.handlers.map(({ action, source }) => [action, source.index])).toEqual([
      [{ kind: 'shell', command: './guard' }, 1],
    ]);
  });

  it('blocks the event of a critical guard with an invalid matcher', () => {
    const loaded = one('PreToolUse', { ...COMMAND, onFailure: 'block' }, { matcher: '(' });
    expect(loaded.handlers).toEqual([]);
    expect(loaded.blocked.map(({ type, event }) => [type, event])).toEqual([
      ['before_tool', 'PreToolUse'],
    ]);
    expect(loaded.blocked[0]!.reason).toContain('"onFailure": "block"');
  });

  it('a critical guard that only the client can run fails for the calls that it matches', () => {
    const loaded = one(
      'PreToolUse',
      { type: 'mcp_tool', onFailure: 'block' },
      { matcher: 'Write' },
    );
    expect(
      loaded.handlers.map(({ critical, action, matcher }) => ({ critical, action, matcher })),
    ).toEqual([
      {
        critical: true,
        action: { kind: 'http', url: 'mcp-tool:', headers: {}, allowedEnvVars: [] },
        matcher: { kind: 'names', names: ['Write'] },
      },
    ]);
  });
});

describe('timeouts are seconds', () => {
  it.each([
    ['Stop', undefined, 600_000],
    ['UserPromptSubmit', undefined, 30_000],
    ['MessageDisplay', undefined, 10_000],
    ['Stop', 0.25, 250],
    ['Stop', 2, 2_000],
    ['Stop', 1e12, 2 ** 31 - 1],
    ['Stop', 0, 600_000],
    ['Stop', null, 600_000],
  ])('%s %j: %d ms', (event, timeout, expected) => {
    const handler = timeout === undefined ? COMMAND : { ...COMMAND, timeout };
    expect(one(event, handler).handlers[0]!.timeoutMs).toBe(expected);
  });
});

describe('matchers', () => {
  it.each([
    ['PreToolUse', 'Bash', { kind: 'names', names: ['Bash'] }],
    ['PreToolUse', 'Edit, Write', { kind: 'names', names: ['Edit', 'Write'] }],
    ['PreToolUse', 'mcp__x__.*', { kind: 'regex', pattern: 'mcp__x__.*', flags: '' }],
    ['PreToolUse', '*', { kind: 'all' }],
    ['PreToolUse', '', { kind: 'all' }],
    ['FileChanged', '.env|a.(txt', { kind: 'names', names: ['.env', 'a.(txt'] }],
  ])('%s %j', (event, matcher, expected) => {
    expect(one(event, COMMAND, { matcher }).handlers[0]!.matcher).toEqual(expected);
  });
});
