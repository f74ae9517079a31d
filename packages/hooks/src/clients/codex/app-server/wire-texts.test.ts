import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileChanges, patchText, touchedFiles } from './file-changes.ts';
import { createLineSplitter } from './line-splitter.ts';
import { scriptOf, unwrapScript } from './tool-seen.ts';
import { isLoopback } from '@hookloom/core/settings';

describe('a line', () => {
  it('is the same for any division of its bytes', () => {
    const text = fc.string({ unit: 'binary' }).map((one) => one.replaceAll('\n', ''));
    const cuts = fc.array(fc.nat(200));
    fc.assert(
      fc.property(fc.array(text), cuts, (lines, at) => {
        const seen: string[] = [];
        const splitter = createLineSplitter(10_000, (line) => seen.push(line));
        const bytes = Buffer.from(lines.map((line) => line + '\n').join(''));
        let from = 0;
        for (const cut of [...at.toSorted((a, b) => a - b), bytes.length]) {
          splitter.push(bytes.subarray(from, cut));
          from = Math.max(from, Math.min(cut, bytes.length));
        }
        expect(seen).toEqual(lines);
      }),
    );
  });

  it('that is too long is skipped, and the next one is not', () => {
    const seen: string[] = [];
    const splitter = createLineSplitter(4, (line) => seen.push(line));
    for (const part of ['1234\n12', '345', '6789\n\n', 'abcd']) splitter.push(Buffer.from(part));
    splitter.push(Buffer.from('\n'));
    expect([seen, splitter.dropped]).toEqual([['1234', '', 'abcd'], 1]);
  });
});

describe('a command', () => {
  it.each([
    ["/bin/bash -lc 'touch made.txt'", 'touch made.txt'],
    ['bash -lc "echo \\"a b\\""', 'echo "a b"'],
    ["/usr/bin/zsh -c 'it'\\''s'", "it's"],
    ['/bin/bash -lc ls', 'ls'],
    // More than a wrapper around one script: shown in full.
    ["/bin/bash -lc 'ls' && rm x", "/bin/bash -lc 'ls' && rm x"],
    ["/bin/bash -lc 'ls' extra", "/bin/bash -lc 'ls' extra"],
    ['/bin/bash -lc "$(rm x)"', '/bin/bash -lc "$(rm x)"'],
    ["bash -x 'ls'", "bash -x 'ls'"],
    ["bash -lc 'open", "bash -lc 'open"],
    ['rm -rf x', 'rm -rf x'],
    ['', ''],
  ])('%s is for rules: %s', (command, script) => {
    expect(unwrapScript(command)).toBe(script);
  });

  it('as a list of words is the same', () => {
    expect(scriptOf(['/bin/bash', '-lc', 'a | b'])).toBe('a | b');
    expect(scriptOf(['git', '-c', 'status'])).toBe('git -c status');
  });

  it('that was quoted for a shell is unquoted correctly', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (script) => {
        const quoted = `'${script.replaceAll("'", "'\\''")}'`;
        expect(unwrapScript(`/bin/bash -lc ${quoted}`)).toBe(script);
      }),
    );
  });
});

it('file changes become a patch in every spelling', () => {
  const changes = [
    ...fileChanges([
      { path: 'new', kind: { type: 'add' }, diff: 'a\nb\n' },
      { path: 'gone', type: 'delete', content: 'x' },
      { path: 'here', kind: { type: 'update', move_path: 'there' }, diff: '@@ -1 +1 @@\n-a\n+b\n' },
      { no: 'path' },
      7,
    ]),
    ...fileChanges({ older: { type: 'update', unified_diff: '@@\n-c\n+d' } }),
  ];
  expect(patchText(changes)).toBe(
    [
      '*** Begin Patch',
      '*** Add File: new',
      '+a',
      '+b',
      '*** Delete File: gone',
      '*** Update File: here',
      '*** Move to: there',
      '@@ -1 +1 @@',
      '-a',
      '+b',
      '*** Update File: older',
      '@@',
      '-c',
      '+d',
      '*** End Patch',
      '',
    ].join('\n'),
  );
  expect(touchedFiles(changes)).toEqual(['new', 'gone', 'here', 'there', 'older']);
});

it('only names of this machine count as loopback', () => {
  const hosts = [
    'localhost',
    '127.0.0.1',
    '127.8.8.8',
    '[::1]',
    '127.0.0.1.example.org',
    '0.0.0.0',
  ];
  expect(hosts.filter(isLoopback)).toEqual(['localhost', '127.0.0.1', '127.8.8.8', '[::1]']);
});
