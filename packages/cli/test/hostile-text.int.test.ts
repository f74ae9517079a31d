import stringWidth from 'string-width';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { append, freshFolder, type Folder } from './folder.ts';

const point = (...codes: number[]): string => String.fromCodePoint(...codes);
const HOSTILE = [
  `${point(0x1b)}]52;c;aGk=${point(7)}`,
  `${point(0x1b)}]8;;http://evil.example${point(0x1b)}\\`,
  `${point(0x9b)}2J`,
  `${point(0x202e)}gnp.exe`,
  `pass${point(0x200b)}word`,
  point(0xe0069, 0xe0067),
  `a\rb\nc\td${point(8, 8)}`,
];
const ACTS =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e0fff}]/u;

let folder: Folder;
beforeAll(async () => {
  folder = freshFolder();
  for (const text of HOSTILE) {
    await append(folder, 'goal.created', { title: text, [text]: text });
    await append(folder, 'task.proposed', { taskId: text, title: text });
    const args = ['memory', 'append', 'decision.made', '--actor', `me${text}`];
    await folder.run(args, { input: JSON.stringify({ decision: `${text} `.repeat(40) }) });
  }
});
afterAll(() => folder.remove());

const PRINTING = [
  ['memory', 'log', '--limit', '100'],
  ['memory', 'log', '--limit', '100', '--json'],
  ['memory', 'diff'],
  ['memory', 'diff', '--json'],
  ['memory', 'status'],
  ['replay', 'shop-default'],
  ['replay', 'shop-default', '--json'],
  ['memory', 'query', 'password'],
  ['memory', 'query', 'password', '--json'],
  ['memory', 'checkout', 'password'],
  ['memory', 'checkout', 'password', '--json'],
  ['memory', 'bootstrap'],
  ['verify'],
];

for (const args of PRINTING) {
  test(`recorded text cannot control the terminal through ${args.join(' ')}`, async () => {
    const { status, stdout, stderr } = await folder.run(args);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).not.toBe('');
    expect(ACTS.test(stdout)).toBe(false);
    if (args.includes('--json')) JSON.parse(stdout);
  });
}

test('lists fit the width of the terminal', async () => {
  for (const args of [
    ['memory', 'log'],
    ['memory', 'diff'],
    ['replay', 'shop-default'],
    ['memory', 'status'],
  ]) {
    for (const line of (await folder.run(args, { columns: 80 })).stdout.split('\n')) {
      if (!line.startsWith('/')) expect(stringWidth(line)).toBeLessThanOrEqual(80);
    }
  }
});
