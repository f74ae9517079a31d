import type { JsonObject } from '@hookloom/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RawOutcome } from '../../engine/outcome.ts';
import { ended, sampleEvent } from '../claude/sample.fixture.ts';
import { GEMINI_EVENTS } from './events.ts';
import { geminiDialect } from './index.ts';
import { geminiHandler } from './sample.fixture.ts';

function interpret(name: string, outcome: RawOutcome, event = sampleEvent()) {
  return geminiDialect.interpret(outcome, geminiHandler(name), event);
}

const DENY: JsonObject = { decision: 'deny', reason: 'no' };

const specific = (fields: JsonObject): JsonObject => ({ hookSpecificOutput: fields });

describe('invariants', () => {
  const junk = fc.jsonValue({ maxDepth: 3 });
  const word = fc.oneof(fc.constantFrom('allow', 'deny', 'block', 'ask', 'approve'), junk);
  const answer = fc.record(
    {
      decision: word,
      reason: junk,
      continue: junk,
      stopReason: junk,
      systemMessage: junk,
      hookSpecificOutput: fc.oneof(
        fc.record(
          {
            tool_input: junk,
            additionalContext: junk,
            llm_request: junk,
            toolConfig: junk,
            permissionDecision: word,
          },
          { requiredKeys: [] },
        ),
        junk,
      ),
    },
    { requiredKeys: [] },
  );
  const noise = fc
    .array(
      fc.constantFrom(
        'Welcome!',
        '{"level":"info","msg":"ok"}',
        '{}',
        '{ half',
        '{"decision":"approve"}',
        '\u001b[31mred\u001b[0m',
        '[INFO] ok',
        '',
        '50%',
        '"text"',
        '}',
      ),
      { maxLength: 3 },
    )
    .map((lines) => lines.join('\n'));

  it('a denial is never lost, whatever surrounds it, and whatever the exit code', () => {
    const denials = fc.constantFrom<JsonObject>(
      DENY,
      { decision: 'block' },
      { decision: 'DENY' },
      specific({ permissionDecision: 'deny' }),
      specific({ decision: 'deny' }),
      { permissionDecision: 'block' },
    );
    const names = GEMINI_EVENTS.filter(({ refusal }) => refusal !== null);
    const property = fc.property(
      fc.constantFrom(...names),
      denials,
      noise,
      noise,
      fc.constantFrom(0, 1, 2, 3),
      ({ name, refusal }, denial, before, after, exitCode) => {
        const stdout = [before, JSON.stringify(denial), after]
          .filter((part) => part !== '')
          .join('\n');
        const { decision, continue_with } = interpret(name, ended(stdout, { exitCode })).response;
        const refused = refusal === 'deny' ? decision === 'deny' : continue_with !== undefined;
        expect({ stdout, refused }).toEqual({ stdout, refused: true });
      },
    );
    fc.assert(property, { numRuns: 2_000 });
  });

  it('no answer throws, and none approves', () => {
    const property = fc.property(
      fc.constantFrom(...GEMINI_EVENTS.map(({ name }) => name)),
      fc.oneof(answer, junk),
      fc.constantFrom(0, 1, 2, 3),
      fc.boolean(),
      fc.option(fc.nat(300)),
      (name, value, exitCode, onStderr, cut) => {
        const whole = JSON.stringify(value);
        const text = cut === null ? whole : whole.slice(0, cut);
        const outcome = onStderr
          ? ended('', { exitCode, stderr: text })
          : ended(text, { exitCode });
        const { response } = interpret(name, outcome);
        expect(['none', 'ask', 'deny']).toContain(response.decision);
        for (const field of [
          response.reason,
          response.context,
          response.system_message,
          response.continue_with,
        ])
          expect(['string', 'undefined']).toContain(typeof field);
      },
    );
    fc.assert(property, { numRuns: 2_000 });
  });
});
