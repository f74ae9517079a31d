import { expect, test } from 'vitest';
import type { ProcessEntry } from './process-table.ts';
import { isAdopter, isFakeHolder, isFaker, multiplexerOf } from './terminal-programs.ts';

function entry(name: string, program: string | null, ...words: string[]): ProcessEntry {
  return { pid: 7, parent: 1, name, program, words, terminal: null, session: 7 };
}

test('a shell, a package manager and a program that types hold a terminal without a person, under any of their names', () => {
  const holds = (...of: Parameters<typeof entry>): boolean => isFakeHolder(entry(...of));
  expect(holds('worker', 'bash', 'worker')).toBe(true);
  expect(holds('bash', null, 'my-title')).toBe(true);
  expect(holds('title', 'npm', 'title')).toBe(true);
  expect(holds('title', 'expect', 'title')).toBe(true);
  expect(holds('python3', 'python3', 'python3', 'drive.py')).toBe(true);
  expect(holds('gnome-terminal', 'gnome-terminal', 'gnome-terminal')).toBe(false);
  expect(
    holds('node', 'node', '/x/.vscode-server/bin/node', '/x/.vscode-server/out/server.js'),
  ).toBe(false);
});

test('a package manager runs what a person typed, so it types nothing itself', () => {
  expect(isFaker(entry('node', 'node', 'node', '/usr/lib/npm-cli.js', 'exec', 'x'))).toBe(false);
  expect(isFaker(entry('node', 'node', 'node', 'drive.js'))).toBe(true);
  expect(isFaker(entry('bash', 'bash', '-bash'))).toBe(false);
});

test('a multiplexer is known by its name, with or without a title', () => {
  expect(multiplexerOf(entry('tmux: server', 'tmux', 'tmux'))).toBe('tmux');
  expect(multiplexerOf(entry('SCREEN', 'screen', 'SCREEN'))).toBe('screen');
  expect(multiplexerOf(entry('vim', 'vim', 'vim'))).toBeNull();
});

test('the first process and the manager of a user adopt the children of others', () => {
  expect(isAdopter({ ...entry('init', null, 'init'), pid: 1 })).toBe(true);
  expect(isAdopter(entry('systemd', 'systemd', '/lib/systemd/systemd', '--user'))).toBe(true);
  expect(isAdopter(entry('systemd', 'systemd', '/lib/systemd/systemd'))).toBe(false);
  expect(isAdopter(entry('other', 'other', 'other', '--user'))).toBe(false);
});
