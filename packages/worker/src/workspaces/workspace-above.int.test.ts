import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { workspaceAbove } from './workspace-above.ts';

let home: string;
beforeEach(() => {
  home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-above-')));
});
afterEach(() => fs.rmSync(home, { recursive: true, force: true }));

const folder = (...names: string[]): string => {
  const dir = path.join(home, ...names);
  fs.mkdirSync(dir, { recursive: true });
  return dir;
};

it('a server that is started below a project serves the log of the project', () => {
  folder('shop', '.git');
  folder('shop', '.eventloom');
  const below = folder('shop', 'src', 'deep');
  expect(workspaceAbove(below, home)).toBe(path.join(home, 'shop'));
  expect(workspaceAbove(path.join(home, 'shop'), home)).toBe(path.join(home, 'shop'));
});

it('the nearest log wins', () => {
  folder('shop', '.eventloom');
  folder('shop', 'till', '.eventloom');
  expect(workspaceAbove(folder('shop', 'till', 'src'), home)).toBe(path.join(home, 'shop', 'till'));
});

it('a log outside the repository is another project’s', () => {
  folder('.eventloom');
  folder('work', '.eventloom');
  folder('work', 'shop', '.git');
  const below = folder('work', 'shop', 'src');
  expect(workspaceAbove(below, home)).toBe(below);
});

it('the log of the home folder is not that of everything below it', () => {
  folder('.eventloom');
  const below = folder('notes', 'today');
  expect(workspaceAbove(below, home)).toBe(below);
  expect(workspaceAbove(home, home)).toBe(home);
});

it('a link is no log', () => {
  folder('elsewhere', '.eventloom');
  const below = folder('shop', 'src');
  fs.symlinkSync(path.join(home, 'elsewhere', '.eventloom'), path.join(home, 'shop', '.eventloom'));
  expect(workspaceAbove(below, home)).toBe(below);
});

it('a link in between hides what is above it', () => {
  folder('work', '.eventloom');
  folder('elsewhere');
  const below = folder('work', 'shop', 'src');
  fs.symlinkSync(path.join(home, 'elsewhere'), path.join(home, 'work', 'shop', '.eventloom'));
  expect(workspaceAbove(below, home)).toBe(below);
});

it.runIf(process.getuid?.() === 0)('a log that another user laid above is not ours', () => {
  const log = folder('shared', '.eventloom');
  const below = folder('shared', 'mine');
  fs.chownSync(log, 65_534, 65_534);
  expect(workspaceAbove(below, home)).toBe(below);
  // Root in a container stands in the project of somebody outside.
  fs.chownSync(below, 65_534, 65_534);
  expect(workspaceAbove(below, home)).toBe(path.join(home, 'shared'));
});

it('a log that somebody left in a folder such as /tmp is that of nobody below it', () => {
  folder('tmp', '.eventloom');
  const below = folder('tmp', 'try', 'src');
  expect(workspaceAbove(below, home)).toBe(path.join(home, 'tmp'));
  fs.chmodSync(path.join(home, 'tmp'), 0o1777);
  expect(workspaceAbove(below, home)).toBe(below);
  expect(workspaceAbove(path.join(home, 'tmp'), home)).toBe(path.join(home, 'tmp'));
});
