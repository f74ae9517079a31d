import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseShell, plainWords, type ShellOptions } from './parse-shell.ts';

function words(line: string, options?: ShellOptions): string[][] {
  return parseShell(line, options).commands.map(plainWords);
}

it('splits a list into its commands and removes their quotes', () => {
  expect(words(`cd "my dir" && ./check 'a b' c\\ d; echo it\\'s || true | wc -l &`)).toEqual([
    ['cd', 'my dir'],
    ['./check', 'a b', 'c d'],
    ['echo', "it's"],
    ['true'],
    ['wc', '-l'],
  ]);
});

it.each([
  'run > out',
  'run >out',
  'run >> out',
  'run 2>err',
  'run 2>&1',
  'run &> out',
  'run &>>out',
  'run >| out',
  'run < in',
  'run <<< "text here"',
  'run {fd}> out',
  'run <<EOF\nbody of text\nEOF',
  "run <<-'END'\n\tbody\n\tEND\n",
])('excludes redirections and their targets from the words: %j', (line) => {
  expect(words(line)).toEqual([['run']]);
});

it('finds the files of redirections, even without any other word', () => {
  const targets = (line: string) =>
    parseShell(line).commands.map((one) => one.targets.map(({ plain }) => plain));
  expect(words('a2> out 3 a')).toEqual([['a2', '3', 'a']]);
  expect(words('a 2 > out {fd} a{fd}> out')).toEqual([['a', '2', '{fd}', 'a{fd}']]);
  expect(targets('a > "x y" 2>&1 < in; > only')).toEqual([['x y', '1', 'in'], ['only']]);
});

it('handles comments, line continuations and empty words', () => {
  expect(words('a # b c\nd#e \\\n f "" \'\'')).toEqual([['a'], ['d#e', 'f', '', '']]);
});

it('splits groups and conditions into the commands in them', () => {
  expect(words('(a; b) && if [ -f x ]; then c; fi')).toEqual([
    ['a'],
    ['b'],
    ['if', '[', '-f', 'x', ']'],
    ['then', 'c'],
    ['fi'],
  ]);
});

it('treats a list in brackets after an assignment as data', () => {
  expect(words('files=(a.log "b)" c) run')).toEqual([['files=', 'run']]);
});

it('keeps variables and substitutions as parts of a word', () => {
  const { commands, substitutions, intricate } = parseShell(
    'DIR="$(cd "$(dirname "$0")" && pwd)"; . "$DIR/${NAME%.*}"',
  );
  expect(substitutions).toEqual(['cd "$(dirname "$0")" && pwd']);
  expect(intricate).toBe(true);
  expect(commands[1]!.words[1]!.parts).toEqual([
    { kind: 'variable', text: '$DIR', name: 'DIR', operation: '' },
    { kind: 'text', text: '/' },
    { kind: 'variable', text: '${NAME%.*}', name: 'NAME', operation: '%.*' },
  ]);
  expect(parseShell('diff <(./a) `b \\`c\\``').substitutions).toEqual(['./a', 'b `c`']);
});

it('keeps a dollar sign in single quotes as text', () => {
  expect(parseShell(`'$HOME' "$HOME"`).commands[0]!.words.map(({ parts }) => parts)).toEqual([
    [{ kind: 'text', text: '$HOME' }],
    [{ kind: 'variable', text: '$HOME', name: 'HOME', operation: '' }],
  ]);
});

it('calls only a line of plain commands simple', () => {
  for (const line of ['a "b $C" > d', 'a && b | c', `a 'x'`])
    expect([line, parseShell(line).intricate]).toEqual([line, false]);
  for (const line of ['a $(b)', 'a `b`', '(a)', 'a "b', "a 'b", `a $'b'`, 'a <<E\nE', 'a <(b)'])
    expect([line, parseShell(line).intricate]).toEqual([line, true]);
});

it('keeps the backslashes of Windows paths on request', () => {
  expect(words('C:\\tools\\node.exe C:\\a\\ b', { backslash: 'path' })).toEqual([
    ['C:\\tools\\node.exe', 'C:\\a b'],
  ]);
});

/** Without line continuations. */
function joined(text: string): string {
  return text.replace(/\\[^]/g, (pair) => (pair === '\\\n' ? '' : pair));
}

it('splits any text, and every word of the input is in the result', () => {
  const pieces = fc.constantFrom(
    'a',
    './b',
    ' ',
    ';',
    '&&',
    '|',
    '>',
    '<<',
    "'",
    '"',
    '$',
    '$(',
    '`',
    '(',
    ')',
    '${',
    '}',
    '\\',
    '\n',
    '#',
    'x=',
    '{',
    '2',
    '&',
    '$HOME',
    '<(',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (some) => {
      const text = some.join('');
      // The elements of a list are data.
      fc.pre(!joined(text).includes('=('));
      for (const { words: found } of parseShell(text).commands)
        for (const { written } of found) expect(joined(text)).toContain(joined(written));
    }),
  );
});

it('reads deep and hostile nesting to its end', () => {
  for (const piece of ['$("', '"$(', '${', '`', '(', '<<a\n', "$'", '$((']) {
    const { commands } = parseShell(piece.repeat(4_000));
    expect(commands.length).toBeLessThanOrEqual(4_000);
  }
});
