import type { JsonObject } from '@hookloom/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLAUDE_EVENTS } from './events.ts';
import { claudeDialect } from './index.ts';
import { ended, sampleEvent, sampleHandler } from './sample.fixture.ts';

const REFUSABLE = CLAUDE_EVENTS.filter(({ refusal }) => refusal !== null);

/** Every position and spelling in which hooks were observed to refuse. */
function refusals(name: string): JsonObject[] {
  const inner = (fields: JsonObject): JsonObject => ({
    hookSpecificOutput: { hookEventName: name, ...fields },
  });
  return [
    { decision: 'block', reason: 'no' },
    { decision: 'deny', reason: 'no' },
    { decision: 'BLOCK' },
    { permissionDecision: 'deny' },
    { decision: { behavior: 'deny', message: 'no' } },
    inner({ permissionDecision: 'deny', permissionDecisionReason: 'no' }),
    inner({ decision: { behavior: 'deny', message: 'no' } }),
    inner({ decision: 'deny' }),
    { hookSpecificOutput: { permissionDecision: 'deny' } },
    { hookSpecificOutput: { hookEventName: 'Other', decision: { behavior: 'deny' } } },
  ];
}

const junk = fc.jsonValue({ maxDepth: 3 });
const fields = fc.dictionary(
  fc.constantFrom(
    'systemMessage',
    'stopReason',
    'suppressOutput',
    'reason',
    'title',
    'x',
    '__proto__',
  ),
  junk,
);
/** Lines as shells and programs print them, including a log in JSON. */
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
      '> build',
      '',
      '50%',
      '"text"',
      '}',
    ),
    {
      maxLength: 3,
    },
  )
  .map((lines) => lines.join('\n'));

describe('a refusal', () => {
  it('is never lost, whatever surrounds it, and whatever the exit code', () => {
    const cases = REFUSABLE.flatMap((event) =>
      refusals(event.name).map((answer) => ({ event, answer })),
    );
    const property = fc.property(
      fc.constantFrom(...cases),
      fields,
      noise,
      noise,
      fc.constantFrom(0, 1, 2, 127),
      fc.boolean(),
      ({ event, answer }, beside, before, after, exitCode, pretty) => {
        const json = JSON.stringify({ ...beside, ...answer }, null, pretty ? 2 : 0);
        const stdout = [before, json, after].filter((part) => part !== '').join('\n');
        const { response } = claudeDialect.interpret(
          ended(stdout, { exitCode }),
          sampleHandler(event.name),
          sampleEvent(),
        );
        const refused =
          event.refusal === 'continue_with'
            ? response.continue_with !== undefined && response.decision === 'none'
            : response.decision === 'deny';
        expect({ name: event.name, stdout, refused }).toEqual({
          name: event.name,
          stdout,
          refused: true,
        });
      },
    );
    fc.assert(property, { numRuns: 3_000 });
  });
});

describe('an answer of any kind', () => {
  const known = fc.constantFrom('allow', 'deny', 'ask', 'defer', 'approve', 'block', 'DENY', '');
  const word = fc.oneof(known, junk);
  const inner = fc.record(
    {
      hookEventName: fc.oneof(fc.constantFrom(...CLAUDE_EVENTS.map(({ name }) => name)), junk),
      permissionDecision: word,
      permissionDecisionReason: junk,
      additionalContext: junk,
      updatedInput: junk,
      updatedToolOutput: junk,
      updatedMCPToolOutput: junk,
      decision: fc.oneof(
        word,
        fc.record({ behavior: word, message: junk, updatedInput: junk, updatedPermissions: junk }),
      ),
      watchPaths: junk,
      sessionTitle: junk,
      retry: junk,
      action: junk,
      content: junk,
    },
    { requiredKeys: [] },
  );
  const answer = fc.record(
    {
      decision: word,
      reason: junk,
      continue: junk,
      stopReason: junk,
      systemMessage: junk,
      suppressOutput: junk,
      async: junk,
      permissionDecision: word,
      hookSpecificOutput: fc.oneof(inner, junk),
    },
    { requiredKeys: [] },
  );
  const events = fc.constantFrom(...CLAUDE_EVENTS.map(({ name }) => name));

  it('never throws, and its response has fields of the right types', () => {
    const property = fc.property(
      events,
      fc.oneof(answer, junk),
      fc.constantFrom(0, 1, 2, 3),
      fc.option(fc.nat(400)),
      (name, value, exitCode, cut) => {
        const text = JSON.stringify(value);
        const stdout = cut === null ? text : text.slice(0, cut);
        const { response, notes } = claudeDialect.interpret(
          ended(stdout, { exitCode }),
          sampleHandler(name),
          sampleEvent(),
        );
        const texts = [
          response.reason,
          response.context,
          response.system_message,
          response.continue_with,
          response.stop_reason,
          response.title,
        ];
        expect(texts.every((text_) => text_ === undefined || typeof text_ === 'string')).toBe(true);
        expect(['none', 'allow', 'ask', 'defer', 'deny']).toContain(response.decision);
        expect(notes.every((note) => note.length < 400)).toBe(true);
      },
    );
    fc.assert(property, { numRuns: 2_000 });
  });

  it('approves only with words that Claude Code treats as an approval', () => {
    const property = fc.property(events, answer, (name, value) => {
      const { response } = claudeDialect.interpret(
        ended(value as JsonObject),
        sampleHandler(name),
        sampleEvent(),
      );
      if (response.decision !== 'allow') return;
      const specific = value.hookSpecificOutput as JsonObject | undefined;
      const decision = specific?.['decision'] as JsonObject | undefined;
      const own = specific?.['hookEventName'] === name;
      expect(
        (name === 'PreToolUse' && value.decision === 'approve') ||
          (own && specific?.['permissionDecision'] === 'allow') ||
          (own && name === 'PermissionRequest' && decision?.['behavior'] === 'allow'),
      ).toBe(true);
    });
    fc.assert(property, { numRuns: 2_000 });
  });
});
