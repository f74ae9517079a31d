import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isExcluded } from './excluded-projects.ts';
import {
  retentionIn,
  changeSettings,
  describeSettings,
  readSettings,
  settingsFile,
} from './settings.ts';

let dir: string;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-settings-'));
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

const NAME = 'CLAUDE_MEM_CONTEXT_OBSERVATIONS';

it('the environment takes precedence over the file, the file over the default, and invalid values are ignored', () => {
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
  [{ SOMETHING: 'x' }, /is not a setting/],
  [{ __proto__x: 'x' }, /is not a setting/],
])('%j is refused and nothing is changed', (changes, message) => {
  expect(() => changeSettings(dir, { CLAUDE_MEM_SEMANTIC_INJECT_LIMIT: 3, ...changes })).toThrow(
    message,
  );
  expect(fs.existsSync(settingsFile(dir))).toBe(false);
});

it.each(['CLAUDE_CODE_PATH', 'CLAUDE_MEM_OPENROUTER_BASE_URL', 'CLAUDE_MEM_GEMINI_API_KEY'])(
  '%s names a program, an address or a secret: it is not a setting, and a copied file does not set it',
  (name) => {
    expect(() => changeSettings(dir, { [name]: '/bin/sh' })).toThrow(/is not a setting/);
    fs.writeFileSync(settingsFile(dir), JSON.stringify({ [name]: 'canary' }), { mode: 0o600 });
    expect(JSON.stringify(readSettings(dir, { [name]: 'canary' }))).not.toContain('canary');
    changeSettings(dir, { [NAME]: 30 });
    expect(fs.readFileSync(settingsFile(dir), 'utf8')).toContain('canary');
  },
);

it('settings that every process must share are not read from the environment', () => {
  const days = 'HOOKLOOM_RETENTION_NOTES_DAYS';
  expect(readSettings(dir, { [days]: '30' })[days]).toBe('0');
  changeSettings(dir, { [days]: 90, HOOKLOOM_RETENTION_DECISION_DAYS: 365 });
  const rule = retentionIn(dir)();
  expect(rule).toMatchObject({ notes: 90, types: { decision: 365, change: 0 }, prompts: 0 });
});

it('a changed rule applies at once to the next read', () => {
  const rule = retentionIn(dir);
  expect(rule().prompts).toBe(0);
  changeSettings(dir, { HOOKLOOM_RETENTION_PROMPTS_DAYS: 7 });
  expect(rule().prompts).toBe(7);
});

it('each reports where its value comes from', () => {
  changeSettings(dir, { [NAME]: 20 });
  const from = (env: Record<string, string>) =>
    describeSettings(dir, env).find(({ name }) => name === NAME);
  expect(from({})).toMatchObject({ value: '20', from: 'file', default: '50' });
  expect(from({ [NAME]: '30' })).toMatchObject({ value: '30', from: 'environment' });
});

const at = (root: string, alias = 'shop') => ({ workspace: { root }, project: { alias } });

it.each([
  ['shop', at('/w/a'), true],
  ['sho', at('/w/a'), false],
  ['sh*', at('/w/a'), true],
  ['/w', at('/w/a/b'), true],
  ['/w/a', at('/w/ab'), false],
  ['/w/*/b', at('/w/a/b'), true],
  ['/w/*/c', at('/w/a/b/c'), false],
  ['/w/**/c', at('/w/a/b/c'), true],
  ['~/private', at('/home/ann/private/x'), true],
  ['other, shop', at('/w/a'), true],
  ['', at('/w/a'), false],
])('EXCLUDED_PROJECTS %j', (value, open, isOut) => {
  const settings = { CLAUDE_MEM_EXCLUDED_PROJECTS: value };
  expect(isExcluded(settings, open, '/home/ann')).toBe(isOut);
});
