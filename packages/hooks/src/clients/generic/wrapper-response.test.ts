import { describe, expect, it } from 'vitest';
import type { HookResponse } from '@hookloom/core/hook';
import { eventOf } from './documented.fixture.ts';
import { definition as generic } from './definition.ts';
import { renderWrapperClaude, renderWrapperGemini, wrapperExit } from './wrapper-response.ts';

const claude = (name: string, response: HookResponse) =>
  renderWrapperClaude(response, eventOf(generic, name));
const gemini = (name: string, response: HookResponse) =>
  renderWrapperGemini(response, eventOf(generic, `gemini.${name}`));

describe('Claude Code’s wrapper receives', () => {
  it('only continue if no hook has an opinion, so that a dispatcher never approves', () => {
    for (const name of ['session-start', 'pre-tool-use', 'permission-request', 'stop'])
      expect(claude(name, { decision: 'none' })).toEqual({ continue: true });
  });

  it('an approval only if a hook allowed', () => {
    expect(claude('pre-tool-use', { decision: 'allow' })).toEqual({
      continue: true,
      decision: 'approve',
    });
  });

  it('a block as documented', () => {
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

  it('a refused stop as documented', () => {
    const continue_with = 'Task has uncommitted changes. Commit and close the task first.';
    expect(claude('stop', { decision: 'none', continue_with })).toEqual({
      continue: false,
      stopReason: continue_with,
    });
  });

  it('context and message together, and context again if the event accepts it', () => {
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

  it('a block that explains itself if a person should have been asked', () => {
    expect(claude('pre-tool-use', { decision: 'ask', reason: 'Push?' })).toEqual({
      continue: false,
      decision: 'block',
      stopReason:
        'Refused: a hook wants a person to confirm this, and this client cannot ask here. Do not retry: tell the user, who can do it instead. The hook says: Push?',
    });
  });

  it('exit code 1 from its dispatcher if continue is false', () => {
    expect(wrapperExit({ continue: true }, 'claude')).toBe(0);
    expect(wrapperExit({ continue: false }, 'claude')).toBe(1);
    expect(wrapperExit({}, 'claude')).toBe(0);
  });
});

describe('Gemini’s wrapper receives', () => {
  it('an empty object if no hook has an opinion', () => {
    expect(gemini('BeforeTool', { decision: 'none' })).toEqual({});
  });

  it('decision and reason', () => {
    expect(gemini('BeforeTool', { decision: 'deny', reason: 'no' })).toEqual({
      decision: 'deny',
      reason: 'no',
    });
    expect(gemini('BeforeTool', { decision: 'allow' })).toEqual({ decision: 'allow' });
  });

  it('context for the agent and the message for the person', () => {
    expect(gemini('SessionStart', { decision: 'none', context: 'c', system_message: 's' })).toEqual(
      { systemMessage: 's', hookSpecificOutput: { additionalContext: 'c' } },
    );
  });

  it('a changed request and a changed choice of tools', () => {
    expect(gemini('BeforeModel', { decision: 'none', modify_args: { temperature: 0.7 } })).toEqual({
      hookSpecificOutput: { llm_request: { temperature: 0.7 } },
    });
    const tool_config = { disabled_tools: ['RunShellCommand'] };
    expect(gemini('BeforeToolSelection', { decision: 'allow', extras: { tool_config } })).toEqual({
      decision: 'allow',
      hookSpecificOutput: { toolConfig: tool_config },
    });
  });

  it('a deny if the agent should continue', () => {
    expect(gemini('AfterAgent', { decision: 'none', continue_with: 'Run the tests' })).toEqual({
      decision: 'deny',
      reason: 'Run the tests',
    });
  });

  it('exit code 2 from its dispatcher unless the decision is allow', () => {
    expect(wrapperExit({}, 'gemini')).toBe(0);
    expect(wrapperExit({ decision: 'allow' }, 'gemini')).toBe(0);
    expect(wrapperExit({ decision: 'deny' }, 'gemini')).toBe(2);
  });
});

describe('the command answers', () => {
  it('like the documented dispatchers: the wrapper’s answer and their exit code', () => {
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

  it('an approval of Codex with a word, and reports that the reason is lost', () => {
    const event = eventOf(generic, 'codex.command-approval');
    expect(generic.render({ decision: 'allow' }, event).stdout).toBe('{"decision":"accept"}');
    expect(generic.render({ decision: 'deny', reason: 'no' }, event)).toEqual({
      stdout: '{"decision":"decline"}',
      stderr: 'no',
      exit: 0,
      losses: [{ field: 'reason', survival: 'lost', note: 'Codex receives only the decision.' }],
    });
  });

  it('events in our own format with the complete response', () => {
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
    expect(generic.enforce({ stdout, stderr: '', exit: 0 }, event)).toEqual({
      decision: 'none',
      context: 'c',
    });
  });
});
