import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkEvents } from './check-events.ts';
import { buildLog } from './sealed-lines.fixture.ts';

/** 600 events: a large batch between single ones and small batches. */
function mixedLog(): Buffer {
  const log = buildLog();
  for (let at = 0; at < 100; at++) log.add({ actorId: `agent-${at % 7}` });
  log.add({ batchOf: 300 }, ...Array.from({ length: 299 }, () => ({})));
  for (let at = 0; at < 40; at++) log.add({ batchOf: 5 }, {}, {}, {}, {});
  return log.bytes();
}

test('checks events together exactly as it checks each alone, whatever is damaged', () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'hookloom-check-'));
  const file = path.join(dir, 'demo.jsonl');
  const whole = mixedLog();
  const damage = fc.option(fc.nat(whole.length - 1), { nil: -1 });
  const seqs = fc.array(fc.integer({ min: 1, max: 610 }), { minLength: 1, maxLength: 12 });
  try {
    fc.assert(
      fc.property(damage, seqs, (place, wanted) => {
        const bytes = Buffer.from(whole);
        if (place >= 0) bytes[place]! ^= 4;
        writeFileSync(file, bytes);
        const states = (found: ReturnType<typeof checkEvents>): unknown[] =>
          [...found].map(([seq, each]) => [seq, each.state]);
        const together = states(checkEvents(dir, 'demo', wanted));
        const sorted = [...new Set(wanted)].sort((a, b) => a - b);
        expect(together).toEqual(sorted.flatMap((seq) => states(checkEvents(dir, 'demo', [seq]))));
      }),
      { numRuns: 60, examples: [[274_779, [496, 500, 1]]] },
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

test('does not find an event if another event of its batch is damaged, however far away', () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'hookloom-check-'));
  const text = mixedLog().toString();
  const stateOf = (seq: number) => checkEvents(dir, 'demo', [seq]).get(seq)!.state;
  try {
    for (const [from, to] of [
      ['part 150"', 'part 151"'],
      ['"decision":"Use JSONL, part 150"', '"decision":"Use JSONL, part 150'],
    ] as const) {
      writeFileSync(path.join(dir, 'demo.jsonl'), text.replace(from, to));
      for (const seq of [101, 110, 150, 390, 400]) expect(stateOf(seq)).toBe('unavailable');
      for (const seq of [100, 401, 500]) expect(stateOf(seq)).toBe('held');
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
