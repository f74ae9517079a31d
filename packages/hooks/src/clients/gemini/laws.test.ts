import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '@hookloom/core';
import { describeClient, hookResponses } from '../../../test/client-contract.ts';
import { definition as gemini } from './definition.ts';
import { eventOf, parsed, RECORDED } from './recorded.fixture.ts';

describeClient(gemini, RECORDED);

const events = RECORDED.map(({ payload }) => parsed(payload));

it('a refused call is not made, and no ask ends a run', () => {
  const calls = events.filter(({ native_event }) => native_event === 'BeforeTool');
  fc.assert(
    fc.property(fc.constantFrom(...calls), hookResponses, (event, response) => {
      const { stdout } = gemini.render(response, event);
      expect(stdout).not.toMatch(/"decision":"(ask|allow)"/);
      if (response.decision === 'none' || response.decision === 'allow') return;
      expect(gemini.enforce({ stdout, stderr: '', exit: 0 }, event).decision).toBe('deny');
    }),
  );
});

it('a rewrite under common keys becomes the call', () => {
  const keys = ['pattern', 'path', 'dir_path', 'glob', 'include_pattern', 'replace_all', 'prompt'];
  const input = fc.dictionary(fc.constantFrom(...keys), fc.string({ maxLength: 5 }));
  const tools = fc.constantFrom('grep_search', 'glob', 'replace', 'invoke_agent', 'read_file');
  fc.assert(
    fc.property(tools, input, input, (tool_name, before, after) => {
      const event = eventOf('BeforeTool', { tool_name, tool_input: { ...before } });
      const common = event.tool!.input as JsonObject;
      const modify_args: JsonObject = { ...common, ...after };
      const rendered = gemini.render({ decision: 'none', modify_args }, event);
      const { modify_args: made } = gemini.enforce(rendered, event);
      for (const key of Object.keys(common)) expect(made![key]).toBe(modify_args[key]);
      expect(rendered.losses).toEqual([]);
    }),
  );
});
