import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordedEvents } from './read-events.ts';
import { recordedEventsIf, typeOfLine } from './recorded-if.ts';
import { buildLog } from './sealed-lines.fixture.ts';

test('hands out the wanted events of any log, damaged or not', () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'hookloom-recorded-'));
  const file = path.join(dir, 'demo.jsonl');
  const log = buildLog();
  for (let at = 0; at < 20; at++)
    log.add({ type: at % 3 === 0 ? 'goal.created' : 'decision.made' }, { batchOf: 3 }, {}, {});
  const whole = log.bytes();
  const isGoal = ({ type }: { type: string }): boolean => type === 'goal.created';
  try {
    fc.assert(
      fc.property(
        fc.nat(whole.length),
        fc.option(fc.nat(whole.length - 1), { nil: -1 }),
        (length, place) => {
          const bytes = Buffer.from(whole.subarray(0, length));
          if (place >= 0 && place < length) bytes[place]! ^= 8;
          writeFileSync(file, bytes);
          const expected = [...recordedEvents(file)].filter(isGoal);
          const filtered = recordedEventsIf(
            file,
            (buffer, start, end) => typeOfLine(buffer, start, end) !== 'decision.made',
          );
          // A damaged byte may change a type in a way that only shows when the line is parsed.
          expect([...filtered].filter(isGoal)).toEqual(expected);
        },
      ),
      { numRuns: 300 },
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
