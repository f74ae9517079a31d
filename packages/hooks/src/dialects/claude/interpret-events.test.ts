import type { HookEvent, HookResponse } from '@hookloom/core/hook';
import type { JsonObject, JsonValue } from '@hookloom/core';
import { describe, expect, it } from 'vitest';
import type { OutcomeReason, RawOutcome } from '../../engine/outcome.ts';
import { claudeDialect } from './index.ts';
import { ended, sampleEvent, sampleHandler, sampleTool } from './sample.fixture.ts';

type Said = [reason: OutcomeReason, response: HookResponse];
type Row = [title: string, outcome: RawOutcome, reason: OutcomeReason, response: HookResponse];

const DENIED: HookResponse = { decision: 'deny', reason: 'no' };
const NONE: HookResponse = { decision: 'none' };

function said(name: string, outcome: RawOutcome, event: HookEvent = sampleEvent()): Said {
  const { reason, response } = claudeDialect.interpret(outcome, sampleHandler(name), event);
  return [reason, response];
}

describe('stop events', () => {
  const GO_ON: HookResponse = { decision: 'none', continue_with: 'tests first' };
  const rows: [string, JsonValue, Parameters<typeof ended>[1], OutcomeReason, HookResponse][] = [
    [
      'a block makes the agent continue',
      { decision: 'block', reason: 'tests first' },
      {},
      'answered',
      GO_ON,
    ],
    [
      'a deny also makes the agent continue',
      { decision: 'deny', reason: 'tests first' },
      {},
      'answered',
      GO_ON,
    ],
    [
      'exit 2 makes the agent continue',
      '',
      { exitCode: 2, stderr: 'tests first' },
      'blocked_by_exit',
      GO_ON,
    ],
    [
      'a block without a reason has a generated one',
      { decision: 'block' },
      {},
      'answered',
      { decision: 'none', continue_with: 'A hook of Stop refused this and gave no reason.' },
    ],
    [
      'additionalContext keeps the agent working as well',
      { hookSpecificOutput: { hookEventName: 'Stop', additionalContext: 'tests first' } },
      {},
      'answered',
      GO_ON,
    ],
    [
      'continue false ends the run, whatever else the answer contains',
      { decision: 'block', reason: 'tests first', continue: false },
      {},
      'answered',
      { decision: 'none', stop_agent: true },
    ],
    ['an approval of the stop is no opinion', { decision: 'approve' }, {}, 'answered', NONE],
    ['plain text says nothing', 'tests first', {}, 'silent', NONE],
  ];
  it.each(rows)('%s', (_title, stdout, more, reason, response) => {
    expect(said('Stop', ended(stdout, more))).toEqual([reason, response]);
  });
});

describe('permission requests', () => {
  const decide = (decision: JsonValue): RawOutcome =>
    ended({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } });
  const rows: Row[] = [
    [
      'allow with a rewrite and new rules',
      decide({
        behavior: 'allow',
        updatedInput: { command: 'ls -a' },
        updatedPermissions: [{ type: 'setMode' }],
      }),
      'answered',
      {
        decision: 'allow',
        modify_args: { command: 'ls -a' },
        permission: { updates: [{ type: 'setMode' }] },
      },
    ],
    [
      'deny with a message and an interrupt',
      decide({ behavior: 'deny', message: 'no', interrupt: true }),
      'answered',
      { ...DENIED, permission: { interrupt: true } },
    ],
    ['a bare deny is not lost', decide('deny'), 'answered', { decision: 'deny' }],
    ['a bare allow approves nothing', decide('allow'), 'answered', NONE],
    ['an unknown behavior says nothing', decide({ behavior: 'maybe' }), 'answered', NONE],
    [
      'exit 2 is a refusal here, although Claude Code itself does not treat it as one',
      ended('', { exitCode: 2, stderr: 'no' }),
      'blocked_by_exit',
      DENIED,
    ],
    [
      'an approval from elsewhere approves nothing',
      ended({ decision: 'approve' }),
      'answered',
      NONE,
    ],
    [
      'a permissionDecision deny is not lost',
      ended({
        hookSpecificOutput: {
          hookEventName: 'PermissionRequest',
          permissionDecision: 'deny',
          permissionDecisionReason: 'no',
        },
      }),
      'answered',
      DENIED,
    ],
  ];
  it.each(rows)('%s', (_title, outcome, reason, response) => {
    expect(said('PermissionRequest', outcome)).toEqual([reason, response]);
  });
});

function specific(name: string, fields: JsonObject): JsonObject {
  return { hookSpecificOutput: { hookEventName: name, ...fields } };
}

describe('other events', () => {
  const rows: [string, string, RawOutcome, OutcomeReason, HookResponse][] = [
    [
      'a blocked prompt',
      'UserPromptSubmit',
      ended({ decision: 'block', reason: 'no' }),
      'answered',
      DENIED,
    ],
    [
      'plain text on a prompt is context',
      'UserPromptSubmit',
      ended('hello\n'),
      'answered',
      { decision: 'none', context: 'hello' },
    ],
    [
      'plain text with a non-zero exit is not',
      'UserPromptSubmit',
      ended('hello', { exitCode: 1 }),
      'warned_by_exit',
      NONE,
    ],
    [
      'plain text that begins with a brace is context',
      'SessionStart',
      ended('{ see } README'),
      'answered',
      { decision: 'none', context: '{ see } README' },
    ],
    [
      'an incomplete answer is not context',
      'SessionStart',
      ended('{"hookSpecificOutput": {'),
      'unreadable',
      NONE,
    ],
    [
      'plain text before a compaction is an instruction',
      'PreCompact',
      ended('keep names'),
      'answered',
      { decision: 'none', context: 'keep names' },
    ],
    [
      'a blocked compaction',
      'PreCompact',
      ended('', { exitCode: 2, stderr: 'no' }),
      'blocked_by_exit',
      DENIED,
    ],
    [
      'context before a compaction is ignored',
      'PreCompact',
      ended(specific('PreCompact', { additionalContext: 'c' })),
      'answered',
      NONE,
    ],
    [
      'a session start cannot be blocked',
      'SessionStart',
      ended({ decision: 'block', reason: 'no' }),
      'block_not_possible',
      NONE,
    ],
    [
      'exit 2 on a session start is shown to the person',
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
      'everything a session start may say',
      'SessionStart',
      ended(
        specific('SessionStart', {
          additionalContext: 'c',
          sessionTitle: 't',
          watchPaths: ['a', 1],
          initialUserMessage: 'go',
          reloadSkills: true,
        }),
      ),
      'answered',
      {
        decision: 'none',
        context: 'c',
        title: 't',
        watch_paths: ['a'],
        extras: { initial_user_message: 'go', reload_skills: true },
      },
    ],
    [
      'a block after a tool is feedback',
      'PostToolUse',
      ended({ decision: 'block', reason: 'no' }),
      'answered',
      DENIED,
    ],
    [
      'a new output',
      'PostToolUse',
      ended(
        specific('PostToolUse', { updatedToolOutput: { stdout: 'x' }, classifierContext: 'k' }),
      ),
      'answered',
      { decision: 'none', updated_output: { stdout: 'x' }, extras: { classifier_context: 'k' } },
    ],
    [
      'the older name of a new output counts only for servers',
      'PostToolUse',
      ended(specific('PostToolUse', { updatedMCPToolOutput: 'x' })),
      'answered',
      NONE,
    ],
    [
      'a retry',
      'PermissionDenied',
      ended(specific('PermissionDenied', { retry: true })),
      'answered',
      { decision: 'none', retry: true },
    ],
    [
      'a displayed text',
      'MessageDisplay',
      ended(specific('MessageDisplay', { displayContent: 'x' })),
      'answered',
      { decision: 'none', extras: { display_content: 'x' } },
    ],
    [
      'an answered elicitation',
      'Elicitation',
      ended(specific('Elicitation', { action: 'accept', content: { a: 1 } })),
      'answered',
      { decision: 'none', extras: { elicitation_action: 'accept', elicitation_content: { a: 1 } } },
    ],
    [
      'the last line is the path of a worktree',
      'WorktreeCreate',
      ended('making it\n/tmp/w\n\n'),
      'answered',
      { decision: 'none', extras: { worktree_path: '/tmp/w' } },
    ],
    [
      'any error fails a worktree',
      'WorktreeCreate',
      ended('/tmp/w', { exitCode: 1, stderr: 'no' }),
      'blocked_by_exit',
      DENIED,
    ],
    [
      'exit 2 blocks a task',
      'TaskCompleted',
      ended('', { exitCode: 2, stderr: 'no' }),
      'blocked_by_exit',
      DENIED,
    ],
    [
      'exit 2 keeps a teammate working',
      'TeammateIdle',
      ended('', { exitCode: 2, stderr: 'more' }),
      'blocked_by_exit',
      { decision: 'none', continue_with: 'more' },
    ],
    [
      'the original prompt is suppressed',
      'UserPromptSubmit',
      ended({ decision: 'block', reason: 'no', suppressOriginalPrompt: true }),
      'answered',
      { ...DENIED, extras: { suppress_original_prompt: true } },
    ],
    [
      'a model switch is denied',
      'PreModelSwitch',
      ended(
        specific('PreModelSwitch', { permissionDecision: 'deny', permissionDecisionReason: 'no' }),
      ),
      'answered',
      DENIED,
    ],
  ];
  it.each(rows)('%s (%s)', (_title, name, outcome, reason, response) => {
    expect(said(name, outcome)).toEqual([reason, response]);
  });

  it('keeps a new output as text if the client sent text', () => {
    const tool = sampleTool({ response: 'old' });
    const outcome = ended(
      specific('PostToolUse', { updatedToolOutput: { stdout: 'new', stderr: '' } }),
    );
    expect(said('PostToolUse', outcome, sampleEvent({ tool }))).toEqual([
      'answered',
      { decision: 'none', updated_output: 'new' },
    ]);
  });
});
