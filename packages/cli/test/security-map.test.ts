import fs from 'node:fs';
import { expect, test } from 'vitest';

const rows = fs
  .readFileSync('docs/explanation/security.md', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const match = /^\| ([TM]\d+) .*\| `([^`]+)`: (.+) \|$/.exec(line);
    return match === null ? [] : [[match[1]!, match[2]!, match[3]!] as const];
  });

test('the security page names at least twenty tests', () => {
  expect(rows.length).toBeGreaterThanOrEqual(20);
});

test.each(rows)('%s is covered by a test in %s', (_threat, file, title) => {
  expect(fs.readFileSync(file, 'utf8')).toContain(title);
});
