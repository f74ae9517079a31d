import { describe, expect, it } from 'vitest';
import type { HookResponse } from '@hookloom/core/hook/hook-response';
import { eventOf } from '../generic/documented.fixture.ts';
import { copilot } from './index.ts';

function answer(name: string, response: HookResponse): unknown {
  const { stdout, exit } = copilot.render(response, eventOf(copilot, name));
  expect(exit).toBe(0);
  return stdout === '' ? null : JSON.parse(stdout);
}

function losses(name: string, response: HookResponse): string[] {
  const rendered = copilot.render(response, eventOf(copilot, name));
  return rendered.losses.map(({ field, survival }) => `${field} ${survival}`);
}

describe('Copilot is told', () => {
  it('a decision about a tool, in both spellings of the event', () => {
    for (const name of ['preToolUse.bash', 'PreToolUse'])
      expect(answer(name, { decision: 'deny', reason: 'no' })).toEqual({
        permissionDecision: 'deny',
        permissionDecisionReason: 'no',
      });
    expect(answer('preToolUse.bash', { decision: 'ask', reason: 'Push?' })).toEqual({
      permissionDecision: 'ask',
      permissionDecisionReason: 'Push?',
    });
    expect(answer('preToolUse.bash', { decision: 'allow' })).toEqual({
      permissionDecision: 'allow',
    });
  });

  it('a rewrite under the keys that it sent, without a decision', () => {
    const modify_args = { file_path: 'b.ts', old_string: 'x', new_string: 'y' };
    for (const name of ['preToolUse.edit', 'PreToolUse.Edit'])
      expect(answer(name, { decision: 'none', modify_args })).toEqual({
        modifiedArgs: { path: 'b.ts', old_str: 'x', new_str: 'y' },
      });
  });

  it('permissions, with an interruption beside a deny only', () => {
    expect(
      answer('permissionRequest', {
        decision: 'deny',
        reason: 'no',
        permission: { interrupt: true },
      }),
    ).toEqual({ behavior: 'deny', message: 'no', interrupt: true });
    expect(
      losses('permissionRequest', { decision: 'deny', permission: { interrupt: true } }),
    ).toEqual([]);
    expect(
      losses('permissionRequest', { decision: 'allow', permission: { updates: [1] } }),
    ).toEqual(['permission changed']);
  });

  it('what to do next when it would stop', () => {
    for (const name of ['agentStop', 'Stop', 'subagentStop'])
      expect(answer(name, { decision: 'none', continue_with: 'Run the tests' })).toEqual({
        decision: 'block',
        reason: 'Run the tests',
      });
  });

  it('a new result, also for a deny after the call', () => {
    expect(answer('postToolUse', { decision: 'none', updated_output: { a: 1 } })).toEqual({
      modifiedResult: { resultType: 'success', textResultForLlm: '{"a":1}' },
    });
    expect(answer('PostToolUse', { decision: 'deny', reason: 'secret', context: 'c' })).toEqual({
      modifiedResult: { resultType: 'success', textResultForLlm: 'secret' },
      additionalContext: 'c',
    });
    expect(answer('subagentStop', { decision: 'none', updated_output: 'masked' })).toEqual({
      modifiedResponse: 'masked',
    });
  });

  it('context of a failed call as plain text with exit 2', () => {
    const event = eventOf(copilot, 'postToolUseFailure');
    expect(copilot.render({ decision: 'none', context: 'Try npm ci' }, event)).toEqual({
      stdout: 'Try npm ci',
      stderr: '',
      exit: 2,
      losses: [],
    });
  });

  it('no more than 10 KB of context, whatever the characters', () => {
    const event = eventOf(copilot, 'sessionStart');
    const rendered = copilot.render({ decision: 'none', context: '語'.repeat(9_000) }, event);
    expect(JSON.parse(rendered.stdout)).toEqual({ additionalContext: '語'.repeat(3_413) });
    expect(rendered.losses.map(({ field }) => field)).toEqual(['context']);
  });

  it('context of a transformed prompt behind the prompt', () => {
    expect(answer('userPromptTransformed', { decision: 'none', context: 'Use pnpm.' })).toEqual({
      modifiedTransformedPrompt: '<context/>\nFix the failing test\n\nUse pnpm.',
    });
  });

  it('nothing that it cannot take, and the losses are told', () => {
    const response: HookResponse = { decision: 'deny', reason: 'no', system_message: 's' };
    expect(answer('userPromptSubmitted', response)).toBe(null);
    expect(losses('userPromptSubmitted', response)).toEqual(['deny lost', 'system_message lost']);
    expect(losses('preToolUse.bash', { decision: 'none', stop_agent: true })).toEqual([
      'stop_agent lost',
    ]);
  });
});

describe('Copilot takes', () => {
  const honour = (name: string, exit: number, stdout: string): HookResponse =>
    copilot.honour({ stdout, stderr: '', exit }, eventOf(copilot, name));

  it('any failure of a hook before a tool as a deny', () => {
    expect(honour('preToolUse.bash', 1, '')).toEqual({ decision: 'deny' });
    expect(honour('PreToolUse', 2, '{"permissionDecision":"allow"}')).toEqual({ decision: 'deny' });
    expect(honour('permissionRequest', 1, '')).toEqual({ decision: 'none' });
    expect(honour('permissionRequest', 2, '')).toEqual({ decision: 'deny' });
    expect(honour('postToolUse', 1, '')).toEqual({ decision: 'none' });
  });

  it('an answer behind lines of progress, and none from two answers', () => {
    const progress = '{"type":"progress","message":"Checking"}';
    const deny = '{"permissionDecision":"deny","permissionDecisionReason":"no"}';
    expect(honour('preToolUse.bash', 0, `${progress}\n${deny}\n`)).toEqual({
      decision: 'deny',
      reason: 'no',
    });
    expect(honour('preToolUse.bash', 0, `${deny}\n${deny}`)).toEqual({ decision: 'none' });
  });
});
