import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noiseLine } from './noise-line.ts';
import { chooseAnswer, readJsonAnswer } from './read-answer.ts';

it('reads an object with a byte order mark, blanks and line feeds around it', () => {
  expect(readJsonAnswer('\uFEFF \n{\n "decision": "block"\n}\n\n')).toEqual({
    kind: 'json',
    value: { decision: 'block' },
    noise: null,
  });
});

it('finds the object before and after the output of a shell profile, and reports the noise', () => {
  expect(readJsonAnswer('Welcome back!\n{"decision":"block"}')).toEqual({
    kind: 'json',
    value: { decision: 'block' },
    noise: 'Welcome back!\n ',
  });
  expect(readJsonAnswer('{"decision":"block"}\nbye')).toEqual({
    kind: 'json',
    value: { decision: 'block' },
    noise: ' \nbye',
  });
});

it('picks the last of several objects, never a nested one', () => {
  expect(readJsonAnswer('{"step":1}\n{"decision":"block",\n"list":[\n{"a":1}\n]}\n')).toMatchObject(
    {
      value: { decision: 'block', list: [{ a: 1 }] },
    },
  );
});

it('an unmatched brace does not hide the answer', () => {
  expect(readJsonAnswer('{ not json\n{"decision":"block"}\n')).toMatchObject({
    value: { decision: 'block' },
  });
});

it('distinguishes text, a broken object and no output', () => {
  expect(readJsonAnswer('All good')).toEqual({ kind: 'text', text: 'All good' });
  expect(readJsonAnswer('{"decision": block}')).toEqual({
    kind: 'broken',
    text: '{"decision": block}',
  });
  expect(readJsonAnswer('  \n')).toEqual({ kind: 'empty' });
});

it('the noise is one short line without controls', () => {
  const line = noiseLine(`\u001b[31m${'x'.repeat(500)}\n`);
  expect(line.length).toBeLessThan(130);
  expect(line).not.toContain('\u001b');
  expect(noiseLine('Welcome back!\n ')).toBe('Welcome back!');
  expect(noiseLine(' \n\u0007')).toBe('…');
});

it('__proto__ stays data', () => {
  const answer = readJsonAnswer('{"__proto__": {"decision": "block"}}');
  expect(answer.kind === 'json' && Object.keys(answer.value)).toEqual(['__proto__']);
  expect(answer.kind === 'json' && answer.value['decision']).toBeUndefined();
});

it.each([
  ['braces', '{'.repeat(3_000_000)],
  ['lines of braces', '{\n'.repeat(1_000_000)],
  ['quotes', '{"'.repeat(1_000_000)],
])('reads millions of %s with the answer after them', (_name, noise) => {
  expect(readJsonAnswer(`${noise}\n{"decision":"block"}`)).toMatchObject({
    value: { decision: 'block' },
  });
});

it('never throws, and noise lines around an answer never change it', () => {
  const line = fc.string().map((text) => text.replace(/[{}\n\r]/g, ''));
  fc.assert(
    fc.property(fc.array(line), fc.array(line), fc.jsonValue(), (before, after, value) => {
      const answer = JSON.stringify({ decision: 'block', value });
      const read = readJsonAnswer([...before, answer, ...after].join('\n'));
      expect(read.kind === 'json' && JSON.stringify(read.value)).toBe(answer);
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => void readJsonAnswer(text)));
});

describe('an indented object inside a broken one', () => {
  it.each([
    [
      'a trailing comma',
      '{\n  "decision": "deny",\n  "list": [\n    {"decision": "allow"}\n  ],\n}',
    ],
    [
      'a key without quotes',
      '{\n  decision: "deny",\n  "list": [\n    {"decision": "allow"}\n  ]\n}',
    ],
    ['a truncated end', '{\n  "decision": "deny",\n  "list": [\n    {"decision": "allow"},\n'],
  ])('is not an answer: %s', (_what, text) => {
    expect(readJsonAnswer(text)).toMatchObject({ kind: 'broken' });
  });

  it('counts as an answer if it starts a line after it', () => {
    const broken = '{\n  "decision": "deny",\n}';
    for (const text of [`${broken}\n{"decision":"block"}`, `${broken}\n  {"decision":"block"}`])
      expect(readJsonAnswer(text)).toMatchObject({ value: { decision: 'block' } });
  });
});

it('a progress bar and terminal colours before the answer do not hide it', () => {
  for (const noise of ['10%\r100%\r', '\u001b[0m', '\u001b[2K  ', '\uFEFF', 'x\n\uFEFF\t'])
    expect(readJsonAnswer(`${noise}{"decision":"block"}`)).toMatchObject({
      kind: 'json',
      value: { decision: 'block' },
    });
});

it('also returns some of the objects before the last one', () => {
  expect(readJsonAnswer('{"a":1}\n{"b":2}\ntext\n{"c":3}')).toMatchObject({
    value: { c: 3 },
    earlier: [{ a: 1 }, { b: 2 }],
  });
  const many = readJsonAnswer('{}\n'.repeat(500_000));
  expect(many.kind === 'json' && many.earlier!.length).toBe(64);
});

it('an object nested too deeply is broken', () => {
  const deep = `${'{"a":'.repeat(600)}1${'}'.repeat(600)}`;
  expect(readJsonAnswer(deep).kind).toBe('broken');
  expect(readJsonAnswer(`${deep}\n{"decision":"block"}`)).toMatchObject({
    value: { decision: 'block' },
  });
});

it('shows no secret from the noise', () => {
  const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
  expect(noiseLine(`export TOKEN=${secret}\n`)).toMatch(/^export TOKEN=\[REDACTED:\w+\]$/);
});

describe('choosing among objects', () => {
  const choose = (text: string) => chooseAnswer(text, ['decision']);

  it('picks the last object with a field of an answer, and returns the others', () => {
    expect(choose('{"level":"info"}\n{"decision":"block"}\n{"level":"info"}')).toMatchObject({
      kind: 'object',
      value: { decision: 'block' },
      others: [{ level: 'info' }, { level: 'info' }],
    });
  });

  it('uses an object without such a field only if it is alone, and as text among text', () => {
    expect(choose('{"x":1}')).toMatchObject({ kind: 'object', value: { x: 1 } });
    expect(choose('For example:\n{"x":1}\n')).toEqual({ kind: 'text' });
  });
});

it('finds an object after any noise of broken objects', () => {
  const noise = fc
    .array(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        '"',
        '{"',
        '{}',
        '{"a":1}',
        '{"a":[,',
        '\\',
        'text',
        ',',
        ':',
        '{ half',
        ']}',
      ),
      { maxLength: 12 },
    )
    .map((lines) => lines.map((line) => `${line}\n`).join(''));
  fc.assert(
    fc.property(noise, noise, fc.boolean(), (before, after, pretty) => {
      const answer = JSON.stringify(
        { decision: 'block', list: [{ a: ['}'] }] },
        null,
        pretty ? 2 : 0,
      );
      const read = chooseAnswer(`${before}${answer}\n${after}`, ['decision']);
      expect(read).toMatchObject({ kind: 'object', value: { decision: 'block' } });
    }),
    { numRuns: 400 },
  );
});
