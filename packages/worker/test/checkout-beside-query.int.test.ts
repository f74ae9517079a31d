/** The short checkout over recorded coding sessions, compared with `memory_query`, and its next calls. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { UnsealedEvent } from '@hookloom/core/events';
import { createMemoryStore } from '@hookloom/log';
import { openMemory, type Memory } from '@hookloom/memory';
import { leanCheckout } from '@hookloom/memory/checkout';
import type { LeanRequest } from '@hookloom/memory/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OperationContext } from '../src/operations/context.ts';
import { query as memoryQuery, type QueryRow } from '../src/operations/query.ts';

interface Recorded {
  turns: { event: UnsealedEvent }[];
  questions: { text: string; gold: Set<string> }[];
}

const loader = pathToFileURL(path.resolve('bench/lib/coding-data.mjs')).href;
const { loadCodingSessions } = (await import(loader)) as {
  loadCodingSessions(split: string): Recorded[];
};
const SESSION = 'talk';
const BUDGETS = [500, 1000, 2000];

async function opened({ turns, questions }: Recorded) {
  const store = createMemoryStore();
  await store.append(
    SESSION,
    turns.map(({ event }) => event),
  );
  const memory: Memory = await openMemory({ file: ':memory:', store });
  const now = Date.parse(turns.at(-1)!.event.timestamp!) + 3_600_000;
  const context = {
    workspace: { session: SESSION },
    store,
    memory: { open: () => Promise.resolve({ ok: true, memory }) },
    drain: () => Promise.resolve(),
  } as unknown as OperationContext;
  return {
    asked: questions.map(({ text }) => text),
    close: () => memory.close(),
    checkout: (request: Omit<LeanRequest, 'session'>) =>
      leanCheckout({ memory, store, clock: { now: () => now } }, { ...request, session: SESSION }),
    async found(text: string): Promise<QueryRow[]> {
      const rows = await memoryQuery(context, { query: text, limit: 100 });
      return Array.isArray(rows) ? rows : rows.contexts;
    },
  };
}

const tokens = (value: object): number => Math.ceil(Buffer.byteLength(JSON.stringify(value)) / 4);
const eventOf = (citation: string | null): string => /events\/\d+/.exec(citation ?? '')?.[0] ?? '';

/** As many rows as fit the budget. */
function fitting(rows: readonly QueryRow[], budget: number): QueryRow[] {
  let count = rows.length;
  while (count > 0 && tokens(rows.slice(0, count)) > budget) count--;
  return rows.slice(0, count);
}

/** Rows that `memory_query` returns by default. */
const PAGE = 10;

let sessions: Awaited<ReturnType<typeof opened>>[] = [];
beforeAll(async () => {
  sessions = await Promise.all(loadCodingSessions('all').map(opened));
});
afterAll(async () => {
  for (const { close } of sessions) await close();
});

test.each(BUDGETS)(
  'a %i-token checkout cites all current rows of memory_query that fit, or its first page if it has no answer',
  async (budget) => {
    const missing: string[] = [];
    for (const { asked, found, checkout } of sessions)
      for (const text of asked) {
        const answer = await checkout({ query: text, maxTokens: budget });
        const rows = [...answer.current_facts, ...answer.evidence];
        const compared = answer.quality.answerability === 'answer_from_memory' ? Infinity : PAGE;
        const cited = new Set(
          rows.flatMap((row) => [eventOf(row.citation), eventOf(row.answered_in ?? null)]),
        );
        for (const { citation, valid_to } of fitting(await found(text), budget).slice(0, compared))
          if (valid_to === null && !cited.has(eventOf(citation)))
            missing.push(`${text}: ${citation}`);
      }
    expect(missing).toEqual([]);
  },
);

/** Follows the answer's next call until there is none, or until it is for the user. */
async function follow(
  checkout: (typeof sessions)[number]['checkout'],
  first: Omit<LeanRequest, 'session'>,
): Promise<string[]> {
  const asked: string[] = [];
  for (let request = first; asked.length < 6;) {
    const { quality } = await checkout(request);
    const action = quality.required_action;
    if (action === null || action['tool'] === undefined) return asked;
    const { query, max_tokens: maxTokens } = action as { query: string; max_tokens?: number };
    asked.push(`${query} ${maxTokens ?? ''}`);
    request = { query, ...(maxTokens !== undefined && { maxTokens }) };
  }
  return asked;
}

test('the next calls of 300 answers end after at most two rounds and never repeat themselves', async () => {
  let count = 0;
  for (const { asked, checkout } of sessions)
    for (const query of asked)
      for (const request of [{ query }, { query, maxTokens: 250 }]) {
        const rounds = await follow(checkout, request);
        expect(rounds.length, rounds.join('\n')).toBeLessThanOrEqual(2);
        expect(new Set(rounds).size).toBe(rounds.length);
        for (const round of rounds) expect(round).not.toMatch(/actions for: .*actions for: /);
        count++;
      }
  expect(count).toBeGreaterThanOrEqual(300);
});
