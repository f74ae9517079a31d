import { describe, expect, it } from 'vitest';
import type { HookResponse } from '@hookloom/core/hook';
import { eventOf } from '../generic/documented.fixture.ts';
import { definition as cursor } from './definition.ts';

function answer(name: string, response: HookResponse): unknown {
  const { stdout } = cursor.render(response, eventOf(cursor, name));
  return stdout === '' ? null : JSON.parse(stdout);
}

function losses(name: string, response: HookResponse): string[] {
  const rendered = cursor.render(response, eventOf(cursor, name));
  return rendered.losses.map(({ field, survival }) => `${field} ${survival}`);
}

describe('Cursor receives', () => {
  it('a deny with the reason for both readers, with exit 0', () => {
    const event = eventOf(cursor, 'preToolUse.Shell');
    expect(cursor.render({ decision: 'deny', reason: 'no' }, event)).toEqual({
      stdout: '{"permission":"deny","user_message":"no","agent_message":"no"}',
      stderr: 'no',
      exit: 0,
      losses: [],
    });
  });

  it('the reason of a refused prompt on standard error too', () => {
    const event = eventOf(cursor, 'beforeSubmitPrompt');
    const stopped: HookResponse = { decision: 'none', stop_agent: true, stop_reason: 'Not today' };
    for (const response of [stopped, { decision: 'deny', reason: 'Not today' } as const])
      expect(cursor.render(response, event)).toMatchObject({
        stdout: '{"continue":false,"user_message":"Not today"}',
        stderr: 'Not today',
      });
  });

  it('a default reason for a deny without one', () => {
    expect(answer('beforeReadFile', { decision: 'deny' })).toEqual({
      permission: 'deny',
      user_message: 'A hook refused this and gave no reason.',
    });
  });

  it('an ask if Cursor can ask, and otherwise a deny that is reported as a loss', () => {
    const ask: HookResponse = { decision: 'ask', reason: 'Push?' };
    const asked = { permission: 'ask', user_message: 'Push?', agent_message: 'Push?' };
    expect(answer('beforeShellExecution', ask)).toEqual(asked);
    expect(answer('beforeMCPExecution', ask)).toEqual(asked);
    expect(losses('beforeShellExecution', ask)).toEqual([]);
    expect(answer('preToolUse.Write', ask)).toMatchObject({ permission: 'deny' });
    expect(losses('preToolUse.Write', ask)).toEqual(['ask changed']);
  });

  it('nothing instead of an ask if the user chose that', () => {
    const event = eventOf(cursor, 'preToolUse.Write');
    expect(cursor.render({ decision: 'ask' }, event, { askFallback: 'none' })).toEqual({
      stdout: '',
      stderr: '',
      exit: 0,
      losses: [
        {
          field: 'ask',
          survival: 'lost',
          note: 'Not sent: the client uses its own settings.',
        },
      ],
    });
  });

  it('a rewrite under the keys that it sent, without a permission', () => {
    const modify_args = { file_path: 'src/b.ts', content: 'x' };
    expect(answer('preToolUse.Write', { decision: 'none', modify_args })).toEqual({
      updated_input: { path: 'src/b.ts', contents: 'x' },
    });
    expect(losses('preToolUse.Write', { decision: 'deny', reason: 'no', modify_args })).toEqual([
      'modify_args lost',
    ]);
  });

  it('no text without a decision, because Cursor would reject the answer and block the call', () => {
    const texts: HookResponse = { decision: 'none', context: 'c', system_message: 's' };
    expect(answer('preToolUse.Shell', texts)).toBe(null);
    expect(losses('preToolUse.Shell', texts)).toEqual(['context lost', 'system_message lost']);
  });

  it("context if it reaches the model, cut to Cursor's limit", () => {
    const context = '😀'.repeat(5_001);
    const event = eventOf(cursor, 'sessionStart');
    const rendered = cursor.render({ decision: 'none', context, env: { A: '1' } }, event);
    expect(JSON.parse(rendered.stdout)).toEqual({
      additional_context: '😀'.repeat(5_000),
      env: { A: '1' },
    });
    expect(rendered.losses).toEqual([
      {
        field: 'context',
        survival: 'changed',
        note: 'Cut from 10002 to 10000 characters: the limit of this client.',
      },
    ]);
    expect(losses('beforeSubmitPrompt', { decision: 'none', context: 'c' })).toEqual([
      'context lost',
    ]);
  });

  it('a blocked prompt', () => {
    expect(answer('beforeSubmitPrompt', { decision: 'deny', reason: 'no' })).toEqual({
      continue: false,
      user_message: 'no',
    });
    expect(answer('beforeSubmitPrompt', { decision: 'allow' })).toBe(null);
  });

  it('the next task at a stop', () => {
    expect(answer('stop', { decision: 'none', continue_with: 'Run the tests' })).toEqual({
      followup_message: 'Run the tests',
    });
  });

  it('new outputs only for MCP tools', () => {
    const response: HookResponse = { decision: 'none', updated_output: 'masked' };
    expect(answer('postToolUse.MCP', response)).toEqual({ updated_mcp_tool_output: 'masked' });
    expect(losses('postToolUse.MCP', response)).toEqual([]);
    expect(answer('postToolUse.Shell', response)).toBe(null);
    expect(losses('postToolUse.Shell', response)).toEqual(['updated_output lost']);
  });

  it('a deny after the call as context', () => {
    expect(answer('postToolUse.Shell', { decision: 'deny', reason: 'Do not do that' })).toEqual({
      additional_context: 'Do not do that',
    });
  });
});

describe('Cursor treats', () => {
  const enforce = (name: string, exit: number, stdout: string, stderr = ''): HookResponse =>
    cursor.enforce({ stdout, stderr, exit }, eventOf(cursor, name));

  it('exit 2 as a deny for a permission, and nowhere else', () => {
    expect(enforce('preToolUse.Shell', 2, '', 'no')).toEqual({ decision: 'deny', reason: 'no' });
    expect(enforce('beforeSubmitPrompt', 2, '', 'no')).toEqual({ decision: 'deny', reason: 'no' });
    expect(enforce('postToolUse.Shell', 2, '', 'no')).toEqual({ decision: 'none' });
  });

  it('a failure and output that is not JSON as no answer', () => {
    expect(enforce('preToolUse.Shell', 1, '{"permission":"deny"}')).toEqual({ decision: 'none' });
    expect(enforce('preToolUse.Shell', 0, 'hi\n{"permission":"deny"}')).toEqual({
      decision: 'none',
    });
  });

  it('an ask before tools in general, and context that is too long, as no answer', () => {
    expect(enforce('preToolUse.Shell', 0, '{"permission":"ask"}')).toEqual({ decision: 'none' });
    const long = JSON.stringify({ additional_context: 'x'.repeat(10_001) });
    expect(enforce('sessionStart', 0, long)).toEqual({ decision: 'none' });
  });
});
