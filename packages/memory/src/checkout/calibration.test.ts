import { expect, test } from 'vitest';
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
import { checkout } from './checkout.ts';
import log from './fixtures/coding-log.json' with { type: 'json' };
import { codingLog, fakeMemory, fakeStore, fixedClock, type PlainEvent } from './fixtures/fake-memory.ts';
import questions from './fixtures/questions.json' with { type: 'json' };

const rows = codingLog(log as unknown as { session: string; events: PlainEvent[] });
const deps = {
  memory: fakeMemory(rows.session, rows),
  store: fakeStore(rows.session, rows.last),
  clock: fixedClock,
};

test('probe', async () => {
  const out: string[] = [];
  for (const { q, gold, split } of questions) {
    const r = await checkout(deps, { query: q, session: rows.session });
    const d = r.diagnostics as any;
    const top = r.current_facts.slice(0, 3).map((f) => /events\/(\d+)/.exec(f.citation ?? '')?.[1]);
    out.push([split, gold ? 'A' : 'U', r.quality.answerability.padEnd(19), r.quality.confidence, d.recall.coverage, JSON.stringify(d.recall.missing_terms), JSON.stringify(d.recall.missing_slots), q, JSON.stringify(gold), top.join(','), r.warnings.join('|')].join(' '));
  }
  require('node:fs').writeFileSync('/tmp/hl/probe.txt', out.sort().join('\n'));
  expect(1).toBe(1);
});
