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
      { numRuns: 60 },
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
