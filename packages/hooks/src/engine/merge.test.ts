import fc from 'fast-check';
import { DECISIONS, type HookResponse } from '@hookloom/core/hook';
import { expect, it } from 'vitest';
import { merge, strongest } from './merge.ts';

const response: fc.Arbitrary<HookResponse> = fc
  .record(
    {
      decision: fc.constantFrom(...DECISIONS),
      reason: fc.string(),
      context: fc.string(),
      system_message: fc.string(),
      modify_args: fc.dictionary(fc.string(), fc.string()),
      continue_with: fc.string({ minLength: 1 }),
      stop_agent: fc.constant(true as const),
      stop_reason: fc.string(),
      env: fc.dictionary(fc.constantFrom('A', 'B'), fc.string()),
      watch_paths: fc.array(fc.string()),
    },
    { requiredKeys: ['decision'] },
  )
  .map((value) => value as HookResponse);
const responses = fc.array(response, { maxLength: 6 });

it('the strongest decision wins: deny before defer before ask before allow before none', () => {
  expect(merge([{ decision: 'allow' }, { decision: 'ask' }]).response.decision).toBe('ask');
  expect(merge([{ decision: 'defer' }, { decision: 'ask' }]).response.decision).toBe('defer');
  expect(merge([{ decision: 'deny' }, { decision: 'defer' }]).response.decision).toBe('deny');
  expect(merge([{ decision: 'none' }, { decision: 'allow' }]).response.decision).toBe('allow');
  expect(merge([]).response).toEqual({ decision: 'none' });
});

it('joins the reasons of the winning decision in declared order and omits the others', () => {
  const merged = merge([
    { decision: 'deny', reason: 'first' },
    { decision: 'allow', reason: 'looks fine' },
    { decision: 'deny', reason: 'second' },
  ]);
  expect(merged).toEqual({
    response: { decision: 'deny', reason: 'first\nsecond' },
    trace: { decided_by: [0, 2], rewritten_by: [], rewrites_discarded: false },
  });
});

it('a deny discards rewrites, and the trace says so', () => {
  const merged = merge([
    { decision: 'none', modify_args: { command: 'ls' } },
    { decision: 'deny', reason: 'no' },
  ]);
  expect(merged.response).toEqual({ decision: 'deny', reason: 'no' });
  expect(merged.trace).toEqual({ decided_by: [1], rewritten_by: [0], rewrites_discarded: true });
});

it('the last rewrite of the chain becomes the call', () => {
  const merged = merge([
    { decision: 'none', modify_args: { command: 'ls' } },
    { decision: 'none', modify_args: { command: 'ls -l' } },
  ]);
  expect(merged.response).toEqual({ decision: 'none', modify_args: { command: 'ls -l' } });
});

it('an answer that stops the agent prevents every other one from continuing it', () => {
  expect(
    merge([
      { decision: 'none', continue_with: 'go on' },
      { decision: 'none', stop_agent: true, stop_reason: 'enough' },
    ]).response,
  ).toEqual({ decision: 'none', stop_agent: true, stop_reason: 'enough' });
});

it('merges tool configurations as Gemini does: NONE beats ANY beats AUTO', () => {
  const one = {
    decision: 'none' as const,
    extras: { tool_config: { mode: 'ANY', allowedFunctionNames: ['a'] } },
  };
  const other = {
    decision: 'none' as const,
    extras: { tool_config: { mode: 'NONE', allowedFunctionNames: ['b', 'a'] } },
  };
  expect(merge([one, other]).response.extras).toEqual({
    tool_config: { mode: 'NONE', allowedFunctionNames: ['a', 'b'] },
  });
});

it('never loses a deny and never invents an approval', () => {
  fc.assert(
    fc.property(responses, (given) => {
      const { response: merged } = merge(given);
      const decisions = given.map(({ decision }) => decision);
      expect(merged.decision).toBe(strongest(decisions));
      if (decisions.includes('deny')) expect(merged.decision).toBe('deny');
      if (!decisions.includes('allow')) expect(merged.decision).not.toBe('allow');
      if (merged.decision === 'deny') expect(merged.modify_args).toBeUndefined();
    }),
  );
});

it('gives the same answer whether answers are merged at once or step by step', () => {
  fc.assert(
    fc.property(responses, responses, (one, other) => {
      const { decision, env, watch_paths } = merge([...one, ...other]).response;
      const steps = merge([merge(one).response, merge(other).response]).response;
      expect({ decision: steps.decision, env: steps.env, watch_paths: steps.watch_paths }).toEqual({
        decision,
        env,
        watch_paths,
      });
    }),
  );
});
