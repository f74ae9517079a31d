import { expect, test } from 'vitest';
import { unifiedDiff } from './mask-settings.ts';

test('a new file is all additions, a deleted one all removals', () => {
  expect(unifiedDiff('a.json', null, '{\n}\n')).toBe(
    '--- /dev/null\n+++ a.json\n@@ -0,0 +1,2 @@\n+{\n+}\n',
  );
  expect(unifiedDiff('a.json', '{}\n', null)).toBe(
    '--- a.json\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-{}\n',
  );
});

test('shows an addition between three lines of context, and distant changes in separate hunks', () => {
  const before = 'abcdefghijklmnop'.replaceAll(/./g, '$&\n');
  const after = before.replace('c\n', 'c\n1\n').replace('o\n', 'O\n');
  expect(unifiedDiff('f', before, after)).toBe(
    [
      '--- f',
      '+++ f',
      '@@ -1,6 +1,7 @@',
      ' a',
      ' b',
      ' c',
      '+1',
      ' d',
      ' e',
      ' f',
      '@@ -12,5 +13,5 @@',
      ' l',
      ' m',
      ' n',
      '-o',
      '+O',
      ' p',
      '',
    ].join('\n'),
  );
});

test('marks a last line without a line feed', () => {
  expect(unifiedDiff('f', '{}', '{}\n')).toBe(
    '--- f\n+++ f\n@@ -1,1 +1,1 @@\n-{}\n\\ No newline at end of file\n+{}\n',
  );
});
