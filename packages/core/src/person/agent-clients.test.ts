import { expect, it } from 'vitest';
import { clientOf } from './agent-clients.ts';

const started = (...words: string[]) =>
  clientOf({ pid: 9, parent: 1, name: 'node', program: 'node', words, terminal: null, session: 9 });

it.each([
  'npm exec hookloom init-session ./codex',
  'npm exec vitest run src/',
  'sshd: dev/claude',
  '',
])('the title %j names no coding agent', (title) => {
  expect(started(title)).toBeNull();
});

it.each([
  [['/Applications/My Tools/claude'], 'claude-code'],
  [['C:\\Program Files\\claude.exe', '-p'], 'claude-code'],
  [['claude --resume ./shop/'], 'claude-code'],
  [['node', '/usr/lib/node_modules/@openai/codex/bin/codex.js'], 'codex'],
  [['-gemini'], 'gemini'],
])('%j is a coding agent', (words, client) => {
  expect(started(...words)).toBe(client);
});
