import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openPlain, withPlain } from './attempt.ts';

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-plain-'));
afterAll(() => fs.rmSync(dir, { recursive: true, force: true }));
const at = (name: string): string => path.join(dir, name);
const read = (name: string) => withPlain(at(name), (fd) => fs.readFileSync(fd, 'utf8'));

test('reads a regular file, and neither follows a link nor waits for a pipe', () => {
  fs.writeFileSync(at('file'), 'words');
  fs.symlinkSync(at('file'), at('link'));
  execFileSync('mkfifo', [at('pipe')]);
  expect(read('file')).toBe('words');
  for (const name of ['link', 'pipe', 'none', '.']) expect(read(name)).toBeNull();
});

test('creates a file that only its owner can read, and writes through no link', () => {
  const { O_WRONLY, O_CREAT } = fs.constants;
  fs.closeSync(openPlain(at('new'), O_WRONLY | O_CREAT));
  expect(fs.statSync(at('new')).mode & 0o777).toBe(0o600);
  fs.symlinkSync(at('absent'), at('planted'));
  expect(() => openPlain(at('planted'), O_WRONLY | O_CREAT)).toThrow('ELOOP');
  expect(fs.existsSync(at('absent'))).toBe(false);
});

test('is the only place that opens files in this way', () => {
  const names = fs.readdirSync('packages', { recursive: true, encoding: 'utf8' });
  const sources = names.filter(
    (name) => /^\w+\/src\/.*\.ts$/.test(name) && !name.includes('.test.'),
  );
  const found = sources.filter((name) =>
    fs.readFileSync(`packages/${name}`, 'utf8').includes('O_NOFOLLOW'),
  );
  expect(found).toEqual(['core/src/attempt.ts']);
});
