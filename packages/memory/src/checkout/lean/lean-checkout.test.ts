/** The short form: budgets, every text once, and omitted rows are counted. */
import { parseCitation } from '@hookloom/core';
import type { Channel } from '@hookloom/core/events';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  arbitraryMissing,
  arbitraryQuery,
  arbitraryRows,
  LAST,
  SESSION,
} from '../fixtures/arbitrary-rows.ts';
import {
  factFrom,
  fakeMemory,
  fakeStore,
  fixedClock,
  hashOf,
  sourceFrom,
} from '../fixtures/fake-memory.ts';
import { estimateTokens } from '../pack.ts';
import type { LeanAnswer } from './answer.ts';
import { LEAN_TOKENS, leanCheckout, type LeanRequest } from './lean-checkout.ts';

type Rows = Parameters<typeof fakeMemory>[1];

function ask<R extends Partial<LeanRequest>>(rows: Rows, request: R, missing: number[] = []) {
  const memory = fakeMemory(SESSION, { last: LAST, ...rows });
  const store = fakeStore(SESSION, LAST, { without: missing });
  const deps = { memory, store, clock: fixedClock };
  return leanCheckout(deps, { query: 'log store topic', session: SESSION, ...request });
}

const bytesOver4 = (answer: object): number =>
  Math.ceil(Buffer.byteLength(JSON.stringify(answer)) / 4);
const rowsOf = ({ current_facts, evidence }: LeanAnswer) => [...current_facts, ...evidence];
const citedBy = (answer: LeanAnswer) => rowsOf(answer).map(({ citation }) => citation);

const event = (seq: number, text: string, channel: Channel = 'user') => ({
  seq,
  type: channel === 'tool' ? 'command.completed' : 'decision.made',
  kind: channel === 'tool' ? 'command_run' : 'decision',
  name: `item ${seq}`,
  actor: 'user',
  channel,
  text,
});
const many = (count: number, more = ''): Rows => ({
  facts: Array.from({ length: count }, (_, at) =>
    factFrom(SESSION, event(at + 1, `Topic ${at} concerns the log store.${more}`)),
  ),
});

const budget = fc.oneof(fc.integer({ min: 200, max: 700 }), fc.integer({ min: 700, max: 4000 }));
const runs = { numRuns: 30 };

describe('the budget of the short form', () => {
  test('admits as many rows as if each answer were judged before it is measured', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryRows, arbitraryQuery, budget, async (rows, query, maxTokens) => {
        const memory = fakeMemory(SESSION, { last: LAST, ...rows });
        const deps = { memory, store: fakeStore(SESSION, LAST, {}), clock: fixedClock };
        const request = { query, session: SESSION, maxTokens };
        const answer = await leanCheckout(deps, request);
        // A measure that is given may not grow with the bytes, so every answer is judged.
        expect(answer).toEqual(await leanCheckout({ ...deps, estimateTokens }, request));
      }),
      runs,
    );
  });

  test('covers the complete answer in both formats, from 200 tokens on', async () => {
    const format = fc.constantFrom('json' as const, 'prompt' as const);
    await fc.assert(
      fc.asyncProperty(
        arbitraryRows,
        arbitraryQuery,
        arbitraryMissing,
        budget,
        format,
        async (rows, query, missing, maxTokens, form) => {
          const answer = await ask(rows, { query, maxTokens, format: form }, missing);
          const { budget_requested, budget_used } = answer.diagnostics;
          expect(budget_requested).toBe(maxTokens);
          expect(budget_used).toBeLessThanOrEqual(maxTokens);
          expect(bytesOver4(answer)).toBeLessThanOrEqual(budget_used as number);
        },
      ),
      runs,
    );
  });

  test('never removes a row if it is larger', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryRows, arbitraryQuery, budget, budget, async (rows, query, a, b) => {
        const less = await ask(rows, { query, maxTokens: Math.min(a, b) });
        const more = new Set(citedBy(await ask(rows, { query, maxTokens: Math.max(a, b) })));
        expect(citedBy(less).filter((citation) => !more.has(citation))).toEqual([]);
      }),
      runs,
    );
  });

  test('of 300 tokens keeps the best fact with its citation', async () => {
    for (const rows of [many(1), many(40), many(40, ` ${'It is long. '.repeat(60)}`)]) {
      const answer = await ask(rows, { maxTokens: 300 });
      const [fact] = answer.current_facts;
      expect(fact!.content).toContain('concerns the log store');
      expect(parseCitation(fact!.citation!).session).toBe(SESSION);
      expect(answer.diagnostics['budget_used']).toBeLessThanOrEqual(300);
    }
  });

  test('also covers the longest possible question', async () => {
    for (const query of ['log store '.repeat(400), '商店日志'.repeat(1000)]) {
      const answer = await ask(many(3), { query, maxTokens: 200 });
      expect(answer.diagnostics['budget_used']).toBeLessThanOrEqual(200);
    }
  });

  test('is 2,000 by default', async () => {
    const answer = await ask(many(70, ' It keeps every event of the last month.'), {});
    expect(bytesOver4(answer)).toBeLessThanOrEqual(LEAN_TOKENS);
    expect(rowsOf(answer).length).toBeGreaterThanOrEqual(25);
  });

  test('counts omitted rows in every list, and never says that nothing was found', async () => {
    const facts = many(40).facts!;
    const sources = Array.from({ length: 20 }, (_, at) =>
      sourceFrom(SESSION, event(at + 41, `A page says the log store is number ${at}.`, 'tool')),
    );
    const json = await ask({ facts, sources }, { maxTokens: 600 });
    const elided = json.diagnostics['elided'] as Record<string, string | number>;
    expect(elided['current_facts']).toMatch(/^\d+ left out by the budget$/);
    const { count, ...lists } = elided;
    const sum = Object.values(lists).reduce<number>((all, text) => all + parseInt(String(text)), 0);
    expect(sum).toBe(count);
    const { prompt } = await ask({ facts, sources }, { maxTokens: 600, format: 'prompt' });
    expect(prompt).toMatch(/## Current facts \(\d+ left out by the budget\)/);
    expect(`${JSON.stringify(json)}${prompt}`).not.toMatch(/\bno current fact|nothing/i);
  });
});

describe('a row of the short form', () => {
  test('costs its text and at most 25 tokens', async () => {
    const one = await ask(many(40), { limit: 1 });
    const two = await ask(many(40), { limit: 2 });
    const added = two.current_facts.find(({ citation }) => !citedBy(one).includes(citation))!;
    expect(bytesOver4(two) - bytesOver4(one)).toBeLessThanOrEqual(
      Math.ceil(added.content.length / 4) + 25,
    );
  });

  test('costs at most 150 tokens for everything else', async () => {
    const answer = await ask(many(40), {});
    const rows = rowsOf(answer).reduce((sum, row) => sum + JSON.stringify(row).length + 1, 0);
    expect(bytesOver4(answer) - rows / 4).toBeLessThanOrEqual(150);
    expect(bytesOver4(await ask({}, {}))).toBeLessThanOrEqual(150);
  });

  test('has its text once, either in its field or in the prompt', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryRows, arbitraryQuery, async (rows, query) => {
        const json = await ask(rows, { query });
        const texts = rowsOf(json).map(({ content }) => content);
        expect(new Set(texts).size).toBe(texts.length);
        expect(json).not.toHaveProperty('prompt');
        const asText = await ask(rows, { query, format: 'prompt' });
        const { prompt, ...others } = asText;
        const lines = prompt.split('\n').filter((line) => /^c\d+ /.test(line));
        expect(lines.map((line) => line.split(' ')[0])).toEqual(
          [...asText.current_facts, ...asText.evidence].map(({ ref }) => ref),
        );
        for (const { content } of rowsOf(json))
          if (content.length > 40) expect(JSON.stringify(others)).not.toContain(content);
      }),
      runs,
    );
  });

  test('cites an event of the log, and a forgotten one is not shown', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryRows, arbitraryMissing, async (rows, missing) => {
        const cited = citedBy(await ask(rows, {}, missing)).flatMap((each) => each ?? []);
        for (const citation of cited) {
          const { seq, hashPrefix } = parseCitation(citation);
          expect(missing).not.toContain(seq);
          expect(hashOf(SESSION, seq)).toContain(hashPrefix);
        }
      }),
      runs,
    );
  });

  test('shows the sentence that covers most of the question', async () => {
    const text = `${'We talked about lunch. '.repeat(40)}The parser cache expires after 90 s. ${'Then we went home. '.repeat(40)}`;
    const rows = { facts: [factFrom(SESSION, event(1, text))] };
    const answer = await ask(rows, { query: 'When does the parser cache expire?' });
    expect(answer.current_facts[0]!.content).toContain('The parser cache expires after 90 s.');
    expect(answer.current_facts[0]!.content.length).toBeLessThan(430);
  });

  test('begins with the start of a long text, before the sentence that answers', async () => {
    const filler = 'Another sentence follows it and says nothing. '.repeat(20);
    const text = `We looked at the new pipeline. ${filler}The log store keeps each topic for nine days. ${filler}`;
    const answer = await ask({ facts: [factFrom(SESSION, event(1, text))] }, {});
    const [row] = rowsOf(answer);
    expect(row!.content).toMatch(/^We looked at the new pipeline\..* … .*topic for nine days\./);
    expect(Buffer.byteLength(row!.content)).toBeLessThanOrEqual(420);
  });

  test('from a tool is fenced and is not a fact', async () => {
    const rows = { facts: [factFrom(SESSION, event(1, 'The log store passed.', 'tool'))] };
    const { current_facts, evidence } = await ask(rows, {});
    expect(current_facts).toEqual([]);
    expect(evidence[0]!.content).toMatch(/^<reported-\w+>The log store passed\.<\/reported-\w+>$/);
  });
});

describe('recent events and open work', () => {
  const recent = [
    {
      seq: 9,
      hash: hashOf(SESSION, 9),
      type: 'decision.made',
      actor: 'user',
      timestamp: '2026-10-01T09:00:00.000Z',
      summary: 'Chose blue for the logo',
      channel: 'user' as const,
    },
  ];

  test('are shown only if the question is about the state of the work', async () => {
    const about = await ask({ ...many(2), recent }, { query: 'What happened last?' });
    expect(about.recent_events![0]).toContain('Chose blue for the logo');
    const other = await ask({ ...many(2), recent }, {});
    expect(other).not.toHaveProperty('recent_events');
    expect(other).not.toHaveProperty('working_set');
  });
});
