import { createMemoryStore } from '@hookloom/log';
import { beforeEach, expect, it } from 'vitest';
import type { Memory } from '../memory.ts';
import { openMemory } from '../open-memory.ts';
import { event } from '../../test/agent-events.ts';

let memory: Memory;
beforeEach(async () => {
  const store = createMemoryStore();
  await store.append('s', [
    event('goal.created', { title: 'release-2' }),
    event('task.proposed', { taskId: 'T-7', title: 'Sign the binaries', goalTitle: 'release-2' }),
    event('command.completed', { command: 'codesign app', exit_code: 1, task_id: 'T-7' }),
    event('task.proposed', { taskId: 'T-8', title: 'Water the plants' }),
  ]);
  memory = await openMemory({ file: ':memory:', store });
  return () => memory.close();
});

const found = async (query: string, more = {}) =>
  (await memory.search({ query, sessions: ['s'], limit: 10, ...more })).facts.map(
    ({ fact, parts }) => [fact.entityType, fact.entityName, parts['traversal'] ?? 0],
  );

it('follows a named entity, ranks nearer entities first, and finds nothing else', async () => {
  expect(await found('what is left for `release-2`?')).toEqual([
    ['goal', 'release-2', 0],
    ['task', 'T-7', 0.2],
    ['command_run', 'codesign app', 0.1],
  ]);
});

it('does not traverse without a named entity, or past the requested state of the log', async () => {
  expect(await found('plants')).toEqual([['task', 'T-8', 0]]);
  expect(await found('`release-2`', { asOfSeq: 2 })).toEqual([
    ['goal', 'release-2', 0],
    ['task', 'T-7', 0.2],
  ]);
});
