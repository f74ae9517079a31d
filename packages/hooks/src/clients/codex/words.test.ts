import { describe, expect, it } from 'vitest';
import type { HookEvent, HookResponse } from '@hookloom/core/hook';
import { definition as codex } from './definition.ts';
import { eventOf, parsed } from './recorded.fixture.ts';

const ASKING = { permission_mode: 'default' };

function answer(event: HookEvent, response: HookResponse): unknown {
  const { stdout } = codex.render(response, event);
  return stdout === '' ? null : JSON.parse(stdout);
}

function losses(event: HookEvent, response: HookResponse): string[] {
  return codex.render(response, event).losses.map(({ field, survival }) => `${field} ${survival}`);
}

describe('Codex receives', () => {
  const bash = eventOf('PreToolUse.Bash');

  it('a deny with its reason, on both outputs and with exit 0', () => {
    expect(codex.render({ decision: 'deny', reason: 'no' }, bash)).toEqual({
      stdout:
        '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}',
      stderr: 'no',
      exit: 0,
      losses: [],
    });
  });

  it('a default reason if a deny has none, because Codex would ignore the deny', () => {
    for (const reason of ['', ' \n\u0085'])
      expect(answer(bash, { decision: 'deny', reason })).toMatchObject({
        hookSpecificOutput: { permissionDecisionReason: 'A hook refused this and gave no reason.' },
      });
  });

  it('nothing instead of an allow, which is reported as a loss', () => {
    expect(codex.render({ decision: 'allow' }, bash)).toEqual({
      stdout: '',
      stderr: '',
      exit: 0,
      losses: [
        {
          field: 'allow',
          survival: 'changed',
          note: 'Not sent: Codex accepts an allow only with a rewritten input.',
        },
      ],
    });
  });

  it('a refusal instead of an ask or a defer, or nothing if the user chose that', () => {
    for (const decision of ['ask', 'defer'] as const) {
      expect(answer(bash, { decision, reason: 'Push?' })).toMatchObject({
        hookSpecificOutput: {
          permissionDecision: 'deny',
          permissionDecisionReason:
            'Refused: a hook wants a person to confirm this, and Codex cannot ask here. Do not retry: tell the user, who can do it instead. The hook says: Push?',
        },
      });
      expect(losses(bash, { decision })).toEqual([`${decision} changed`]);
      expect(codex.render({ decision }, bash, { askFallback: 'none' })).toEqual({
        stdout: '',
        stderr: '',
        exit: 0,
        losses: [
          {
            field: decision,
            survival: 'lost',
            note: 'Not sent: Codex uses its own settings.',
          },
        ],
      });
    }
  });

  describe('a rewrite, which it accepts only as an approval,', () => {
    const modify_args = { command: 'ls -l' };
    const said = {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        updatedInput: modify_args,
      },
    };

    it('if no one is asked anyway', () => {
      expect(answer(bash, { decision: 'none', modify_args })).toEqual(said);
      expect(losses(bash, { decision: 'none', modify_args })).toEqual(['modify_args changed']);
    });

    it('if a person is asked, only with an allow or an explicit permission', () => {
      for (const permission_mode of ['default', 'dontAsk', 'plan', 'on-request']) {
        const event = eventOf('PreToolUse.Bash', { permission_mode });
        expect(answer(event, { decision: 'none', modify_args })).toBe(null);
        expect(losses(event, { decision: 'none', modify_args })).toEqual(['modify_args lost']);
        expect(answer(event, { decision: 'allow', modify_args })).toEqual(said);
        const metadata = { rewrite_may_approve: true };
        expect(answer(event, { decision: 'none', modify_args, metadata })).toEqual(said);
      }
    });

    it('with a text in "command" for shell and patch, and for no tool without one', () => {
      const allow = (args: HookResponse['modify_args']): HookResponse => ({
        decision: 'allow',
        modify_args: args!,
      });
      expect(answer(bash, allow({ cmd: 'ls' }))).toBe(null);
      expect(answer(eventOf('PreToolUse.apply_patch'), allow({ command: 7 }))).toBe(null);
      expect(answer(eventOf('PreToolUse.spawn_agent'), allow({ message: 'x' }))).toBe(null);
      const mcp = eventOf('PreToolUse.mcp_trivial__memory_checkout');
      expect(answer(mcp, allow({ project: 'other' }))).toMatchObject({
        hookSpecificOutput: { updatedInput: { project: 'other' } },
      });
    });

    it('never with a refusal', () => {
      expect(losses(bash, { decision: 'deny', reason: 'no', modify_args })).toEqual([
        'modify_args lost',
      ]);
      expect(answer(bash, { decision: 'ask', modify_args })).toMatchObject({
        hookSpecificOutput: { permissionDecision: 'deny' },
      });
    });

    it('without lone surrogates, for which it would reject the complete answer', () => {
      const response: HookResponse = { decision: 'none', modify_args: { command: 'echo \ud83d' } };
      const rendered = codex.render(response, bash);
      expect(codex.enforce(rendered, bash).modify_args).toEqual({ command: 'echo \ufffd' });
      expect(rendered.losses).toEqual([
        {
          field: 'modify_args',
          survival: 'changed',
          note: 'Sent without the parts that Codex could not read.',
        },
      ]);
    });
  });

  it('no end of the run before a tool, which would allow the call', () => {
    const response: HookResponse = { decision: 'none', stop_agent: true, stop_reason: 'enough' };
    expect(answer(bash, response)).toBe(null);
    expect(losses(bash, response)).toEqual(['stop_agent rejected']);
    expect(answer(bash, { ...response, decision: 'deny', reason: 'no' })).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'no',
      },
    });
  });

  it('an end of the run if it honours one', () => {
    const response: HookResponse = { decision: 'none', stop_agent: true, stop_reason: 'enough' };
    for (const name of ['SessionStart', 'UserPromptSubmit', 'Stop', 'SubagentStop', 'PreCompact']) {
      expect(answer(eventOf(name), response)).toEqual({ continue: false, stopReason: 'enough' });
      expect(losses(eventOf(name), response)).toEqual([]);
    }
  });

  it('no field that would invalidate the complete answer', () => {
    const response: HookResponse = {
      decision: 'deny',
      reason: 'no',
      title: 't',
      suppress_output: true,
      watch_paths: ['/p'],
      retry: true,
      env: { A: '1' },
      extras: { terminal_sequence: '\u0007' },
      updated_output: 'x',
      continue_with: 'y',
      permission: { interrupt: true },
    };
    expect(codex.enforce(codex.render(response, bash), bash)).toEqual({
      decision: 'deny',
      reason: 'no',
    });
    expect(losses(bash, response)).toEqual([
      'updated_output lost',
      'continue_with lost',
      'permission lost',
      'retry rejected',
      'env lost',
      'watch_paths rejected',
      'title rejected',
      'suppress_output rejected',
      'extras rejected',
    ]);
  });

  it('a permission, a refusal with a message, and nothing if the person is asked anyway', () => {
    const event = eventOf('PermissionRequest.Bash');
    const verdict = (response: HookResponse): unknown =>
      (answer(event, response) as { hookSpecificOutput: { decision: unknown } } | null)
        ?.hookSpecificOutput.decision;
    expect(verdict({ decision: 'allow' })).toEqual({ behavior: 'allow' });
    expect(verdict({ decision: 'deny' })).toEqual({
      behavior: 'deny',
      message: 'A hook refused this and gave no reason.',
    });
    expect(verdict({ decision: 'ask' })).toBe(undefined);
    expect(losses(event, { decision: 'ask' })).toEqual(['ask changed']);
    expect(
      losses(event, { decision: 'deny', permission: { interrupt: true, updates: [{}] } }),
    ).toEqual(['permission rejected']);
  });

  it('no permission for a call that the hook wanted to rewrite', () => {
    const event = eventOf('PermissionRequest.Bash');
    const response: HookResponse = { decision: 'allow', modify_args: { command: 'true' } };
    expect(answer(event, response)).toBe(null);
    expect(losses(event, response).toSorted()).toEqual(['allow lost', 'modify_args rejected']);
  });

  it('a new output as the reason of a refusal, which replaces the output', () => {
    const event = eventOf('PostToolUse.Bash');
    expect(answer(event, { decision: 'none', updated_output: 'masked', context: 'c' })).toEqual({
      decision: 'block',
      reason: 'masked',
      hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'c' },
    });
    expect(answer(event, { decision: 'none', updated_output: { a: 1 } })).toMatchObject({
      reason: '{"a":1}',
    });
    expect(answer(event, { decision: 'none', updated_output: '' })).toMatchObject({
      reason: '(no output)',
    });
    expect(losses(event, { decision: 'none', updated_output: 'x' })).toEqual([
      'updated_output changed',
    ]);
    expect(losses(event, { decision: 'deny', reason: 'no' })).toEqual(['deny changed']);
  });

  it('the next task at a stop, with its context', () => {
    const event = eventOf('Stop');
    expect(answer(event, { decision: 'none', continue_with: 'Run the tests' })).toEqual({
      decision: 'block',
      reason: 'Run the tests',
    });
    expect(answer(event, { decision: 'none', continue_with: 'Go', context: 'c' })).toEqual({
      decision: 'block',
      reason: 'Go\n\nc',
    });
    expect(answer(event, { decision: 'none', context: 'c' })).toBe(null);
    expect(losses(event, { decision: 'none', context: 'c' })).toEqual(['context rejected']);
    expect(answer(event, { decision: 'deny', reason: 'not done' })).toEqual({
      decision: 'block',
      reason: 'not done',
    });
  });

  it('a refused compaction as an end of the turn', () => {
    const event = eventOf('PreCompact.auto');
    expect(answer(event, { decision: 'deny', reason: 'later' })).toEqual({
      continue: false,
      stopReason: 'later',
    });
    expect(losses(event, { decision: 'deny', reason: 'later' })).toEqual(['deny changed']);
  });

  it('context up to its limit, measured in bytes as well', () => {
    const event = eventOf('SessionStart');
    for (const context of ['x'.repeat(9_001), '\u754c'.repeat(5_000), '😀'.repeat(3_000)]) {
      const rendered = codex.render({ decision: 'none', context }, event);
      const whole = codex.enforce(rendered, event).context!;
      expect(context.startsWith(whole)).toBe(true);
      expect(Buffer.byteLength(whole)).toBeGreaterThan(8_990);
      expect(rendered.losses.map(({ field }) => field)).toEqual(['context']);
    }
  });

  it('nothing on events that accept no answer', () => {
    const everything: HookResponse = {
      decision: 'deny',
      reason: 'no',
      context: 'c',
      system_message: 's',
      stop_agent: true,
    };
    for (const name of ['PreModelRequest', 'PostModelRequest', 'SessionEnd']) {
      expect(answer(eventOf(name), everything)).toBe(null);
      expect(losses(eventOf(name), everything)).toHaveLength(4);
    }
    expect(answer(eventOf('Interrupt'), everything)).toEqual({ systemMessage: 's' });
    expect(answer(parsed({ hook_event_name: 'Later' }), everything)).toBe(null);
  });

  it('the same after a rewrite by a person who is asked', () => {
    const event = eventOf('PreToolUse.Bash', ASKING);
    const response: HookResponse = { decision: 'allow', modify_args: { command: 'ls -l' } };
    expect(losses(event, response)).toEqual(['allow changed', 'modify_args changed']);
  });
});
