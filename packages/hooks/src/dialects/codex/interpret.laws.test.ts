import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@hookloom/core';
import { CODEX_EVENTS } from './events.ts';
import { inner, pre, read, REFUSABLE, refuses } from './interpreted.fixture.ts';

describe('invariants', () => {
  const refusals = (name: string): JsonObject[] => [
    { decision: 'block', reason: 'no' },
    { decision: 'block' },
    { decision: 'deny' },
    { permissionDecision: 'deny' },
    inner(name, { permissionDecision: 'deny' }),
    inner(name, { decision: { behavior: 'deny', message: 'no' } }),
    { hookSpecificOutput: { permissionDecision: 'deny' } },
  ];
  const beside = fc.dictionary(
    fc.constantFrom('systemMessage', 'stopReason', 'suppressOutput', 'reason', 'x', '__proto__'),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const noise = fc
    .array(
      fc.constantFrom(
        'Welcome!',
        '{"level":"info"}',
        '{}',
        '{ half',
        '{"decision":"approve"}',
        '"t"',
        '}',
        '',
      ),
      { maxLength: 4 },
    )
    .map((lines) => lines.map((line) => `${line}\n`).join(''));

  it('a refusal is never lost, whatever surrounds it, and whatever the exit code', () => {
    const cases = REFUSABLE.flatMap(({ name }) =>
      refusals(name).map((answer) => ({ name, answer })),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...cases),
        beside,
        noise,
        noise,
        fc.constantFrom(0, 1, 2, 127, null),
        ({ name, answer }, more, before, after, exitCode) => {
          const json = JSON.stringify({ ...more, ...answer });
          const { response } = read(name, `${before}${json}\n${after}`, { exitCode });
          expect(refuses(response)).toBe(true);
        },
      ),
      { numRuns: 600 },
    );
  });

  it('never throws, and mutated answers approve nothing', () => {
    const mutated = fc
      .tuple(
        fc.constantFrom(
          JSON.stringify(pre({ permissionDecision: 'deny', permissionDecisionReason: 'no' })),
          JSON.stringify(pre({ permissionDecision: 'ask', updatedInput: { command: 'x' } })),
          '{"decision":"block","reason":"no"}',
          '{"continue":false,"stopReason":"x"}',
        ),
        fc.nat(100),
        fc.nat(10),
        fc.string({ maxLength: 6 }),
      )
      .map(([text, at, cut, put]) => text.slice(0, at) + put + text.slice(at + cut));
    fc.assert(
      fc.property(
        fc.constantFrom(...CODEX_EVENTS),
        fc.oneof(mutated, fc.string(), fc.json()),
        fc.constantFrom(0, 1, 2, 127),
        ({ name }, stdout, exitCode) => {
          expect(read(name, stdout, { exitCode }).response.decision).not.toBe('allow');
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
