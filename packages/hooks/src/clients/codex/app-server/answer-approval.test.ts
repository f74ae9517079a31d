import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DECISIONS, type HookResponse } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import { decideApproval, renderAnswer, type Verdict } from './answer-approval.ts';
import type { Incoming } from './message.ts';

const COMMAND = 'item/commandExecution/requestApproval';
const ELICITATION = 'mcpServer/elicitation/request';

function request(method: string, params: JsonObject = {}): Incoming {
  const message = { method, id: 0, params };
  return { ...message, message, raw: JSON.stringify(message) };
}

describe('an answer of the hooks', () => {
  it.each<[HookResponse, string]>([
    [{ decision: 'allow' }, 'accept'],
    [{ decision: 'deny' }, 'decline'],
    [{ decision: 'deny', stop_agent: true }, 'cancel'],
    [{ decision: 'allow', stop_agent: true }, 'cancel'],
    [{ decision: 'deny', permission: { interrupt: true } }, 'cancel'],
    [{ decision: 'ask' }, 'ask'],
    [{ decision: 'none' }, 'none'],
  ])('%j becomes %s without a loss', (response, verdict) => {
    expect(decideApproval(response, request(COMMAND))).toEqual({ verdict, losses: [] });
  });

  it('is reported as lost if the app-server cannot represent it', () => {
    const response: HookResponse = {
      decision: 'deny',
      reason: 'no',
      context: 'read this',
      system_message: 'look',
    };
    expect(decideApproval(response, request(COMMAND))).toEqual({
      verdict: 'decline',
      losses: [
        {
          field: 'reason',
          survival: 'lost',
          note: 'the model is not told why',
        },
        {
          field: 'context',
          survival: 'lost',
          note: 'the app-server has no answer that reaches the model',
        },
        {
          field: 'system_message',
          survival: 'lost',
          note: 'the app-server shows no messages of its clients',
        },
      ],
    });
  });

  it.each<[string, HookResponse, JsonObject]>([
    ['a rewritten input', { decision: 'allow', modify_args: { command: 'ls' } }, {}],
    ['a checkpoint for people', { decision: 'allow' }, { kind: 'humanCommand' }],
    ['input to a terminal', { decision: 'allow' }, { kind: 'writeStdin' }],
    ['a network host', { decision: 'allow' }, { networkApprovalContext: { host: 'h' } }],
    ['wider permissions', { decision: 'allow' }, { additionalPermissions: {} }],
    ['a complete folder', { decision: 'allow' }, { grantRoot: '/' }],
    ['no accept', { decision: 'allow' }, { availableDecisions: ['decline', 'cancel'] }],
  ])('does not approve %s, because a person decides', (_, response, params) => {
    const { verdict, losses } = decideApproval(response, request(COMMAND, params));
    expect(verdict).toBe('ask');
    expect(losses[0]).toMatchObject({ field: 'allow', survival: 'changed' });
  });

  it('never accepts anything but an allow, and always refuses a deny', () => {
    const response = fc.record(
      {
        decision: fc.constantFrom(...DECISIONS),
        reason: fc.string(),
        context: fc.string(),
        modify_args: fc.constant({}),
        stop_agent: fc.constant(true as const),
        continue_with: fc.string(),
      },
      { requiredKeys: ['decision'] },
    );
    const params = fc.dictionary(
      fc.constantFrom('kind', 'availableDecisions', 'grantRoot', '_meta', 'permissions'),
      fc.jsonValue({ maxDepth: 2 }),
    );
    const method = fc.constantFrom(COMMAND, 'execCommandApproval', ELICITATION, 'item/x');
    fc.assert(
      fc.property(response, method, params, (said, name, more) => {
        const asked = request(name, more as JsonObject);
        const { verdict } = decideApproval(said, asked);
        if (verdict === 'accept') expect(said.decision).toBe('allow');
        if (said.decision === 'deny') expect(['decline', 'cancel']).toContain(verdict);
        if (verdict !== 'none' && verdict !== 'ask')
          expect(renderAnswer(verdict, asked, said as HookResponse)).toBeTypeOf('object');
      }),
    );
  });
});

describe('the wording of an answer', () => {
  const said = (verdict: Verdict, asked: Incoming, response: HookResponse = { decision: 'none' }) =>
    renderAnswer(verdict, asked, response);

  it('is one that the request offers', () => {
    const now = request(COMMAND, { availableDecisions: ['accept', 'cancel'] });
    expect(said('accept', now)).toEqual({ decision: 'accept' });
    expect(said('decline', now)).toEqual({ decision: 'decline' });
    const before = request(COMMAND, { availableDecisions: ['approved', 'denied', 'abort'] });
    expect(said('accept', before)).toEqual({ decision: 'approved' });
    expect(said('decline', before)).toEqual({ decision: 'denied' });
    expect(said('cancel', before)).toEqual({ decision: 'abort' });
  });

  it('includes the reason in the older requests', () => {
    const older = request('execCommandApproval');
    expect(said('decline', older, { decision: 'deny', reason: 'no' })).toEqual({
      decision: { denied: { rejection: 'no' } },
    });
    expect(decideApproval({ decision: 'deny', reason: 'no' }, older).losses).toEqual([]);
  });

  it('for an MCP tool is that of a form', () => {
    const asked = request(ELICITATION, { _meta: { codex_approval_kind: 'mcp_tool_call' } });
    expect(decideApproval({ decision: 'allow' }, asked).verdict).toBe('accept');
    expect(said('accept', asked)).toEqual({ action: 'accept', content: {}, _meta: null });
    expect(said('decline', asked)).toEqual({ action: 'decline', content: null, _meta: null });
  });

  it('for a form is filled in by a hook, and never by a bare allow', () => {
    const asked = request(ELICITATION, { mode: 'form', serverName: 's' });
    const filled: HookResponse = {
      decision: 'none',
      extras: { elicitation_action: 'accept', elicitation_content: { answer: 'b' } },
    };
    expect(decideApproval(filled, asked)).toEqual({ verdict: 'accept', losses: [] });
    expect(said('accept', asked, filled)).toEqual({
      action: 'accept',
      content: { answer: 'b' },
      _meta: null,
    });
    expect(decideApproval({ decision: 'allow' }, asked).verdict).toBe('ask');
    expect(decideApproval({ decision: 'deny' }, asked).verdict).toBe('decline');
    const dismissed: HookResponse = { decision: 'none', extras: { elicitation_action: 'cancel' } };
    expect(decideApproval(dismissed, asked).verdict).toBe('cancel');
  });

  it('grants the requested permissions, or none', () => {
    const permissions = { network: { enabled: true } };
    const asked = request('item/permissions/requestApproval', { permissions });
    expect(said('accept', asked)).toEqual({ permissions, scope: 'turn' });
    expect(said('decline', asked)).toEqual({ permissions: {}, scope: 'turn' });
  });
});
