import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { changeSettings, readSettings, settingsFile, visibleSettings } from './settings.ts';

let dir: string;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-settings-'));
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

const NAME = 'CLAUDE_MEM_CONTEXT_OBSERVATIONS';

it('the environment goes before the file, the file before the default, and nonsense counts as not given', () => {
  expect(readSettings(dir, {})[NAME]).toBe('50');
  changeSettings(dir, { [NAME]: 20 });
  expect(readSettings(dir, {})[NAME]).toBe('20');
  expect(readSettings(dir, { [NAME]: '30' })[NAME]).toBe('30');
  expect(readSettings(dir, { [NAME]: '900' })[NAME]).toBe('20');
  changeSettings(dir, { [NAME]: '' });
  expect(readSettings(dir, {})[NAME]).toBe('50');
  expect(fs.statSync(settingsFile(dir)).mode & 0o777).toBe(0o600);
});

it.each([
  [{ [NAME]: 201 }, /whole number from 1 to 200/],
  [{ [NAME]: [1] }, /whole number/],
  [{ CLAUDE_MEM_CONTEXT_FULL_FIELD: 'all' }, /narrative or facts/],
  [{ SOMETHING: 'x' }, /no setting/],
  [{ __proto__x: 'x' }, /no setting/],
])('%j is refused and nothing is changed', (changes, message) => {
  expect(() => changeSettings(dir, { CLAUDE_MEM_SEMANTIC_INJECT: true, ...changes })).toThrow(
    message,
  );
  expect(fs.existsSync(settingsFile(dir))).toBe(false);
});

it.each(['CLAUDE_CODE_PATH', 'CLAUDE_MEM_OPENROUTER_BASE_URL', 'CLAUDE_MEM_GEMINI_API_KEY'])(
  '%s names a program, an address or a secret and is not changed over HTTP',
  (name) => {
    expect(() => changeSettings(dir, { [name]: '/bin/sh' })).toThrow(/over HTTP/);
  },
);

it('of a secret only that it is set is told', () => {
  const env = { CLAUDE_MEM_GEMINI_API_KEY: 'canary-key' };
  expect(readSettings(dir, env)['CLAUDE_MEM_GEMINI_API_KEY']).toBe('canary-key');
  expect(visibleSettings(dir, env)['CLAUDE_MEM_GEMINI_API_KEY']).toBe('set');
  expect(visibleSettings(dir, {})['CLAUDE_MEM_GEMINI_API_KEY']).toBe('');
});
