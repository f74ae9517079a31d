import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeClient, hookResponses } from '../../../test/client-contract.ts';
import { definition as codex } from './definition.ts';
import { parsed, RECORDED } from './recorded.fixture.ts';

describeClient(codex, RECORDED);

const MODES = ['default', 'dontAsk', 'bypassPermissions', null];
const events = RECORDED.flatMap(({ payload }) =>
  MODES.map((permission_mode) => parsed({ ...payload, permission_mode })),
);

it('Codex never rejects an answer of ours', () => {
  fc.assert(
    fc.property(fc.constantFrom(...events), hookResponses, (event, response) => {
      const rendered = codex.render(response, event);
      if (rendered.stdout === '') return;
      expect(codex.enforce(rendered, event)).not.toEqual({ decision: 'none' });
    }),
    { numRuns: 3_000 },
  );
});

it('a refused call is not made, rewritten or not', () => {
  const calls = events.filter(({ native_event }) => native_event === 'PreToolUse');
  fc.assert(
    fc.property(fc.constantFrom(...calls), hookResponses, (event, response) => {
      if (response.decision === 'none' || response.decision === 'allow') return;
      const enforced = codex.enforce(codex.render(response, event), event);
      expect([enforced.decision, enforced.modify_args]).toEqual(['deny', undefined]);
    }),
  );
});

it('only an allow can become an approval if a person is asked', () => {
  const asking = events.filter(({ permission_mode }) => permission_mode?.mode === 'default');
  fc.assert(
    fc.property(fc.constantFrom(...asking), hookResponses, (event, response) => {
      const { stdout } = codex.render(response, event);
      if (response.decision !== 'allow') expect(stdout).not.toMatch(/"allow"/);
    }),
  );
});
