import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { unusedSettingsHere } from './unused-settings-here.ts';
import { settingsFile } from './settings.ts';
import { settingTable } from './setting-table.ts';

let dir: string;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-idle-'));
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

const told = (env: Record<string, string> = {}): string[] =>
  unusedSettingsHere(dir, env).map(({ message }) => message);

it('reports nothing without settings', () => {
  expect(told()).toEqual([]);
});

it('reports every invalid setting of the installation, in the environment and in the file', () => {
  for (const { name, defaultValue, takes, test, isOfFile } of settingTable) {
    const bad = ['\u0007', 'no such value;'].find((value) => !test(value))!;
    if (isOfFile === true)
      expect(told({ [name]: '30' })[0]).toContain('is not read from the environment');
    else expect(told({ [name]: bad })[0]).toMatch(new RegExp(`^${name} takes `));
    fs.writeFileSync(settingsFile(dir), JSON.stringify({ [name]: bad }), { mode: 0o600 });
    expect(told()[0]).toContain(`takes ${takes}`);
    fs.writeFileSync(settingsFile(dir), JSON.stringify({ [name]: defaultValue }), { mode: 0o600 });
    expect(told()).toEqual([]);
  }
});

it.each(['{', '[]', 'null'])('reports a settings file that contains %s', (text) => {
  fs.writeFileSync(settingsFile(dir), text, { mode: 0o600 });
  expect(told()).toEqual([
    `${settingsFile(dir)} is not a private file with one JSON object, so none of its settings is used`,
  ]);
});

it('reports settings that depend on each other once', () => {
  expect(told({ EMBEDDING_RUNTIME_DIR: '/opt/onnx' })).toEqual([
    'EMBEDDING_RUNTIME_DIR is set without EMBEDDING_MODEL_DIR',
  ]);
  expect(told({ HOOKLOOM_NOTES_PROVIDER: 'anthropic' })).toEqual([
    'HOOKLOOM_NOTES_ANTHROPIC_MODEL is not set',
  ]);
  expect(told({ RETRIEVAL_FUZZY: 'on' })).toHaveLength(1);
});
