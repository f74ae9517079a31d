import { turnsOff } from '../../engine/switches.ts';
import type { JsonValue } from '@hookloom/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LoadedFile } from '../../engine/handler.ts';
import { geminiDialect } from './index.ts';
import { SETTINGS } from './sample.fixture.ts';

function load(value: JsonValue): LoadedFile {
  return geminiDialect.load(
    typeof value === 'string' ? value : JSON.stringify(value, null, 2),
    SETTINGS,
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
  it('yields its handlers with milliseconds, variables and names', () => {
    const { handlers, problems } = load({
      hooks: {
        BeforeTool: [
          {
            matcher: 'shell',
            sequential: true,
            hooks: [{ ...COMMAND, name: 'g', description: 'd', timeout: 5_000, env: { A: '1' } }],
          },
        ],
        SessionStart: [{ matcher: 'startup|resume', hooks: [COMMAND] }],
      },
    });
    expect(problems).toEqual([]);
    expect(handlers.map(({ identity: _identity, ...handler }) => handler)).toEqual([
      {
        dialect: 'gemini',
        source: { file: SETTINGS, line: 8, group: 0, index: 0 },
        event: 'BeforeTool',
        type: 'before_tool',
        matcherText: 'shell',
        matcher: { kind: 'regex', pattern: 'shell', flags: '' },
        condition: null,
        action: { kind: 'shell', command: './guard' },
        timeoutMs: 5_000,
        async: false,
        once: false,
        critical: false,
        sequential: true,
        statusMessage: null,
        env: { A: '1' },
        name: 'g',
      },
      {
        dialect: 'gemini',
        source: { file: SETTINGS, line: 25, group: 0, index: 0 },
        event: 'SessionStart',
        type: 'session_start',
        matcherText: 'startup|resume',
        // Compared literally: this one never fires, as in Gemini CLI.
        matcher: { kind: 'names', names: ['startup|resume'] },
        condition: null,
        action: { kind: 'shell', command: './guard' },
        timeoutMs: 60_000,
        async: false,
        once: false,
        critical: false,
        sequential: false,
        statusMessage: null,
        env: {},
        name: null,
      },
    ]);
  });

  it('has AfterTool for successful and failed calls', () => {
    const { handlers } = one('AfterTool', COMMAND);
    expect(handlers.map(({ type }) => type)).toEqual(['after_tool', 'tool_failure']);
    expect(new Set(handlers.map(({ identity }) => identity)).size).toBe(1);
  });

  it('treats two hooks with the same name and command as one', () => {
    const { handlers } = load({
      hooks: {
        BeforeAgent: [
          {
            hooks: [COMMAND, COMMAND, { ...COMMAND, name: 'a' }],
          },
        ],
      },
    });
    const [first, second, third] = handlers.map(({ identity }) => identity);
    expect([first === second, first === third]).toEqual([true, false]);
  });

  it('turns all off, or some by name', () => {
    const hooks = {
      AfterAgent: [{ hooks: [COMMAND, { ...COMMAND, name: 'a' }, { ...COMMAND, name: 'b' }] }],
    };
    const off = load({ hooks, hooksConfig: { enabled: false } });
    const some = load({ hooks, hooksConfig: { disabled: ['a', './guard'] } });
    expect(off.switches).toMatchObject([{ names: null }]);
    expect(some.switches).toMatchObject([{ names: ['a', './guard'] }]);
    expect(some.handlers.map((one) => turnsOff(some.switches[0]!, one))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it.each(['{', '[]', '1'])('that is not an object is an error: %j', (text) => {
    expect(codes(load(text)).slice(0, 1)).toEqual(['error unparsable_file']);
  });
});

describe('hooks that do not run are reported', () => {
  const rows: [string, LoadedFile, string[], number][] = [
    ["an event of Claude Code's", one('PreToolUse', COMMAND), ['warning unknown_event'], 0],
    ['an event in another case', one('beforeTool', COMMAND), ['warning unknown_event'], 0],
    [
      'settings of older versions',
      load({ hooks: { disabled: ['a'] } }),
      ['warning unknown_event'],
      0,
    ],
    ['an unknown type', one('BeforeAgent', { type: 'http' }), ['error unknown_handler_type'], 0],
    ['no command', one('BeforeAgent', { type: 'command' }), ['error missing_command'], 0],
    [
      'an invalid matcher',
      one('BeforeTool', COMMAND, { matcher: '(' }),
      ['error invalid_matcher'],
      0,
    ],
    [
      'a matcher that is not a string',
      one('BeforeTool', COMMAND, { matcher: [] }),
      ['error invalid_matcher'],
      0,
    ],
    [
      'a matcher on an event without matchers',
      one('BeforeAgent', COMMAND, { matcher: 'x' }),
      ['warning matcher_ignored'],
      1,
    ],
    [
      'a timeout in seconds',
      one('BeforeAgent', { ...COMMAND, timeout: 30 }),
      ['warning suspicious_timeout'],
      1,
    ],
    [
      'an invalid timeout',
      one('BeforeAgent', { ...COMMAND, timeout: -1 }),
      ['warning invalid_timeout'],
      1,
    ],
    [
      'a key in another case',
      one('BeforeAgent', { ...COMMAND, Env: {} }),
      ['warning misspelt_key'],
      1,
    ],
    ['keys of other languages', one('BeforeAgent', { ...COMMAND, async: true, once: true }), [], 1],
    [
      'variables of the wrong type',
      one('BeforeAgent', { ...COMMAND, env: { A: 1 } }),
      ['error wrong_type'],
      1,
    ],
    [
      'a sequential of the wrong type',
      one('BeforeAgent', COMMAND, { sequential: 'yes' }),
      ['error wrong_type'],
      1,
    ],
    [
      'a group without hooks',
      load({ hooks: { BeforeAgent: [COMMAND] } }),
      ['error missing_hooks'],
      0,
    ],
    [
      'a group that is not an object',
      load({ hooks: { BeforeAgent: [1] } }),
      ['error wrong_type'],
      0,
    ],
    ['hooks that are not an object', load({ hooks: 1 }), ['error wrong_type'], 0],
  ];
  it.each(rows)('%s', (_title, loaded, expected, handlers) => {
    expect([codes(loaded), loaded.handlers.length]).toEqual([expected, handlers]);
    expect(loaded.problems.every(({ remediation, line }) => remediation !== '' && line > 0)).toBe(
      true,
    );
  });
});

it('a file with any content never throws', () => {
  const junk = fc.jsonValue({ maxDepth: 4 });
  const handler = fc.record(
    {
      type: fc.constantFrom('command', 'x'),
      command: fc.oneof(fc.string(), junk),
      name: junk,
      timeout: junk,
      env: junk,
    },
    { requiredKeys: [] },
  );
  const group = fc.record({
    matcher: fc.oneof(fc.string(), junk),
    sequential: junk,
    hooks: fc.oneof(fc.array(handler, { maxLength: 3 }), junk),
  });
  const events = fc.dictionary(
    fc.constantFrom('BeforeTool', 'AfterTool', 'SessionStart', '__proto__', 'enabled'),
    fc.oneof(fc.array(fc.oneof(group, junk), { maxLength: 3 }), junk),
  );
  const file = fc.record({ hooks: fc.oneof(events, junk), hooksConfig: junk });
  const property = fc.property(file, fc.option(fc.nat(300)), (value, cut) => {
    const text = JSON.stringify(value);
    for (const { timeoutMs, action } of load(cut === null ? text : text.slice(0, cut)).handlers)
      expect([action.kind, timeoutMs > 0]).toEqual(['shell', true]);
  });
  fc.assert(property, { numRuns: 500 });
});
