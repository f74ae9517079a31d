import type { HookEvent, HookResponse } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import { describe, expect, it } from 'vitest';
import type { OutcomeReason, RawOutcome } from '../../engine/outcome.ts';
import { claudeDialect } from './index.ts';
import { ended, sampleEvent, sampleHandler, sampleTool } from './sample.fixture.ts';

type Said = [reason: OutcomeReason, response: HookResponse];

function interpret(name: string, outcome: RawOutcome, event: HookEvent = sampleEvent()) {
  return claudeDialect.interpret(outcome, sampleHandler(name), event);
}

function said(name: string, outcome: RawOutcome, event?: HookEvent): Said {
  const { reason, response } = interpret(name, outcome, event);
  return [reason, response];
}

function pre(fields: JsonObject, more: JsonObject = {}): JsonObject {
  return { ...more, hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields } };
}

const DENY = pre({ permissionDecision: 'deny', permissionDecisionReason: 'no' });
const DENIED: HookResponse = { decision: 'deny', reason: 'no' };
const NONE: HookResponse = { decision: 'none' };
const UNREASONED = 'A hook of PreToolUse refused this and gave no reason.';

type Row = [title: string, outcome: RawOutcome, reason: OutcomeReason, response: HookResponse];

const PRE_TOOL: Row[] = [
  ['deny with a reason blocks', ended(DENY), 'answered', DENIED],
  [
    'deny without a reason blocks with a generated one',
    ended(pre({ permissionDecision: 'deny' })),
    'answered',
    { decision: 'deny', reason: UNREASONED },
  ],
  ['deny with exit 1 blocks', ended(DENY, { exitCode: 1 }), 'answered', DENIED],
  [
    'exit 2 overrides an allowing JSON and blocks with stderr',
    ended(pre({ permissionDecision: 'allow' }), { exitCode: 2, stderr: 'stop it\n' }),
    'blocked_by_exit',
    { decision: 'deny', reason: 'stop it' },
  ],
  [
    'exit 2 with nothing on stderr blocks',
    ended('', { exitCode: 2 }),
    'blocked_by_exit',
    { decision: 'deny', reason: 'A hook of PreToolUse blocked this and gave no reason (exit 2).' },
  ],
  [
    'exit 2 with a text on stdout only blocks without passing the text on',
    ended('some text', { exitCode: 2 }),
    'blocked_by_exit',
    { decision: 'deny', reason: 'A hook of PreToolUse blocked this and gave no reason (exit 2).' },
  ],
  [
    'exit 2 with a denying JSON and nothing on stderr keeps the reason of the JSON',
    ended(DENY, { exitCode: 2 }),
    'blocked_by_exit',
    DENIED,
  ],
  ['exit 1 lets the tool run', ended('', { exitCode: 1, stderr: 'x' }), 'warned_by_exit', NONE],
  [
    'a missing hook file (exit 127) lets the tool run',
    ended('', { exitCode: 127 }),
    'warned_by_exit',
    NONE,
  ],
  [
    'killed by a signal lets the tool run',
    ended('', { exitCode: null, signal: 'SIGKILL' }),
    'killed',
    NONE,
  ],
  ['a timeout lets the tool run', ended('', { exitCode: null, timedOut: true }), 'timed_out', NONE],
  [
    'not started lets the tool run',
    ended('', { exitCode: null, startError: 'ENOENT' }),
    'not_started',
    NONE,
  ],
  [
    'a denial printed before the timeout holds',
    ended(DENY, { exitCode: null, timedOut: true }),
    'timed_out',
    DENIED,
  ],
  [
    'an allow printed before the timeout does not',
    ended(pre({ permissionDecision: 'allow' }), { exitCode: null, timedOut: true }),
    'timed_out',
    NONE,
  ],
  ['decision block blocks', ended({ decision: 'block', reason: 'no' }), 'answered', DENIED],
  ['decision approve allows', ended({ decision: 'approve' }), 'answered', { decision: 'allow' }],
  ['a top-level deny is not lost', ended({ decision: 'deny', reason: 'no' }), 'answered', DENIED],
  ['a top-level allow approves nothing', ended({ decision: 'allow' }), 'answered', NONE],
  [
    'a deny with a continue of the wrong type is not lost',
    ended({ ...DENY, continue: 'false' }),
    'answered',
    DENIED,
  ],
  ['an unknown field says nothing', ended({ whatever: 1 }), 'answered', NONE],
  [
    'a deny without hookEventName is not lost',
    ended({ hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'no' } }),
    'answered',
    DENIED,
  ],
  [
    'a deny under another hookEventName is not lost',
    ended(
      pre({
        hookEventName: 'PostToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'no',
      }),
    ),
    'answered',
    DENIED,
  ],
  [
    'an allow, a rewrite and a context without hookEventName are ignored',
    ended({
      hookSpecificOutput: {
        permissionDecision: 'allow',
        updatedInput: { command: 'x' },
        additionalContext: 'c',
      },
    }),
    'answered',
    NONE,
  ],
  [
    'an ask without hookEventName asks',
    ended({ hookSpecificOutput: { permissionDecision: 'ask' } }),
    'answered',
    { decision: 'ask' },
  ],
  [
    'a deny after a line of text is not lost',
    ended(`Welcome!\n${JSON.stringify(DENY)}`),
    'answered',
    DENIED,
  ],
  [
    'a deny before a line of text is not lost',
    ended(`${JSON.stringify(DENY)}\ndone`),
    'answered',
    DENIED,
  ],
  [
    'a BOM and blanks before the JSON are accepted',
    ended(`\uFEFF  \n${JSON.stringify(DENY, null, 2)}`),
    'answered',
    DENIED,
  ],
  [
    'continue: false is not a block',
    ended({ continue: false, stopReason: 'enough' }),
    'answered',
    { decision: 'none', stop_agent: true, stop_reason: 'enough' },
  ],
  [
    'ask asks with its reason',
    ended(pre({ permissionDecision: 'ask', permissionDecisionReason: 'sure?' })),
    'answered',
    { decision: 'ask', reason: 'sure?' },
  ],
  ['defer defers', ended(pre({ permissionDecision: 'defer' })), 'answered', { decision: 'defer' }],
  [
    'updatedInput rewrites with an allow',
    ended(pre({ permissionDecision: 'allow', updatedInput: { command: 'ls -a' } })),
    'answered',
    { decision: 'allow', modify_args: { command: 'ls -a' } },
  ],
  [
    'updatedInput rewrites without an allow, and does not approve',
    ended(pre({ updatedInput: { command: 'ls -a' } })),
    'answered',
    { decision: 'none', modify_args: { command: 'ls -a' } },
  ],
  [
    'a required parameter that updatedInput lacks comes from the call',
    ended(pre({ updatedInput: { description: 'list' } })),
    'answered',
    { decision: 'none', modify_args: { description: 'list', command: 'ls' } },
  ],
  [
    'additionalContext is context, also with a deny',
    ended(
      pre({ permissionDecision: 'deny', permissionDecisionReason: 'no', additionalContext: 'c' }),
    ),
    'answered',
    { ...DENIED, context: 'c' },
  ],
  [
    'systemMessage is for the person',
    ended({ systemMessage: 'hi' }),
    'answered',
    { decision: 'none', system_message: 'hi' },
  ],
  [
    'suppressOutput is kept',
    ended({ suppressOutput: true }),
    'answered',
    { decision: 'none', suppress_output: true },
  ],
  [
    'terminalSequence is an extra',
    ended({ terminalSequence: '\u0007' }),
    'answered',
    { decision: 'none', extras: { terminal_sequence: '\u0007' } },
  ],
  ['silence is no opinion', ended(''), 'silent', NONE],
  ['plain text before a tool call is not context', ended('hello'), 'silent', NONE],
  ['broken JSON is reported and ignored', ended('{"decision": "block"'), 'unreadable', NONE],
  [
    '{"async":true} on the first line takes its answer out',
    ended(`{"async":true}\n${JSON.stringify(DENY)}`),
    'answered',
    NONE,
  ],
  [
    'the stronger of two decisions holds',
    ended({ ...DENY, decision: 'approve' }),
    'answered',
    DENIED,
  ],
];

describe('PreToolUse', () => {
  it.each(PRE_TOOL)('%s', (_title, outcome, reason, response) => {
    expect(said('PreToolUse', outcome)).toEqual([reason, response]);
  });

  it('removes the added path from a rewritten patch again', () => {
    const tool = sampleTool({
      name: 'Edit',
      native_name: 'apply_patch',
      input: { command: 'patch' },
      files: ['a.txt'],
    });
    const outcome = ended(pre({ updatedInput: { command: 'other', file_path: 'a.txt' } }));
    expect(said('PreToolUse', outcome, sampleEvent({ tool }))).toEqual([
      'answered',
      { decision: 'none', modify_args: { command: 'other' } },
    ]);
  });

  it('notes when Claude Code itself would have acted differently', () => {
    const outcomes = [
      ended({ decision: 'deny' }),
      ended(`Welcome!\n${JSON.stringify(DENY)}`),
      ended(DENY),
    ];
    expect(outcomes.map((outcome) => interpret('PreToolUse', outcome).notes)).toEqual([
      [
        'Claude Code itself would not take "deny" there for a refusal on PreToolUse; here it counts.',
      ],
      ['There is text around its JSON; Claude Code itself would ignore the answer.'],
      [],
    ]);
  });
});

describe('http handlers', () => {
  const http = (status: number | null, body: string, error: string | null = null): RawOutcome => ({
    kind: 'http',
    status,
    body,
    error,
    truncated: false,
    durationMs: 1,
  });
  const rows: Row[] = [
    ['a 2xx JSON deny blocks', http(200, JSON.stringify(DENY)), 'answered', DENIED],
    ['204 is no opinion', http(204, ''), 'silent', NONE],
    ['2xx plain text lets the tool run', http(200, 'fine'), 'unreadable', NONE],
    ['500 lets the tool run', http(500, 'oops'), 'http_error', NONE],
    ['a deny in an error page is not lost', http(500, JSON.stringify(DENY)), 'http_error', DENIED],
    [
      'an allow in an error page is ignored',
      http(403, JSON.stringify({ decision: 'approve' })),
      'http_error',
      NONE,
    ],
    ['a refused connection lets the tool run', http(null, '', 'refused'), 'http_error', NONE],
    ['a timeout lets the tool run', http(null, '', 'timeout'), 'timed_out', NONE],
  ];
  it.each(rows)('%s', (_title, outcome, reason, response) => {
    expect(said('PreToolUse', outcome)).toEqual([reason, response]);
  });
});
