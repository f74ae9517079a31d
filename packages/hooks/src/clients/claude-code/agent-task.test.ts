import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hookEvent } from '../../../test/engine-parts.ts';
import { withAgentTask } from './agent-task.ts';

let dir: string;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-agent-task-'));
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

const call = (id: string, prompt: string, kind = 'researcher'): object => ({
  type: 'assistant',
  message: {
    content: [{ type: 'tool_use', id, name: 'Agent', input: { prompt, subagent_type: kind } }],
  },
});
const result = (id: string): object => ({
  type: 'user',
  message: { content: [{ type: 'tool_result', tool_use_id: id, content: 'done' }] },
});

function taskAfter(lines: readonly (object | string)[], more: object = {}): string | null {
  const file = path.join(dir, 'session.jsonl');
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  fs.writeFileSync(file, `${text.join('\n')}\n`);
  const event = hookEvent('subagent_start', {
    source: 'claude-code',
    agent_type: 'researcher',
    transcript_path: file,
    ...more,
  });
  return withAgentTask(event).prompt;
}

it('the task of a subagent is the task of the call that started it', () => {
  expect(
    taskAfter([call('1', 'Count the birds.'), result('1'), call('2', 'Count the cats.')]),
  ).toBe('Count the cats.');
});

it('ignores other kinds of agents and lines that are not JSON', () => {
  expect(
    taskAfter(['{"tool_', call('1', 'Write tests.', 'tester'), call('2', 'Count the cats.')]),
  ).toBe('Count the cats.');
});

it('does not guess if two calls could have started the subagent', () => {
  expect(taskAfter([call('1', 'Count the birds.'), call('2', 'Count the cats.')])).toBe(null);
});

it('keeps a task that the client sent itself, and accepts a missing file', () => {
  expect(taskAfter([call('1', 'x')], { prompt: 'Its own.' })).toBe('Its own.');
  expect(taskAfter([], { transcript_path: path.join(dir, 'none.jsonl') })).toBe(null);
});
