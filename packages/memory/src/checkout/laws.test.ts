/** Invariants of every checkout, for any recorded text and any question. */
import { parseCitation } from '@hookloom/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkout, type CheckoutRequest, type CheckoutResponse } from './checkout.ts';
import {
  arbitraryMissing,
  arbitraryQuery,
  arbitraryRows,
  LAST,
  QUERIES,
  SESSION,
} from './fixtures/arbitrary-rows.ts';
import { fakeMemory, fakeStore, fixedClock } from './fixtures/fake-memory.ts';
import { SECTIONS } from './sections.ts';

type Rows = Parameters<typeof fakeMemory>[1];

function ask(rows: Rows, request: Partial<CheckoutRequest>, missing: number[] = []) {
  const store = fakeStore(SESSION, LAST, { without: missing });
  const memory = fakeMemory(SESSION, { last: LAST, ...rows });
  return checkout(
    { memory, store, clock: fixedClock },
    { query: QUERIES[0]!, session: SESSION, ...request },
  );
}

const budget = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 300, max: 9000 }));

/** Everything in a response that a larger budget must also contain. */
function held(response: CheckoutResponse): string[] {
  const decided = /^(?:# Context Warnings|## Checkout Quality|## Checkout Guidance)\n/;
  const lines = response.prompt
    .split('\n\n')
    .filter((section) => !decided.test(section))
    .flatMap((section) => section.split('\n'));
  const groups = (response.diagnostics['evidence_set'] as { groups: { source_id: string }[] })
    .groups;
  const synthesis = response.diagnostics['synthesis'] as
    | { ledger_rows: object[]; answer_candidates: object[]; evidence_groups: object[] }
    | undefined;
  return [
    ...[
      ...(synthesis?.ledger_rows ?? []),
      ...(synthesis?.answer_candidates ?? []),
      ...(synthesis?.evidence_groups ?? []),
    ].map((row) => JSON.stringify(row)),
    ...lines,
    ...[
      ...response.current_facts,
      ...response.evidence,
      ...response.provenance,
      ...response.working_set,
    ].map((row) => JSON.stringify(row)),
    ...response.guidance.feedback.payloads.map((row) => JSON.stringify(row)),
    ...groups.map(({ source_id }) => source_id),
    ...response.warnings,
  ];
}

function tokens(response: CheckoutResponse): number {
  return Math.ceil(JSON.stringify(response).length / 4);
}

const runs = { numRuns: 60 };

describe('a budget', () => {
  test('never removes anything when it is larger', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryRows, arbitraryQuery, budget, budget, async (rows, query, a, b) => {
        const [small, large] = [Math.min(a, b), Math.max(a, b)];
        const less = await ask(rows, { query, maxTokens: small });
        const more = new Set(held(await ask(rows, { query, maxTokens: large })));
        expect(held(less).filter((each) => !more.has(each))).toEqual([]);
      }),
      runs,
    );
  });

  test('covers prompt and JSON together, unless the mandatory parts alone are larger', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryRows, arbitraryQuery, budget, async (rows, query, maxTokens) => {
        const response = await ask(rows, { query, maxTokens });
        const { budget_requested, budget_used } = response.diagnostics;
        expect(budget_requested).toBe(maxTokens);
        expect(tokens(response)).toBeLessThanOrEqual(budget_used as number);
        if (
          response.current_facts.length + response.evidence.length + response.working_set.length >
          0
        )
          expect(budget_used).toBeLessThanOrEqual(maxTokens);
      }),
      runs,
    );
  });

  test('of zero leaves the mandatory parts and says what is missing', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryRows, async (rows) => {
        const { prompt, current_facts, diagnostics } = await ask(rows, { maxTokens: 0 });
        const markers = SECTIONS.filter(({ mandatory }) => mandatory).map(({ marker }) => marker);
        const found = prompt.split('\n\n').map((section) => section.split('\n')[0]!);
        expect(found.map((line) => markers.find((marker) => line.startsWith(marker)))).toEqual(
          markers,
        );
        expect(current_facts).toEqual([]);
        expect((diagnostics['elided'] as { count: number }).count).toBeGreaterThan(0);
      }),
      runs,
    );
  });

  test('never removes the citation from a row that it keeps', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryRows, budget, async (rows, maxTokens) => {
        const whole = await ask(rows, { maxTokens: 100_000 });
        const cited = new Map(
          whole.current_facts.map((fact) => [JSON.stringify(fact), fact.citation]),
        );
        const response = await ask(rows, { maxTokens });
        for (const fact of response.current_facts) {
          expect(cited.get(JSON.stringify(fact))).toBe(fact.citation);
          if (fact.citation !== null) {
            expect(response.prompt).toContain(`(${fact.citation}`);
            expect(response.evidence.some(({ citation }) => citation === fact.citation)).toBe(true);
          }
        }
      }),
      runs,
    );
  });

  test('by default keeps the response under 40,000 characters, with the essential part in the first 8,000', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryRows, arbitraryQuery, async (rows, query) => {
        const response = await ask(rows, { query });
        const json = JSON.stringify(response);
        expect(json.length).toBeLessThan(40_000);
        const front = json.slice(0, 8000);
        expect(front).toContain(`"answerability":"${response.quality.answerability}"`);
        for (const { citation } of response.current_facts.slice(0, 3)) {
          if (citation !== null) expect(front).toContain(citation);
        }
      }),
      runs,
    );
  });
});

describe('recorded text', () => {
  test('never starts a line of the prompt, and every section appears once', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryRows, arbitraryQuery, async (rows, query) => {
        const { prompt } = await ask(rows, { query });
        const lines = prompt.split('\n');
        for (const { marker } of SECTIONS) {
          expect(lines.filter((line) => line.startsWith(marker)).length).toBeLessThanOrEqual(1);
        }
        const ours = /^(?:- |# |## |Query: |Cited state |$)/;
        expect(lines.filter((line) => !ours.test(line))).toEqual([]);
        expect(prompt).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069\u200b]/u);
      }),
      runs,
    );
  });

  test('from an untrusted channel is fenced everywhere in the prompt', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryRows, async (rows) => {
        const marked = (channel: string, content: string): string =>
          ['tool', 'mcp', 'web', 'file'].includes(channel)
            ? `zzuntrusted log store ${content}`
            : content;
        const { prompt } = await ask(
          {
            ...rows,
            facts: rows.facts.map((row) => ({ ...row, content: marked(row.channel, row.content) })),
            sources: rows.sources.map((row) => ({
              ...row,
              content: marked(row.channel, row.content),
            })),
            workingSet: rows.workingSet.map((row) => ({
              ...row,
              content: marked(row.channel ?? 'file', row.content),
            })),
            recent: rows.recent.map((row) => ({
              ...row,
              summary: marked(row.channel ?? 'file', row.summary),
            })),
          },
          {},
        );
        const outside = prompt.replace(/<reported-([0-9a-f]{12})>.*?<\/reported-\1>/g, '');
        expect(outside).not.toContain('zzuntrusted');
      }),
      runs,
    );
  });

  test('cites only events that the log contains', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryRows, arbitraryMissing, async (rows, missing) => {
        const response = await ask(rows, {}, missing);
        const { prompt, evidence, provenance, working_set, current_facts } = response;
        const cited = [
          ...[...prompt.matchAll(/eventloom:\/\/[^\s),]+/g)].map(([text]) =>
            text.replace(/[.:]$/, ''),
          ),
          ...[...evidence, ...provenance, ...working_set, ...current_facts].flatMap(
            ({ citation }) => (citation === null ? [] : [citation]),
          ),
        ];
        const found = cited
          .filter((text) => text !== 'eventloom://')
          .map((text) => parseCitation(text).seq);
        expect(found.filter((seq) => missing.includes(seq))).toEqual([]);
      }),
      runs,
    );
  });
});

describe('a checkout', () => {
  test('gives the same bytes for the same log, question and budget', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryRows, arbitraryQuery, budget, async (rows, query, maxTokens) => {
        const [one, two] = [
          await ask(rows, { query, maxTokens }),
          await ask(rows, { query, maxTokens }),
        ];
        expect(JSON.stringify(one)).toBe(JSON.stringify(two));
      }),
      runs,
    );
  });

  test('starts with the same bytes for every question and result', async () => {
    const prefixOf = ({ prompt, diagnostics }: CheckoutResponse): string =>
      prompt.slice(0, diagnostics['stable_prefix_chars'] as number);
    const first = prefixOf(await ask({}, {}));
    expect(first.startsWith('# Memory Checkout\n')).toBe(true);
    await fc.assert(
      fc.asyncProperty(arbitraryRows, arbitraryQuery, budget, async (rows, query, maxTokens) => {
        const purpose = maxTokens % 2 === 0 ? 'coding' : undefined;
        expect(prefixOf(await ask(rows, { query, maxTokens, purpose }))).toBe(first);
      }),
      runs,
    );
  });

  test('answers from memory only with a cited fact or record of a run or edit, and without a warning', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryRows,
        arbitraryQuery,
        arbitraryMissing,
        async (rows, query, missing) => {
          const { quality, current_facts, evidence, warnings } = await ask(
            rows,
            { query },
            missing,
          );
          expect(quality.confidence).toBeGreaterThanOrEqual(0);
          expect(quality.confidence).toBeLessThanOrEqual(0.95);
          if (quality.answerability !== 'answer_from_memory') return;
          expect(warnings).toEqual([]);
          const records = evidence.filter(({ event_type }) =>
            /^(?:command\.completed|file\.edit\.applied)$/.test(String(event_type)),
          );
          const answering = [...current_facts, ...records];
          expect(answering.some(({ citation }) => citation !== null)).toBe(true);
          expect(quality.required_action).toBeNull();
        },
      ),
      runs,
    );
  });
});
