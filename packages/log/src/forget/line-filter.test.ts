import { canonicalize, type JsonObject } from '@hookloom/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gateEntry } from '../gate/gate-entry.ts';
import { namedValue, otherWordsOf, tokensOf, valuesOfEvent } from '../gate/gate-values.ts';
import { createGate } from '../gate/gate.ts';
import { createLineFilter } from './line-filter.ts';

const SALT = `sha256:${'0'.repeat(64)}`;
const words = fc.constantFrom(
  ...'the vault code 4821 is kept under Blue flowerpot in src/app-7.ts build_all Zoë ﬁle ＣＯＤＥ cоde 密码 ﷺ 𝒙 naïve'.split(
    ' ',
  ),
);
const gaps = fc.constantFrom(
  ' ',
  '',
  ', ',
  '\n',
  '\\n',
  '\\',
  '\\\\',
  '"',
  '\u0001',
  '\u200b',
  '. ',
  ' — ',
  '\u0301',
);
const texts = fc
  .array(fc.tuple(words, gaps), { minLength: 1, maxLength: 12 })
  .map((parts) => parts.flat().join(''));

test('the filter finds every line in which the gate finds a forgotten text', () => {
  fc.assert(
    fc.property(
      texts,
      texts,
      texts,
      fc.string({ unit: 'binary', maxLength: 6 }),
      (a, b, c, odd) => {
        const forgotten = { type: 'decision.made', payload: { decision: a, rationale: b } };
        const values = [
          ...valuesOfEvent(forgotten),
          ...otherWordsOf(forgotten, 200),
          ...tokensOf(forgotten),
          ...[a, b].flatMap((text) => namedValue(text) ?? []),
        ];
        const gate = createGate(values.map(({ kind, compact }) => gateEntry(kind, compact, SALT)));
        const filter = createLineFilter([[], values]);
        const payloads: JsonObject[] = [
          { text: c },
          { [c]: [odd, { deep: `${odd}${a}${c}` }] },
          { any: b.toUpperCase(), other: a },
          { number: 4821, text: `${b.slice(3)}${odd}` },
          { text: 'Nothing of it.' },
        ];
        for (const payload of payloads) {
          if (!isWellFormed(payload)) continue;
          const line = Buffer.from(canonicalize({ actorId: c, payload }));
          filter.begin();
          filter.read(line, 0, line.length);
          const { paths } = gate.mask({ type: 'decision.made', actorId: c, payload });
          if (paths.length > 0 && (filter.found() & 2) === 0)
            expect.fail(`missed ${line.toString()}`);
        }
      },
    ),
    { numRuns: 200 },
  );
});

function isWellFormed(payload: JsonObject): boolean {
  try {
    canonicalize(payload);
    return true;
  } catch {
    return false;
  }
}

test('the filter leaves out lines that cannot have a forgotten text, and tells the groups apart', () => {
  const filter = createLineFilter([[namedValue('blue flowerpot')!], [namedValue('Code 4821')!]]);
  const found = (...pieces: string[]) => {
    filter.begin();
    for (const piece of pieces) filter.read(Buffer.from(piece), 0, Buffer.byteLength(piece));
    return filter.found();
  };
  expect(found('{"text":"the blue-eyed flowerpot"}')).toBe(0);
  expect(found('{"text":"a BLUE\\nflower pot"}')).toBe(1);
  expect(found('{"text":"code: 48-21"}')).toBe(2);
  expect(found('{"text":"code: 48-21', ' and a blue flowerpot"}')).toBe(3);
  expect(found('{"text":"code: 48-2"}')).toBe(0);
  // A recorded backslash with n, r or t is a line break or a letter of a word.
  expect(found('{"text":"C:\\\\temp"}')).toBe(3);
});
