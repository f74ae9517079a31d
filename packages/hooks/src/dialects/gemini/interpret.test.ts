import type { HookResponse } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import { describe, expect, it } from 'vitest';
import type { OutcomeReason, RawOutcome } from '../../engine/outcome.ts';
import { ended, sampleEvent, sampleTool } from '../claude/sample.fixture.ts';
import { geminiDialect } from './index.ts';
import { geminiHandler } from './sample.fixture.ts';

function interpret(name: string, outcome: RawOutcome, event = sampleEvent()) {
  return geminiDialect.interpret(outcome, geminiHandler(name), event);
}

const DENY: JsonObject = { decision: 'deny', reason: 'no' };

const DENIED: HookResponse = { decision: 'deny', reason: 'no' };

const NONE: HookResponse = { decision: 'none' };

const specific = (fields: JsonObject): JsonObject => ({ hookSpecificOutput: fields });

type Row = [title: string, outcome: RawOutcome, reason: OutcomeReason, response: HookResponse];

const BEFORE_TOOL: Row[] = [
  ['deny with a reason blocks', ended(DENY), 'answered', DENIED],
  ['block with a reason blocks', ended({ decision: 'block', reason: 'no' }), 'answered', DENIED],
  [
    'exit 2 with stderr blocks',
    ended('', { exitCode: 2, stderr: 'no\n' }),
    'blocked_by_exit',
    DENIED,
  ],
  [
    'exit 2 with nothing printed blocks, although Gemini CLI would let the tool run',
    ended('', { exitCode: 2 }),
    'blocked_by_exit',
    { decision: 'deny', reason: 'A hook of BeforeTool blocked this and gave no reason.' },
  ],
  [
    'JSON with an allow wins over exit 2',
    ended({ decision: 'allow' }, { exitCode: 2, stderr: 'no' }),
    'answered',
    NONE,
  ],
  [
    'JSON that decides nothing does not beat exit 2',
    ended({ systemMessage: 'm' }, { exitCode: 2 }),
    'blocked_by_exit',
    {
      decision: 'deny',
      reason: 'A hook of BeforeTool blocked this and gave no reason (exit 2).',
      system_message: 'm',
    },
  ],
  [
    'exit 3 with plain stderr blocks',
    ended('', { exitCode: 3, stderr: 'no' }),
    'blocked_by_exit',
    DENIED,
  ],
  [
    'command not found (exit 127) blocks, since the shell prints to stderr',
    ended('', { exitCode: 127, stderr: 'sh: ./x: not found' }),
    'blocked_by_exit',
    { decision: 'deny', reason: 'sh: ./x: not found' },
  ],
  ['exit 3 with nothing printed is a warning', ended('', { exitCode: 3 }), 'warned_by_exit', NONE],
  [
    'exit 1 with plain text is a warning for the person',
    ended('', { exitCode: 1, stderr: 'hm' }),
    'warned_by_exit',
    { decision: 'none', system_message: 'Warning: hm' },
  ],
  ['deny JSON with exit 1 blocks', ended(DENY, { exitCode: 1 }), 'answered', DENIED],
  [
    'deny JSON on stderr with an empty stdout blocks',
    ended('', { stderr: JSON.stringify(DENY) }),
    'answered',
    DENIED,
  ],
  [
    'plain text on stderr with an empty stdout is for the person',
    ended('', { stderr: 'hi' }),
    'answered',
    { decision: 'none', system_message: 'hi' },
  ],
  ['a BOM before the JSON is accepted', ended(`\uFEFF${JSON.stringify(DENY)}`), 'answered', DENIED],
  [
    'a deny after a line of text is not lost',
    ended(`Hi\n${JSON.stringify(DENY)}`),
    'answered',
    DENIED,
  ],
  [
    'a deny before a line of text is not lost',
    ended(`${JSON.stringify(DENY)}\nbye`),
    'answered',
    DENIED,
  ],
  [
    'JSON inside a JSON text is read',
    ended(JSON.stringify(JSON.stringify(DENY))),
    'answered',
    DENIED,
  ],
  [
    "a denial in Claude Code's format is not lost",
    ended(specific({ permissionDecision: 'deny', permissionDecisionReason: 'no' })),
    'answered',
    DENIED,
  ],
  [
    "an allow in Claude Code's format is ignored",
    ended(specific({ permissionDecision: 'allow' })),
    'answered',
    NONE,
  ],
  [
    'updatedInput is ignored',
    ended(specific({ updatedInput: { command: 'x' } })),
    'answered',
    NONE,
  ],
  [
    'tool_input is merged over the call',
    ended({ ...specific({ tool_input: { description: 'd' } }), decision: 'allow' }),
    'answered',
    { decision: 'none', modify_args: { command: 'ls', description: 'd' } },
  ],
  [
    'additionalContext is ignored here',
    ended(specific({ additionalContext: 'c' })),
    'answered',
    NONE,
  ],
  [
    'ask asks',
    ended({ decision: 'ask', reason: 'sure?' }),
    'answered',
    { decision: 'ask', reason: 'sure?' },
  ],
  [
    'continue false ends the run and is not a denial',
    ended({ continue: false, stopReason: 'enough' }),
    'answered',
    { decision: 'none', stop_agent: true, stop_reason: 'enough' },
  ],
  [
    'allow is no opinion, because it skips no confirmation in Gemini CLI',
    ended({ decision: 'allow', reason: 'fine' }),
    'answered',
    NONE,
  ],
  [
    'plain text is for the person',
    ended('hello\n'),
    'answered',
    { decision: 'none', system_message: 'hello' },
  ],
  ['broken JSON says nothing', ended('{"decision": "deny"'), 'unreadable', NONE],
  ['silence is no opinion', ended(''), 'silent', NONE],
  [
    'killed by a signal lets the tool run',
    ended('', { exitCode: null, signal: 'SIGTERM' }),
    'killed',
    NONE,
  ],
  ['a timeout lets the tool run', ended('', { exitCode: null, timedOut: true }), 'timed_out', NONE],
  [
    'a denial printed before the timeout holds',
    ended(DENY, { exitCode: null, timedOut: true }),
    'timed_out',
    DENIED,
  ],
  [
    'not started lets the tool run',
    ended('', { exitCode: null, startError: 'EACCES' }),
    'not_started',
    NONE,
  ],
];

describe('BeforeTool', () => {
  it.each(BEFORE_TOOL)('%s', (_title, outcome, reason, response) => {
    const got = interpret('BeforeTool', outcome);
    expect([got.reason, got.response]).toEqual([reason, response]);
  });

  it("returns a complete rewrite with the engine's parameter names", () => {
    const tool = sampleTool({
      name: 'Grep',
      native_name: 'Grep',
      input: { pattern: 'x', path: '/a', glob: '*.ts' },
    });
    const outcome = ended(specific({ tool_input: { dir_path: '/b' } }));
    expect(interpret('BeforeTool', outcome, sampleEvent({ tool })).response).toEqual({
      decision: 'none',
      modify_args: { pattern: 'x', path: '/b', glob: '*.ts' },
    });
  });

  it('notes when Gemini CLI itself would have acted differently', () => {
    const outcomes = [
      ended('', { exitCode: 2 }),
      ended({ decision: 'allow' }, { exitCode: 2 }),
      ended(DENY),
    ];
    expect(outcomes.map((outcome) => interpret('BeforeTool', outcome).notes)).toEqual([
      [
        'It exited with 2 without output. Gemini CLI itself would continue; here, that is a denial.',
      ],
      ['It exited with 2, but its JSON allows, which takes precedence in Gemini CLI.'],
      [],
    ]);
  });
});

describe('other events', () => {
  const rows: [string, string, RawOutcome, OutcomeReason, HookResponse][] = [
    ['a denied prompt', 'BeforeAgent', ended(DENY), 'answered', DENIED],
    [
      'context for a prompt',
      'BeforeAgent',
      ended(specific({ additionalContext: 'c' })),
      'answered',
      { decision: 'none', context: 'c' },
    ],
    [
      'plain text is not context',
      'BeforeAgent',
      ended('text'),
      'answered',
      { decision: 'none', system_message: 'text' },
    ],
    [
      'a denied end is another round',
      'AfterAgent',
      ended(DENY),
      'answered',
      { decision: 'none', continue_with: 'no' },
    ],
    [
      'exit 2 at the end is another round',
      'AfterAgent',
      ended('', { exitCode: 2, stderr: 'no' }),
      'blocked_by_exit',
      { decision: 'none', continue_with: 'no' },
    ],
    [
      'continue false overrides another round',
      'AfterAgent',
      ended({ ...DENY, continue: false }),
      'answered',
      { decision: 'none', stop_agent: true, stop_reason: 'no' },
    ],
    [
      'a cleared context',
      'AfterAgent',
      ended(specific({ clearContext: true })),
      'answered',
      { decision: 'none', extras: { clear_context: true } },
    ],
    ['a denied result', 'AfterTool', ended(DENY), 'answered', DENIED],
    [
      'context and a further call after a tool',
      'AfterTool',
      ended(specific({ additionalContext: 'c', tailToolCallRequest: { name: 'x', args: {} } })),
      'answered',
      { decision: 'none', context: 'c', extras: { tail_tool_call: { name: 'x', args: {} } } },
    ],
    [
      'a patched request and a substituted answer',
      'BeforeModel',
      ended({ ...DENY, ...specific({ llm_request: { model: 'm' }, llm_response: { text: 't' } }) }),
      'answered',
      { ...DENIED, extras: { llm_request: { model: 'm' }, llm_response: { text: 't' } } },
    ],
    [
      'a replaced chunk',
      'AfterModel',
      ended(specific({ llm_response: { text: 't' } })),
      'answered',
      { decision: 'none', extras: { llm_response: { text: 't' } } },
    ],
    [
      'a choice of tools',
      'BeforeToolSelection',
      ended(specific({ toolConfig: { mode: 'NONE' } })),
      'answered',
      { decision: 'none', extras: { tool_config: { mode: 'NONE' } } },
    ],
    [
      'a choice of tools cannot be denied',
      'BeforeToolSelection',
      ended(DENY),
      'block_not_possible',
      NONE,
    ],
    ['a session start cannot be denied', 'SessionStart', ended(DENY), 'block_not_possible', NONE],
    [
      'exit 2 at a session start is shown to the person',
      'SessionStart',
      ended('', { exitCode: 2, stderr: 'broken' }),
      'block_not_possible',
      { decision: 'none', system_message: 'broken' },
    ],
    [
      'continue false has no effect on a session start',
      'SessionStart',
      ended({ continue: false }),
      'answered',
      NONE,
    ],
    [
      'context for a session',
      'SessionStart',
      ended(specific({ additionalContext: 'c' })),
      'answered',
      { decision: 'none', context: 'c' },
    ],
    [
      'a compression only has a message',
      'PreCompress',
      ended({ systemMessage: 'm', ...specific({ additionalContext: 'c' }) }),
      'answered',
      { decision: 'none', system_message: 'm' },
    ],
    ['ask elsewhere says nothing', 'AfterTool', ended({ decision: 'ask' }), 'answered', NONE],
  ];
  it.each(rows)('%s (%s)', (_title, name, outcome, reason, response) => {
    const got = interpret(name, outcome);
    expect([got.reason, got.response]).toEqual([reason, response]);
  });
});
