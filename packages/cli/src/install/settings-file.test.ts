import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  assertInside,
  createParents,
  readSettings,
  stageSettings,
  writeSettings,
} from './settings-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-settings-')));
  file = path.join(folder, 'settings.json');
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const modeOf = (place: string): number => fs.statSync(place).mode & 0o777;

test('reads the text of a file, with its byte order mark, and nothing where there is none', () => {
  expect(readSettings(file)).toBeNull();
  fs.writeFileSync(file, '\uFEFF{}');
  expect(readSettings(file)).toBe('\uFEFF{}');
});

test.each([
  ['a link to a file', () => fs.symlinkSync(import.meta.filename, file), 'is not a regular file'],
  ['a folder', () => fs.mkdirSync(file), 'is not a regular file'],
  [
    'a file of 16 MiB and one byte',
    () => fs.writeFileSync(file, 'a'.repeat(2 ** 24 + 1)),
    'is too large',
  ],
  [
    'bytes that are not UTF-8',
    () => fs.writeFileSync(file, Buffer.of(0x7b, 0xff)),
    'is not UTF-8 text',
  ],
  [
    'a path through a file',
    () => {
      fs.writeFileSync(path.join(folder, 'file'), '');
      file = path.join(folder, 'file', 'settings.json');
    },
    'cannot be used (ENOTDIR)',
  ],
])('refuses to read %s', (_, make, why) => {
  make();
  expect(() => readSettings(file)).toThrow(`${file} ${why}`);
});

test('reads a file of exactly 16 MiB', () => {
  fs.writeFileSync(file, 'a'.repeat(2 ** 24));
  expect(readSettings(file)).toHaveLength(2 ** 24);
});

test('a written file keeps its mode, and a new one is for its owner alone', () => {
  writeSettings(file, 'one');
  expect([fs.readFileSync(file, 'utf8'), modeOf(file)]).toEqual(['one', 0o600]);
  fs.chmodSync(file, 0o644);
  writeSettings(file, 'two');
  expect([fs.readFileSync(file, 'utf8'), modeOf(file)]).toEqual(['two', 0o644]);
  expect(fs.readdirSync(folder)).toEqual(['settings.json']);
});

test('a program gets its own mode, whatever the file had', () => {
  fs.writeFileSync(file, '', { mode: 0o600 });
  stageSettings(file, '#!/bin/sh\n', 0o755).commit();
  expect(modeOf(file)).toBe(0o755);
});

test('nothing changes until a staged file is moved into place, and dropping it leaves nothing', () => {
  fs.writeFileSync(file, 'one');
  const staged = stageSettings(file, 'two');
  expect(fs.readFileSync(file, 'utf8')).toBe('one');
  staged.drop();
  expect(fs.readdirSync(folder)).toEqual(['settings.json']);
});

test('a temporary file of another run is refused and kept', () => {
  const other = path.join(folder, `.settings.json.${process.pid}.tmp`);
  fs.writeFileSync(other, 'another');
  expect(() => stageSettings(file, 'two')).toThrow('cannot be used (EEXIST)');
  expect(fs.readFileSync(other, 'utf8')).toBe('another');
});

test('creates the missing parents, outermost first', () => {
  const created: string[] = [];
  const deep = path.join(folder, 'a/b/settings.json');
  const parents = [path.join(folder, 'a'), path.join(folder, 'a/b')];
  expect(createParents(deep, (dir) => created.push(dir))).toEqual(parents);
  expect(created).toEqual(parents);
  expect(createParents(deep, (dir) => created.push(dir))).toEqual([]);
  expect(created).toEqual(parents);
});

test('a link on the path may not lead out of the workspace', () => {
  const root = path.join(folder, 'root');
  fs.mkdirSync(path.join(root, 'in'), { recursive: true });
  fs.symlinkSync(folder, path.join(root, 'out'));
  fs.symlinkSync(path.join(root, 'in'), path.join(root, 'beside'));
  for (const inside of [
    'settings.json',
    'in/settings.json',
    'new/settings.json',
    'beside/settings.json',
  ])
    expect(() => assertInside(root, path.join(root, inside))).not.toThrow();
  expect(() => assertInside(root, path.join(root, 'out/new/settings.json'))).toThrow(
    `${root}/out is a link that points outside the workspace.`,
  );
  expect(() => assertInside(root, path.join(folder, 'elsewhere/settings.json'))).not.toThrow();
});
