import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseEnvText } from './env-grammar.ts';

it.each([
  ['KEY=value', 'KEY', 'value'],
  ['  KEY = spaced', null, null],
  ['LOG=/tmp/a b.log', 'LOG', '/tmp/a b.log'],
  ['EMPTY=', 'EMPTY', ''],
  ['Q="a b" # note', 'Q', 'a b'],
  ["Q='a b'", 'Q', 'a b'],
  ['URL=http://x/?a=b&c=d#e', 'URL', 'http://x/?a=b&c=d#e'],
  ['PRICE=5$ or $five', 'PRICE', '5$ or $five'],
  ['export A=x', 'A', 'x'],
  ["export A='a b'c\\ d", 'A', 'a bc d'],
  [String.raw`export A="q\"\$\\ \n"`, 'A', String.raw`q"$\ \n`],
  ['export A=x # note', 'A', 'x'],
  ['export A=x#y', 'A', 'x#y'],
  ['export A=x;', 'A', 'x'],
] as const)('reads %s as intended', (line, name, value) => {
  const [only] = parseEnvText(line);
  if (name === null) expect(only).toHaveProperty('problem');
  else expect([only]).toEqual([{ name, value }]);
});

it.each([
  'A=$(id)',
  'A="$(id)"',
  'A=`id`',
  'A="`id`"',
  'A="$HOME"',
  'A=${HOME}',
  'A="x',
  'A="x"; id',
  'export A=$HOME/x',
  'export A=~/x',
  'export A=x&id',
  'export A=x|id',
  'export A=x>f',
  'export A={a,b}',
  'export A=$(id)',
  'export A',
  'export -n A',
  'export 1A=x',
  '1A=x',
  'A B=x',
  'echo hi',
  'A=a\u0000b',
  'export A=a\u001bb',
])('%s sets nothing and is reported', (line) => {
  const parsed = parseEnvText(`${line}\n`);
  expect(parsed).toHaveLength(1);
  expect(parsed[0]).toHaveProperty('problem');
});

it('reads several variables of one line', () => {
  expect(parseEnvText("export A=1 B='x y'; export C=3\r\n\r\n")).toEqual([
    { name: 'A', value: '1' },
    { name: 'B', value: 'x y' },
    { name: 'C', value: '3' },
  ]);
});

it('ignores lines inside a quoted value', () => {
  const text = `export A='one\nB=evil\nC=evil' D=x\nE=2\nexport F="one\nG=\\"evil\nH=3"\nI=4\n`;
  expect(parseEnvText(text)).toEqual([
    { problem: 'The value of A goes over several lines.' },
    { name: 'E', value: '2' },
    { problem: 'The value of F goes over several lines.' },
    { name: 'I', value: '4' },
  ]);
});

it('an unclosed quote drops the rest of the file, but takes no extra time', () => {
  const text = `export A='x\n${'B=y\n'.repeat(16_000)}`;
  expect(parseEnvText(text)).toEqual([{ problem: 'The value of A goes over several lines.' }]);
});

const tricky = fc
  .array(
    fc.constantFrom(
      'a',
      ' ',
      "'",
      '"',
      '\\',
      '$',
      '`',
      ';',
      '&',
      '|',
      '(',
      ')',
      '#',
      '~',
      '*',
      '!',
    ),
    { maxLength: 14 },
  )
  .map((characters) => characters.join(''));

it('a shell reads an export line the same way, and it starts nothing', () => {
  const read = fc
    .sample(tricky, { numRuns: 4_000, seed: 7 })
    .map((text) => `export V=${text}`)
    .flatMap((line) => {
      const [variable, ...more] = parseEnvText(line);
      return variable !== undefined && 'name' in variable && more.length === 0
        ? [{ line, value: variable.value }]
        : [];
    });
  expect(read.length).toBeGreaterThan(300);
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-grammar-'));
  const script = read.map(({ line }) => `unset V\n${line}\nprintf '%s\\0' "$V"\n`).join('');
  const options = { cwd: dir, encoding: 'utf8', env: { PATH: '/nonexistent' } } as const;
  const made = execFileSync('/bin/sh', ['-c', script], options).split('\0').slice(0, -1);
  fs.rmSync(dir, { recursive: true });
  expect(made).toEqual(read.map(({ value }) => value));
});

it('reads any text without failing, and returns only well-formed names', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const parsed of parseEnvText(`export ${text}\n${text}`))
        if ('name' in parsed) expect(parsed.name).toMatch(/^[A-Za-z_][A-Za-z0-9_]*$/);
    }),
  );
});
