import { describe, expect, it } from 'vitest';
import type { HookResponse } from '@hookloom/core/hook';
import { eventOf } from './documented.fixture.ts';
import { definition as generic } from './definition.ts';
import { renderWrapperClaude, renderWrapperGemini, wrapperExit } from './wrapper-response.ts';

const claude = (name: string, response: HookResponse) =>
  renderWrapperClaude(response, eventOf(generic, name));
const gemini = (name: string, response: HookResponse) =>
  renderWrapperGemini(response, eventOf(generic, `gemini.${name}`));

describe('Claude Code’s wrapper is answered', () => {
  it('with continue alone when no hook has an opinion, so that a dispatcher never approves', () => {
    for (const name of ['session-start', 'pre-tool-use', 'permission-request', 'stop'])
      expect(claude(name, { decision: 'none' })).toEqual({ continue: true });
  });

  it('with an approval only where a hook allowed', () => {
    expect(claude('pre-tool-use', { decision: 'allow' })).toEqual({
      continue: true,
      decision: 'approve',
    });
  });

  it('with a block as the document shows it', () => {
    expect(
      claude('pre-tool-use', {
        decision: 'deny',
        reason: 'No active task',
        context: 'You must create or claim a task before editing files.',
      }),
    ).toEqual({
      continue: false,
      decision: 'block',
      stopReason: 'No active task',
      systemMessage: 'You must create or claim a task before editing files.',
    });
    expect(
      claude('permission-request', {
        decision: 'deny',
        reason: 'Access to system files not permitted',
      }),
    ).toEqual({
      continue: false,
      decision: 'block',
      stopReason: 'Access to system files not permitted',
    });
  });

  it('with a refused stop as the document shows it', () => {
    const continue_with = 'Task has uncommitted changes. Commit and close the task first.';
    expect(claude('stop', { decision: 'none', continue_with })).toEqual({
      continue: false,
      stopReason: continue_with,
    });
  });

  it('with context and message together, and context again where the event takes it', () => {
    const response: HookResponse = { decision: 'none', context: 'c', system_message: 's' };
    expect(claude('session-start', response)).toEqual({
      continue: true,
      systemMessage: 'c\n\ns',
      hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'c' },
    });
    expect(claude('user-prompt-submit', response)['hookSpecificOutput']).toEqual({
      hookEventName: 'UserPromptSubmit',
      additionalContext: 'c',
    });
    expect(claude('post-tool-use', response)['hookSpecificOutput']).toEqual({
      hookEventName: 'PostToolUse',
      additionalContext: 'c',
    });
    expect(claude('pre-tool-use', response)).toEqual({ continue: true, systemMessage: 'c\n\ns' });
  });

  it('with a block where a person should have been asked', () => {
    expect(claude('pre-tool-use', { decision: 'ask', reason: 'Push?' })).toEqual({
      continue: false,
      decision: 'block',
      stopReason: 'Push?',
    });
  });

  it('and its dispatcher exits with 1 where continue is false', () => {
    expect(wrapperExit({ continue: true }, 'claude')).toBe(0);
    expect(wrapperExit({ continue: false }, 'claude')).toBe(1);
    expect(wrapperExit({}, 'claude')).toBe(0);
  });
});

describe('Gemini’s wrapper is answered', () => {
  it('with an empty object when no hook has an opinion', () => {
    expect(gemini('BeforeTool', { decision: 'none' })).toEqual({});
  });

  it('with decision and reason', () => {
    expect(gemini('BeforeTool', { decision: 'deny', reason: 'no' })).toEqual({
      decision: 'deny',
      reason: 'no',
    });
    expect(gemini('BeforeTool', { decision: 'allow' })).toEqual({ decision: 'allow' });
  });

  it('with context for the agent and the message for the person', () => {
    expect(gemini('SessionStart', { decision: 'none', context: 'c', system_message: 's' })).toEqual(
      { systemMessage: 's', hookSpecificOutput: { additionalContext: 'c' } },
    );
  });

  it('with a changed request and a changed choice of tools', () => {
    expect(gemini('BeforeModel', { decision: 'none', modify_args: { temperature: 0.7 } })).toEqual({
      hookSpecificOutput: { llm_request: { temperature: 0.7 } },
    });
    const tool_config = { disabled_tools: ['RunShellCommand'] };
    expect(gemini('BeforeToolSelection', { decision: 'allow', extras: { tool_config } })).toEqual({
      decision: 'allow',
      hookSpecificOutput: { toolConfig: tool_config },
    });
  });

  it('with a deny where the agent shall go on', () => {
    expect(gemini('AfterAgent', { decision: 'none', continue_with: 'Run the tests' })).toEqual({
      decision: 'deny',
      reason: 'Run the tests',
    });
  });

  it('and its dispatcher exits with 2 unless the decision is allow', () => {
    expect(wrapperExit({}, 'gemini')).toBe(0);
    expect(wrapperExit({ decision: 'allow' }, 'gemini')).toBe(0);
    expect(wrapperExit({ decision: 'deny' }, 'gemini')).toBe(2);
  });
});

describe('The command answers', () => {
  it('as the documented dispatchers do: the wrapper’s answer and their exit code', () => {
    const deny: HookResponse = { decision: 'deny', reason: 'no' };
    expect(generic.render(deny, eventOf(generic, 'pre-tool-use'))).toEqual({
      stdout: '{"continue":false,"decision":"block","stopReason":"no"}',
      stderr: 'no',
      exit: 1,
      losses: [],
    });
    expect(generic.render(deny, eventOf(generic, 'gemini.BeforeTool'))).toEqual({
      stdout: '{"decision":"deny","reason":"no"}',
      stderr: 'no',
      exit: 2,
      losses: [],
    });
  });

  it('an approval of Codex with a word, and says that the reason is lost', () => {
    const event = eventOf(generic, 'codex.command-approval');
    expect(generic.render({ decision: 'allow' }, event).stdout).toBe('{"decision":"accept"}');
    expect(generic.render({ decision: 'deny', reason: 'no' }, event)).toEqual({
      stdout: '{"decision":"decline"}',
      stderr: 'no',
      exit: 0,
      losses: [{ field: 'reason', survival: 'lost', note: 'Codex receives only the decision.' }],
    });
  });

  it('events in our own words with the whole response', () => {
    const event = eventOf(generic, 'unified.before_tool');
    const response: HookResponse = { decision: 'none', env: { A: '1' }, title: 't' };
    expect(generic.render(response, event)).toEqual({
      stdout: '{"env":{"A":"1"},"title":"t"}',
      stderr: '',
      exit: 0,
      losses: [],
    });
    expect(generic.render({ decision: 'deny' }, event)).toEqual({
      stdout: '{"decision":"deny","reason":"A hook refused this and gave no reason."}',
      stderr: 'A hook refused this and gave no reason.',
      exit: 2,
      losses: [],
    });
  });

  it('nothing about fields of a wrong type in such a response', () => {
    const event = eventOf(generic, 'unified.before_tool');
    const stdout = '{"decision":"maybe","reason":7,"env":{"A":1},"context":"c"}';
    expect(generic.honour({ stdout, stderr: '', exit: 0 }, event)).toEqual({
      decision: 'none',
      context: 'c',
    });
  });
});
