/** A question of the conversation and its answer, in the short form of a checkout. */
import { createMemoryStore } from '@hookloom/log';
import { expect, test } from 'vitest';
import { leanCheckout, type LeanRequest } from '../src/checkout/lean/lean-checkout.ts';
import { openMemory } from '../src/open-memory.ts';
import { event } from './agent-events.ts';

const turn = (role: 'user' | 'assistant', content: string, session_id: string) =>
  event(
    'transcript.turn',
    { role, content },
    { actorId: role, origin: { channel: role === 'user' ? 'user' : 'model', session_id } },
  );
const ASKED = 'Shall the session cache be Redis or Memcached?';
const QUESTION = 'What is the session cache?';

async function ask<R extends Omit<LeanRequest, 'session'>>(
  events: ReturnType<typeof turn>[],
  request: R,
) {
  const store = createMemoryStore();
  await store.append('a', events);
  const memory = await openMemory({ file: ':memory:', store });
  const deps = { memory, store, clock: { now: () => Date.UTC(2026, 8, 1) } };
  const answer = await leanCheckout(deps, { ...request, session: 'a' });
  await memory.close();
  return answer;
}

const TALK = [
  turn('user', 'Let us plan the week', 'x'),
  turn('assistant', ASKED, 'x'),
  turn('user', 'The first one', 'x'),
  turn('assistant', 'Done', 'x'),
];

test('shows a short answer in the line of the turn that asked, and cites both', async () => {
  const { current_facts, evidence } = await ask(TALK, { query: QUESTION });
  const rows = [...current_facts, ...evidence];
  const row = rows.find(({ content }) => content.includes(ASKED))!;
  expect(row.content).toMatch(/Memcached\? → .*The first one/);
  expect(row.citation).toContain('/events/2#');
  expect(row.answered_in).toContain('/events/3#');
  // Its text occurs once in the answer.
  expect(rows.filter(({ content }) => content.includes('The first one'))).toHaveLength(1);
});

test('the prompt has both in one line with both citations', async () => {
  const { prompt } = await ask(TALK, { query: QUESTION, format: 'prompt' });
  expect(prompt).toMatch(/Memcached\? \(\S+events\/2#\w+\) → .*one \(\S+events\/3#\w+\)/);
});

test('neither a turn of another conversation nor a long one is an answer', async () => {
  const long = `We talked about it. ${'It depends on the week. '.repeat(9)}`;
  for (const next of [turn('user', 'The first one', 'y'), turn('user', long, 'x')]) {
    const { current_facts, evidence } = await ask(TALK.toSpliced(2, 1, next), { query: QUESTION });
    const row = [...current_facts, ...evidence].find(({ content }) => content.includes(ASKED))!;
    expect(row).not.toHaveProperty('answered_in');
  }
});

test('a larger budget never loses a citation', async () => {
  let before = new Set<string>();
  for (const maxTokens of [200, 260, 300, 340, 400, 500, 2000]) {
    const answer = await ask(TALK, { query: QUESTION, maxTokens });
    const cited = new Set(JSON.stringify(answer).match(/events\/\d+#/g));
    expect([...before].filter((citation) => !cited.has(citation))).toEqual([]);
    before = cited;
  }
  expect(before.size).toBe(4);
});
