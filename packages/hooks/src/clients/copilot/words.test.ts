import { describe, expect, it } from 'vitest';
import type { HookResponse } from '@hookloom/core/hook';
import { eventOf } from '../generic/documented.fixture.ts';
import { definition as copilot } from './definition.ts';

function answer(name: string, response: HookResponse): unknown {
  const { stdout, exit } = copilot.render(response, eventOf(copilot, name));
  expect(exit).toBe(0);
  return stdout === '' ? null : JSON.parse(stdout);
}

function losses(name: string, response: HookResponse): string[] {
  const rendered = copilot.render(response, eventOf(copilot, name));
  return rendered.losses.map(({ field, survival }) => `${field} ${survival}`);
}

describe('Copilot receives', () => {
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

  it('permissions, with an interruption only for a deny', () => {
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

  it('the next task at a stop', () => {
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

  it('a refused prompt, which never reaches the model', () => {
    expect(
      answer('userPromptSubmitted', { decision: 'deny', reason: 'Not today.', context: 'c' }),
    ).toEqual({ decision: 'block', reason: 'Not today.' });
    expect(losses('userPromptSubmitted', { decision: 'deny', reason: 'no', context: 'c' })).toEqual(
      ['context lost'],
    );
  });

  it('context of a failed call', () => {
    expect(answer('postToolUseFailure', { decision: 'none', context: 'Try npm ci' })).toEqual({
      additionalContext: 'Try npm ci',
    });
  });

  it('a message to the person on standard error, if exit status 2 has no other effect', () => {
    const response: HookResponse = { decision: 'none', context: 'c', system_message: 'Look here.' };
    for (const name of ['sessionStart', 'userPromptSubmitted', 'postToolUse'])
      expect(copilot.render(response, eventOf(copilot, name))).toEqual({
        stdout: '{"additionalContext":"c"}',
        stderr: 'Look here.',
        exit: 2,
        losses: [],
      });
    for (const name of ['preToolUse.bash', 'permissionRequest', 'postToolUseFailure']) {
      expect(copilot.render(response, eventOf(copilot, name)).exit).toBe(0);
      expect(losses(name, { decision: 'none', system_message: 'm' })).toEqual([
        'system_message lost',
      ]);
    }
  });

  it('at most 10 KB of context, for any characters', () => {
    const event = eventOf(copilot, 'sessionStart');
    const rendered = copilot.render({ decision: 'none', context: '語'.repeat(9_000) }, event);
    expect(JSON.parse(rendered.stdout)).toEqual({ additionalContext: '語'.repeat(3_413) });
    expect(rendered.losses.map(({ field }) => field)).toEqual(['context']);
  });

  it('context of a transformed prompt after the prompt', () => {
    expect(answer('userPromptTransformed', { decision: 'none', context: 'Use pnpm.' })).toEqual({
      modifiedTransformedPrompt: '<context/>\nFix the failing test\n\nUse pnpm.',
    });
  });

  it('nothing that it cannot accept, and the losses are reported', () => {
    const response: HookResponse = { decision: 'deny', reason: 'no', system_message: 's' };
    expect(answer('preCompact', response)).toBe(null);
    expect(losses('preCompact', response)).toEqual(['deny lost', 'system_message lost']);
    expect(answer('notification', { decision: 'none', context: 'c' })).toBe(null);
    expect(losses('notification', { decision: 'none', context: 'c' })).toEqual(['context lost']);
    expect(losses('preToolUse.bash', { decision: 'none', stop_agent: true })).toEqual([
      'stop_agent lost',
    ]);
  });
});

describe('Copilot treats', () => {
  const enforce = (name: string, exit: number, stdout: string, stderr = ''): HookResponse =>
    copilot.enforce({ stdout, stderr, exit }, eventOf(copilot, name));

  it('any failure of a hook before a tool as a deny', () => {
    for (const exit of [1, 2, 126, 127, 137])
      for (const name of ['preToolUse.bash', 'PreToolUse', 'permissionRequest'])
        expect(enforce(name, exit, '')).toEqual({ decision: 'deny' });
    const reason = '{"permissionDecision":"deny","permissionDecisionReason":"no"}';
    expect(enforce('PreToolUse', 2, reason)).toEqual({ decision: 'deny', reason: 'no' });
    expect(enforce('PreToolUse', 1, reason)).toEqual({ decision: 'deny' });
  });

  it('an answer with exit status 2 elsewhere as a message, and ignores other statuses', () => {
    const answer = '{"additionalContext":"c"}';
    expect(enforce('postToolUse', 1, answer, 'm')).toEqual({ decision: 'none' });
    expect(enforce('postToolUse', 2, answer, 'm\n')).toEqual({
      decision: 'none',
      context: 'c',
      system_message: 'm',
    });
    expect(enforce('postToolUseFailure', 2, answer, 'm\n')).toEqual({
      decision: 'none',
      context: 'm',
    });
  });

  it('a blocked prompt and a blocked result as refusals', () => {
    const block = '{"decision":"block","reason":"no"}';
    for (const name of ['userPromptSubmitted', 'postToolUse'])
      expect(enforce(name, 0, block)).toEqual({ decision: 'deny', reason: 'no' });
    expect(enforce('preToolUse.bash', 0, block)).toEqual({ decision: 'none' });
  });

  it('JSON after progress lines as the answer, and ignores two answers', () => {
    const progress = '{"type":"progress","message":"Checking"}';
    const deny = '{"permissionDecision":"deny","permissionDecisionReason":"no"}';
    expect(enforce('preToolUse.bash', 0, `${progress}\n${deny}\n`)).toEqual({
      decision: 'deny',
      reason: 'no',
    });
    expect(enforce('preToolUse.bash', 0, `${deny}\n${deny}`)).toEqual({ decision: 'none' });
  });
});
