import fc from 'fast-check';
import { expect, test } from 'vitest';
import { olderLines } from '../envelope/legacy-lines.fixture.ts';
import { committedLines, START } from './committed-lines.ts';
import { linePositions } from './line-positions.ts';
import { bytesSource } from './byte-source.ts';
import { wantedEvents } from './wanted-lines.ts';
import { buildLog, recovery, type LogBuilder } from './sealed-lines.fixture.ts';

const parts: ((log: LogBuilder) => void)[] = [
  (log) => void log.add({}),
  (log) =>
    void log.add(
      { payload: { A: 1, z: 2 } },
      { payload: { nested: { __batch: { first: 1, size: 9 } } } },
    ),
  (log) => void log.add({ batchOf: 3, payload: { UPPER: 'case sorts before __batch' } }, {}, {}),
  (log) => void log.raw('\n'),
  (log) => void log.raw('garbage\n'),
  (log) => void log.raw('torn\n').add(recovery('torn')),
  (log) => {
    const whole = buildLog('demo', log.head ?? undefined)
      .add({ payload: { text: 'cut off' } })
      .bytes()
      .toString();
    const cut = whole.slice(0, whole.indexOf('cut off'));
    log.raw(`${cut}\n`).add(recovery(cut));
  },
  (log) => {
    const half = `${buildLog('demo', log.head ?? undefined)
      .add({ batchOf: 4 }, {})
      .bytes()
      .toString()}{"ac`;
    log.raw(`${half}\n`).add(recovery(half), {});
  },
];

test('the positions, and the events that are wanted, are those of the committed lines, whatever the log contains', () => {
  const choices = fc.array(fc.constantFrom(...parts), { maxLength: 12 });
  const ends = fc.constantFrom('', '{"torn', 'garbage\n', `${olderLines.zaxyFirst}\n`);
  fc.assert(
    fc.property(choices, ends, fc.boolean(), (chosen, end, halfBatch) => {
      const log = buildLog();
      for (const part of chosen) part(log);
      if (halfBatch) log.add({ batchOf: 3 }, {});
      const source = bytesSource(Buffer.from(log.bytes().toString() + end));
      const expected = [...committedLines(source)].map(({ event, start, end: to }) => ({
        seq: event.seq,
        start,
        end: to,
        hash: event.hash,
        previousHash: event.previousHash,
      }));
      expect([...linePositions(source, START)]).toEqual(expected);
      expect(
        Array.from(
          wantedEvents(source, () => true),
          ({ seq, hash }) => ({ seq, hash }),
        ),
      ).toEqual(expected.map(({ seq, hash }) => ({ seq, hash })));
      const middle = expected[Math.floor(expected.length / 2)];
      if (middle === undefined) return;
      const from = { offset: middle.end, seq: middle.seq, hash: middle.hash };
      const rest = [...committedLines(source, from)].map(({ start }) => start);
      expect([...linePositions(source, from)].map(({ start }) => start)).toEqual(rest);
    }),
    { numRuns: 400 },
  );
});
