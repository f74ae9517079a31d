import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HookEvent, HookResponse } from '@hookloom/core/hook';
import type { JsonValue } from '@hookloom/core';
import { handler, hookEvent, printed, toolSeen } from '../../../test/engine-parts.ts';
import type { Interpreted, RawOutcome } from '../../engine/outcome.ts';
import { TOML_EVENTS } from './events.ts';
import { tomlDialect } from './index.ts';

type Ended = Partial<RawOutcome & { kind: 'process' }>;

const BLOCKABLE = TOML_EVENTS.filter(({ blockable }) => blockable);

function read(
  name: string,
  stdout: JsonValue,
  ended: Ended = {},
  parts: Partial<HookEvent> = {},
): Interpreted {
  const { type } = TOML_EVENTS.find((event) => event.name === name)!;
  const text = typeof stdout === 'string' ? stdout : JSON.stringify(stdout);
  const event = hookEvent(type, {
    tool: toolSeen('Bash', { command: 'ls', description: 'list' }),
    ...parts,
  });
  return tomlDialect.interpret(printed(text, ended), handler({ event: name, type }), event);
}

/** A block as defined for the event. */
function blocks({ decision, continue_with }: HookResponse): string | undefined {
  return decision === 'deny' || continue_with !== undefined ? 'blocked' : undefined;
}

describe('invariants', () => {
  const junk = fc.dictionary(
    fc.constantFrom(
      'reason',
      'content',
      'system_message',
      'suppress_output',
      'stop_reason',
      'systemMessage',
      'hookSpecificOutput',
      'x',
      '__proto__',
    ),
    fc.oneof(fc.string(), fc.boolean(), fc.jsonValue({ maxDepth: 2 })),
  );
  const noise = fc
    .array(
      fc.constantFrom(
        'Welcome!',
        '{"level":"info"}',
        '{}',
        '{ half',
        '{"decision":"proceed"}',
        '{"decision":"approve"}',
        '\u001b[31mred\u001b[0m',
        '"text"',
        '}',
        ']',
        '',
      ),
      { maxLength: 4 },
    )
    .map((lines) => lines.map((line) => `${line}\n`).join(''));

  it('a block is never lost, whatever surrounds it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...BLOCKABLE),
        fc.constantFrom('block', 'deny', 'Block'),
        junk,
        noise,
        noise,
        fc.boolean(),
        ({ name }, decision, beside, before, after, pretty) => {
          const { continue: _, ...rest } = beside as Record<string, JsonValue>;
          const answer = JSON.stringify({ ...rest, decision }, null, pretty ? 2 : 0);
          expect(blocks(read(name, `${before}${answer}\n${after}`).response)).toBe('blocked');
        },
      ),
      { numRuns: 500 },
    );
  });

  it('noise around an answer does not change it', () => {
    const quiet = fc
      .array(fc.constantFrom('Welcome!', '{ half', '{"level":"info"}', '[x]', '50%', ''), {
        maxLength: 4,
      })
      .map((lines) => lines.map((line) => `${line}\n`).join(''));
    fc.assert(
      fc.property(
        fc.constantFrom(...TOML_EVENTS),
        fc.constantFrom('proceed', 'block', 'modify', 'allow', 'ask'),
        fc.string(),
        quiet,
        quiet,
        ({ name }, decision, text, before, after) => {
          const answer = JSON.stringify({ decision, reason: text, content: text });
          expect(read(name, `${before}${answer}\n${after}`).response).toEqual(
            read(name, answer).response,
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it('never throws, and approves only if the answer says so', () => {
    const mutated = fc
      .tuple(
        fc.constantFrom(
          '{"decision":"block","reason":"no"}',
          '{"decision":"modify","content":"x"}',
          '{"decision":"proceed","system_message":"x"}',
          '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}',
        ),
        fc.nat(80),
        fc.nat(10),
        fc.string({ maxLength: 6 }),
      )
      .map(([text, at, cut, put]) => text.slice(0, at) + put + text.slice(at + cut));
    fc.assert(
      fc.property(
        fc.constantFrom(...TOML_EVENTS),
        fc.oneof(mutated, fc.string(), fc.json()),
        fc.constantFrom(0, 1, 2, 127),
        ({ name }, stdout, exitCode) => {
          const { response } = read(name, stdout, { exitCode });
          expect(response.decision).not.toBe('allow');
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
