import { createMemoryStore } from '@hookloom/log';
import { expect, test } from 'vitest';
import { event } from '../../test/agent-events.ts';
import { openMemory } from '../open-memory.ts';

const OUTPUT = 'FAIL keeps the login alive';

test('a call and its command are one row of an answer, and a call without one stays', async () => {
  const store = createMemoryStore();
  await store.append('a', [
    event('tool.call.completed', { tool_name: 'Bash', status: 'ok', result_summary: OUTPUT }),
    event('command.completed', { command: 'npm test', outcome: 'failed', stdout: OUTPUT }),
    event('tool.call.completed', { tool_name: 'WebFetch', status: 'ok', result_summary: OUTPUT }),
    event('transcript.turn', { role: 'assistant', content: `It says: ${OUTPUT}.` }),
  ]);
  const memory = await openMemory({ file: ':memory:', store });
  const request = { query: 'what keeps the login alive', sessions: ['a'], limit: 10 };
  const { sources, facts } = await memory.search(request);
  const seqs = (rows: { seq: number }[]): number[] =>
    rows.map(({ seq }) => seq).toSorted((a, b) => a - b);
  expect(seqs(sources.map(({ source }) => source))).toEqual([
    expect.toSatisfy((seq) => seq < 3),
    3,
    4,
  ]);
  expect(facts.filter(({ fact }) => fact.seq < 3)).toHaveLength(1);
  await memory.close();
});

test('the end of a session is not a fact, but can be found', async () => {
  const store = createMemoryStore();
  await store.append('a', [event('session.ended', { session_id: 's1', reason: 'teardown' })]);
  const memory = await openMemory({ file: ':memory:', store });
  const { sources, facts } = await memory.search({ query: 'teardown', sessions: ['a'], limit: 10 });
  expect([sources.length, facts]).toEqual([1, []]);
  await memory.close();
});
