import { expect, test } from 'vitest';
import { olderLines } from '../envelope/legacy-lines.fixture.ts';
import { START, committedLines } from './committed-lines.ts';
import { validLines, type Unavailable } from './valid-lines.ts';
import { bytesSource } from './byte-source.ts';
import { buildLog, recovery } from './sealed-lines.fixture.ts';

function mixedLog() {
  const log = buildLog().add({ payload: { decision: 'Use "JSONL" — é' } }, {}, { batchOf: 2 }, {});
  return log.raw('torn\n').add(recovery('torn'), { payload: {} }, {}, {});
}

const mixedHead = mixedLog().head;

function heldIn(bytes: Buffer, head = mixedHead) {
  const unavailable: Unavailable[] = [];
  const events = [
    ...validLines(bytesSource(bytes), { head, onUnavailable: (found) => unavailable.push(found) }),
  ].map(({ event }) => event);
  return { events, unavailable, seqs: events.map(({ seq }) => seq) };
}

/** Lines of the log as text, for tests that reorder them. */
function reordered(change: (lines: string[]) => string[]): Buffer {
  const lines = buildLog().add({}, {}, {}, {}, {}).bytes().toString().trimEnd().split('\n');
  return Buffer.from(`${change(lines).join('\n')}\n`);
}
const head = buildLog().add({}, {}, {}, {}, {}).head;

test('every line of an intact log is valid', () => {
  const { seqs, unavailable } = heldIn(mixedLog().bytes());
  expect(seqs).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(unavailable).toEqual([]);
});

test('returns only what was sealed and names the gap, whichever bit is flipped', () => {
  const bytes = mixedLog().bytes();
  const sealed = heldIn(bytes).events;
  const kinds = lineNumbers(bytes);
  const texts = sealed.map((event) => JSON.stringify(event));
  for (let at = 0; at < bytes.length; at++) {
    const bit = 1 << (at % 8);
    const isNewline = bytes[at] === 0x0a;
    bytes[at]! ^= bit;
    const { events, unavailable, seqs } = heldIn(bytes);
    bytes[at]! ^= bit;
    const changed = events.filter((event) => JSON.stringify(event) !== texts[event.seq - 1]);
    const missing = sealed.map(({ seq }) => seq).filter((seq) => !seqs.includes(seq));
    const named = unavailable.flatMap(({ seq, last = seq }) =>
      Array.from({ length: last - seq + 1 }, (_, i) => seq + i),
    );
    // Damage costs the line it is in, or its batch; a lost newline costs the lines on both sides.
    const most = kinds[at] === 'batch' || isNewline ? 2 : 1;
    if (changed.length > 0 || named.join() !== missing.join() || missing.length > most)
      throw new Error(`byte ${at}, bit ${bit}: ${JSON.stringify({ changed, named, missing })}`);
  }
});

function lineNumbers(bytes: Buffer): ('batch' | 'alone')[] {
  const kinds: ('batch' | 'alone')[] = [];
  for (const { start, end, batch } of committedLines(bytesSource(bytes), START))
    kinds.length = kinds.push(
      ...Array<'batch' | 'alone'>(end - start).fill(batch ? 'batch' : 'alone'),
    );
  return kinds;
}

test('returns a duplicated line once', () => {
  const twice = heldIn(
    reordered(([a, b, c, ...rest]) => [a!, b!, b!, c!, ...rest]),
    head,
  );
  expect(twice).toMatchObject({ seqs: [1, 2, 3, 4, 5], unavailable: [] });
});

test('names a missing line and returns those around it', () => {
  const { seqs, unavailable } = heldIn(
    reordered((lines) => lines.toSpliced(2, 1)),
    head,
  );
  expect(seqs).toEqual([1, 2, 4, 5]);
  expect(unavailable).toMatchObject([{ seq: 3, reason: 'unreadable_line' }]);
});

test('reports a cut tail that the head file still names as unavailable', () => {
  const { seqs, unavailable } = heldIn(
    reordered((lines) => lines.slice(0, 3)),
    head,
  );
  expect(seqs).toEqual([1, 2, 3]);
  expect(unavailable).toMatchObject([{ seq: 4, last: 5, reason: 'cut_tail' }]);
});

test('does not return a changed line that was sealed again, because the next line names another hash', () => {
  const after = (seq: number) => {
    const { hash } = buildLog().add({}, {}, {}, {}, {}).lines[seq - 1]!;
    return { seq, hash };
  };
  const forged = buildLog('demo', after(2)).add({ payload: { decision: 'Forged' } }).lines[0]!.line;
  const replaced = heldIn(
    reordered((lines) => lines.toSpliced(2, 1, forged)),
    head,
  );
  expect(replaced.seqs).toEqual([1, 2, 5]);
  expect(replaced.unavailable.map(({ seq }) => seq)).toEqual([3, 4]);
  const last = buildLog('demo', after(4)).add({ payload: { decision: 'Forged' } }).lines[0]!.line;
  const atEnd = heldIn(
    reordered((lines) => lines.toSpliced(4, 1, last)),
    head,
  );
  expect(atEnd.seqs).toEqual([1, 2, 3, 4]);
  expect(atEnd.unavailable).toMatchObject([{ seq: 5, reason: 'replaced' }]);
  for (const place of [2, 3]) {
    const beside = heldIn(
      reordered((lines) => lines.toSpliced(place, 0, forged)),
      head,
    );
    expect(beside.events.every(({ payload }) => payload['decision'] !== 'Forged')).toBe(true);
    expect(beside.unavailable.map(({ seq }) => seq)).toContain(3);
  }
});

test('reports where a log of an older form is damaged', () => {
  const lines = [olderLines.zaxyFirst, olderLines.zaxySecond];
  const changed = lines.map((line, i) => (i === 0 ? line.replace('"type"', '"tipe"') : line));
  const { seqs, unavailable } = heldIn(Buffer.from(`${changed.join('\n')}\n`), null);
  expect(seqs).toEqual([2]);
  expect(unavailable).toMatchObject([{ seq: 1 }]);
});
