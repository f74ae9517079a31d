import { describe, expect, it } from 'vitest';
import type { HookEvent, HookResponse } from '@hookloom/core/hook';
import { definition as gemini } from './definition.ts';
import { eventOf, parsed } from './recorded.fixture.ts';

function answer(event: HookEvent, response: HookResponse): unknown {
  const { stdout } = gemini.render(response, event);
  return stdout === '' ? null : JSON.parse(stdout);
}

function losses(event: HookEvent, response: HookResponse): string[] {
  return gemini.render(response, event).losses.map(({ field, survival }) => `${field} ${survival}`);
}

describe('Gemini CLI receives', () => {
  const bash = eventOf('BeforeTool.run_shell_command');

  it('a deny with its reason, on both outputs and with exit 0', () => {
    expect(gemini.render({ decision: 'deny', reason: 'no' }, bash)).toEqual({
      stdout: '{"decision":"deny","reason":"no"}',
      stderr: 'no',
      exit: 0,
      losses: [],
    });
    expect(answer(bash, { decision: 'deny' })).toEqual({
      decision: 'deny',
      reason: 'A hook refused this and gave no reason.',
    });
  });

  it('nothing instead of an allow, which would skip no confirmation', () => {
    expect(answer(bash, { decision: 'allow' })).toBe(null);
    expect(losses(bash, { decision: 'allow' })).toEqual(['allow changed']);
  });

  it('a refusal instead of an ask, which would end a headless run, or nothing if the user chose that', () => {
    for (const decision of ['ask', 'defer'] as const) {
      expect(answer(bash, { decision, reason: 'Push?' })).toEqual({
        decision: 'deny',
        reason:
          'Refused: a hook wants a person to confirm this, and Gemini CLI cannot ask here. Do not retry: tell the user, who can do it instead. The hook says: Push?',
      });
      expect(losses(bash, { decision })).toEqual([`${decision} changed`]);
      const silent = gemini.render({ decision }, bash, { askFallback: 'none' });
      expect([silent.stdout, silent.stderr, silent.losses.length]).toEqual(['', '', 1]);
    }
  });

  it('a rewrite under its own keys, with the rest of the old input', () => {
    const grep = eventOf('BeforeTool', {
      tool_name: 'grep_search',
      tool_input: { pattern: 'x', dir_path: 'src' },
    });
    const whole: HookResponse = {
      decision: 'none',
      modify_args: { pattern: 'y', path: 'lib', glob: '*.ts' },
    };
    expect(answer(grep, whole)).toEqual({
      hookSpecificOutput: {
        hookEventName: 'BeforeTool',
        tool_input: { pattern: 'y', dir_path: 'lib', include_pattern: '*.ts' },
      },
    });
    expect(losses(grep, whole)).toEqual([]);
    expect(gemini.enforce(gemini.render(whole, grep), grep)).toEqual(whole);
    const part: HookResponse = { decision: 'none', modify_args: { command: 'ls -l' } };
    expect(gemini.render(part, bash).losses).toEqual([
      { field: 'modify_args', survival: 'changed', note: 'Stays in the call: description.' },
    ]);
    expect(losses(bash, { ...part, decision: 'deny', reason: 'no' })).toEqual(['modify_args lost']);
  });

  it('context if it reaches the model, and reports the escaped brackets', () => {
    for (const name of ['SessionStart', 'BeforeAgent', 'AfterTool']) {
      const event = eventOf(name);
      expect(answer(event, { decision: 'none', context: 'c' })).toEqual({
        hookSpecificOutput: { hookEventName: name, additionalContext: 'c' },
      });
      expect(losses(event, { decision: 'none', context: 'c' })).toEqual([]);
      const tagged: HookResponse = { decision: 'none', context: '<a>' };
      expect(losses(event, tagged)).toEqual(['context changed']);
      expect(gemini.enforce(gemini.render(tagged, event), event).context).toBe('&lt;a&gt;');
    }
    for (const name of ['BeforeTool', 'BeforeModel', 'PreCompress', 'SessionEnd', 'AfterAgent'])
      expect(losses(eventOf(name), { decision: 'none', context: 'c' })).toEqual(['context lost']);
    expect(losses(eventOf('SessionStart.clear'), { decision: 'none', context: 'c' })).toEqual([
      'context lost',
    ]);
  });

  it('at most a hundred thousand characters of context', () => {
    const rendered = gemini.render(
      { decision: 'none', context: 'x'.repeat(100_001) },
      eventOf('BeforeAgent'),
    );
    expect(gemini.enforce(rendered, eventOf('BeforeAgent')).context).toHaveLength(100_000);
    expect(rendered.losses.map(({ survival }) => survival)).toEqual(['changed']);
  });

  it('a refusal after the tool, or a new output, in place of the result and its context', () => {
    const event = eventOf('AfterTool.read_file');
    expect(answer(event, { decision: 'deny', reason: 'no', context: 'c' })).toEqual({
      decision: 'deny',
      reason: 'no\n\nc',
    });
    expect(losses(event, { decision: 'deny', reason: 'no', context: 'c' })).toEqual([
      'deny changed',
      'context changed',
    ]);
    expect(answer(event, { decision: 'none', updated_output: { a: 1 } })).toEqual({
      decision: 'deny',
      reason: '{"a":1}',
    });
    expect(losses(event, { decision: 'none', updated_output: 'x' })).toEqual([
      'updated_output changed',
    ]);
    expect(losses(event, { decision: 'ask' })).toEqual(['ask lost']);
  });

  it('the same after a call that failed', () => {
    const event = eventOf('AfterTool.mcp_trivial_fail.error');
    expect(answer(event, { decision: 'none', context: 'Try again' })).toMatchObject({
      hookSpecificOutput: { additionalContext: 'Try again' },
    });
  });

  it('the next task at the end of a turn', () => {
    const event = eventOf('AfterAgent');
    expect(answer(event, { decision: 'none', continue_with: 'Run the tests' })).toEqual({
      decision: 'deny',
      reason: 'Run the tests',
    });
    expect(losses(event, { decision: 'none', continue_with: 'Go', context: 'c' })).toEqual([
      'context changed',
    ]);
    expect(
      answer(event, { decision: 'none', continue_with: 'Go', extras: { clear_context: true } }),
    ).toEqual({
      decision: 'deny',
      reason: 'Go',
      hookSpecificOutput: { hookEventName: 'AfterAgent', clearContext: true },
    });
  });

  it('an end of the run if it honours one', () => {
    const response: HookResponse = { decision: 'none', stop_agent: true, stop_reason: 'enough' };
    for (const name of ['BeforeAgent', 'BeforeModel', 'AfterModel', 'BeforeTool', 'AfterTool'])
      expect(answer(eventOf(name), response)).toEqual({ continue: false, stopReason: 'enough' });
    for (const name of ['SessionStart', 'PreCompress', 'Notification', 'SessionEnd']) {
      expect(answer(eventOf(name), response)).toBe(null);
      expect(losses(eventOf(name), response)).toEqual(['stop_agent lost']);
    }
  });

  it('a patch of the request, an answer instead of the model’s, and the choice of tools', () => {
    const llm_request = { config: { temperature: 0 } };
    const llm_response = { candidates: [] };
    const before = eventOf('BeforeModel');
    expect(answer(before, { decision: 'none', extras: { llm_request } })).toEqual({
      hookSpecificOutput: { hookEventName: 'BeforeModel', llm_request },
    });
    const instead: HookResponse = { decision: 'none', extras: { llm_response } };
    expect(answer(before, instead)).toEqual({
      decision: 'deny',
      reason: 'A hook answered instead of the model.',
      hookSpecificOutput: { hookEventName: 'BeforeModel', llm_response },
    });
    expect(gemini.enforce(gemini.render(instead, before), before)).toEqual(instead);
    const tool_config = { mode: 'NONE' };
    expect(
      answer(eventOf('BeforeToolSelection'), { decision: 'none', extras: { tool_config } }),
    ).toEqual({
      hookSpecificOutput: { hookEventName: 'BeforeToolSelection', toolConfig: tool_config },
    });
    const tail_tool_call = { name: 'read_file', args: {} };
    expect(answer(eventOf('AfterTool'), { decision: 'none', extras: { tail_tool_call } })).toEqual({
      hookSpecificOutput: { hookEventName: 'AfterTool', tailToolCallRequest: tail_tool_call },
    });
  });

  it('none of them if it does not understand them, which is a loss', () => {
    const extras = { tool_config: { mode: 'NONE' }, title: 'x' } as HookResponse['extras'];
    expect(losses(eventOf('BeforeModel'), { decision: 'none', extras: extras! })).toEqual([
      'extras lost',
    ]);
    const some = { llm_response: {}, display_content: 'x' };
    expect(losses(eventOf('AfterModel'), { decision: 'none', extras: some })).toEqual([
      'extras changed',
    ]);
    const denied: HookResponse = { decision: 'deny', reason: 'no', extras: { llm_response: {} } };
    expect(answer(eventOf('BeforeModel'), denied)).toEqual({ decision: 'deny', reason: 'no' });
    expect(losses(eventOf('BeforeModel'), denied)).toEqual(['extras lost']);
  });

  it('messages for the person, and nothing on an event that it does not have', () => {
    expect(answer(eventOf('PreCompress'), { decision: 'none', system_message: 's' })).toEqual({
      systemMessage: 's',
    });
    expect(answer(parsed({ hook_event_name: 'Later' }), { decision: 'deny' })).toBe(null);
  });

  it('nothing that cannot be encoded', () => {
    const deep = JSON.parse('['.repeat(60_000) + ']'.repeat(60_000));
    const response: HookResponse = { decision: 'none', modify_args: { deep } };
    expect(losses(bash, response)).toEqual(['modify_args lost']);
    expect(losses(eventOf('AfterTool'), { decision: 'none', updated_output: deep })).toEqual([
      'updated_output lost',
    ]);
  });
});
