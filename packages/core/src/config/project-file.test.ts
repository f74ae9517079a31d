import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { adoptDirectory, defaultSessionOf, readProjectFile } from './project-file.ts';
import { resolveWorkspace } from './workspace.ts';

let root: string;
let dir: string;
beforeEach(() => {
  root = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-project-')), 'Shop');
  dir = path.join(root, '.eventloom');
  fs.mkdirSync(dir, { recursive: true });
});
afterEach(() => fs.rmSync(path.dirname(root), { recursive: true, force: true }));

const put = (name: string, text = 'x'): void => fs.writeFileSync(path.join(dir, name), text);
const session = (env = {}): string => resolveWorkspace({ cwd: root, env }).session;

it('a directory keeps its first session', () => {
  adoptDirectory(dir, 'shop-default');
  adoptDirectory(dir, 'other-default');
  expect(session()).toBe('shop-default');
  expect(readProjectFile(dir)?.id).toMatch(/^project-[0-9a-f]{16}$/);
  expect(fs.readdirSync(dir)).toEqual(['project.json']);
});

it('a session with another name does not become the default', () => {
  adoptDirectory(dir, 'agent-7');
  expect(session()).toBe('shop-default');
});

it('an explicit session takes precedence over the file', () => {
  adoptDirectory(dir, 'harbour-default');
  expect(session({ EVENTLOOM_THREAD: 'agent-7' })).toBe('agent-7');
  expect(session({ ZAXY_DOMAIN: 'till' })).toBe('till-default');
  const shared = { EVENTLOOM_PATH: path.join(root, '../logs') };
  expect(session(shared)).toBe('shop-default');
});

it('the only log, or the only default one, is the session of a directory without a file', () => {
  put('harbour-default.jsonl');
  put('empty-default.jsonl', '');
  put('__refs__.jsonl');
  expect(defaultSessionOf(dir)).toBe('harbour-default');
  put('agent-7.jsonl');
  expect(defaultSessionOf(dir)).toBe('harbour-default');
  put('pier-default.jsonl');
  expect(defaultSessionOf(dir)).toBeNull();
  expect(session()).toBe('shop-default');
});

it('a file that came with a repository can name only a session of its own directory', () => {
  const hostile = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .record({
        id: fc.string(),
        name: fc.string(),
        default_session: fc.string(),
        created: fc.string(),
      })
      .map((found) => JSON.stringify({ ...found, id: 'project-0123456789abcdef' })),
  );
  fc.assert(
    fc.property(hostile, (text) => {
      put('project.json', text);
      expect(session()).toMatch(/^[A-Za-z0-9_.-]{1,128}$/);
    }),
  );
  fs.rmSync(path.join(dir, 'project.json'));
  fs.symlinkSync('/etc/hostname', path.join(dir, 'project.json'));
  expect(readProjectFile(dir)).toBeNull();
});
