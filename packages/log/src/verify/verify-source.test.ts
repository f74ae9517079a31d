import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_JSON_DEPTH, sha256Hex, type JsonObject, type JsonValue } from '@hookloom/core';
import { committedLines } from '../read/committed-lines.ts';
import { bytesSource } from '../read/byte-source.ts';
import { buildLog } from '../read/sealed-lines.fixture.ts';
import { verifySource } from './verify-log.ts';

function verify(text: string | Buffer, options: Parameters<typeof verifySource>[1] = {}) {
  return verifySource(bytesSource(Buffer.from(text as string)), options);
}

const small = () =>
  buildLog().add(
    { payload: { title: 'café ✓ \u001f', n: 1.5e-9 } },
    {},
    { batchOf: 3, type: 'task.proposed' },
    { type: 'task.proposed' },
    { type: 'task.proposed', payload: { A: 1, _b: [true, null], é: '\\"' } },
    { redactedPaths: ['a.b'] },
  );

test('verifies a log whose head is the last event', () => {
  const log = small();
  expect(verify(log.bytes())).toEqual({
    ok: true,
    total_events: 6,
    broken_at_seq: null,
    broken_reason: null,
    detail: null,
    head: log.head,
    shredded: 0,
    recovered: 0,
    trusted_prefix: 0,
    lost: [],
  });
  expect(verify(log.bytes(), { thorough: true })).toEqual(verify(log.bytes()));
});

test('an empty log is intact', () => {
  expect(verify('')).toMatchObject({ ok: true, total_events: 0, head: null });
});

test('finds every flipped bit of every byte', { timeout: 600_000 }, () => {
  const log = small();
  const bytes = log.bytes();
  const { head } = log;
  for (let at = 0; at < bytes.length; at++) {
    for (let bit = 0; bit < 8; bit++) {
      bytes[at]! ^= 1 << bit;
      const plain = verify(bytes);
      const guarded = verify(bytes, { head });
      bytes[at]! ^= 1 << bit;
      if (plain.ok || guarded.ok) expect.fail(`bit ${bit} of byte ${at} went unnoticed`);
    }
  }
});

test('finds a byte change that keeps the meaning of the JSON', () => {
  const text = small().bytes().toString();
  expect(text).toContain('\\u001f');
  expect(verify(text.replace('\\u001f', '\\u001F'))).toMatchObject({
    ok: false,
    broken_at_seq: 1,
    broken_reason: 'unreadable_line',
    detail: 'the line is not in canonical form',
  });
});

describe('reordered lines', () => {
  const lines = small().lines.map(({ line }) => `${line}\n`);
  const reasonOf = (changed: string[]) => {
    const { broken_at_seq: seq, broken_reason: reason } = verify(changed.join(''));
    return [seq, reason];
  };

  test('a dropped line breaks the sequence', () => {
    expect(reasonOf(lines.toSpliced(1, 1))).toEqual([2, 'seq_mismatch']);
    expect(reasonOf(lines.toSpliced(0, 1))).toEqual([1, 'seq_mismatch']);
  });

  test('swapping lines breaks the sequence', () => {
    expect(reasonOf(lines.toSpliced(0, 2, lines[1]!, lines[0]!))).toEqual([1, 'seq_mismatch']);
  });

  test('a duplicated line breaks the sequence', () => {
    expect(reasonOf(lines.toSpliced(1, 0, lines[0]!))).toEqual([2, 'seq_mismatch']);
  });

  test('an inserted line of another log breaks the link', () => {
    const other = buildLog().add({ payload: { decision: 'forged' } }, {}).lines[1]!;
    expect(reasonOf(lines.toSpliced(1, 1, `${other.line}\n`))).toEqual([
      2,
      'previous_hash_mismatch',
    ]);
  });

  test('a first event that names a previous one is refused', () => {
    const [only] = buildLog('demo', { seq: 0, hash: `sha256:${'a'.repeat(64)}` }).add({}).lines;
    expect(reasonOf([`${only!.line}\n`])).toEqual([1, 'first_event_has_previous']);
  });

  test('an inserted garbage line is unreadable', () => {
    expect(reasonOf(lines.toSpliced(1, 0, 'garbage\n'))).toEqual([2, 'unreadable_line']);
  });

  test('a changed payload is reported with its position', () => {
    expect(reasonOf(lines.with(5, lines[5]!.replace('Use JSONL', 'Use WASM!')))).toEqual([
      6,
      'hash_mismatch',
    ]);
  });

  test('the total of a broken log counts the events after the fault', () => {
    expect(verify(lines.toSpliced(1, 0, 'garbage\n').join(''))).toMatchObject({ total_events: 7 });
  });
});

test('fails on a duplicate key even if the last one matches the hash', () => {
  const { line } = buildLog().add({}).lines[0]!;
  const trick = line.replace('"actorId":"assistant"', '"actorId":"user","actorId":"assistant"');
  expect(verify(`${trick}\n`)).toMatchObject({
    ok: false,
    broken_at_seq: 1,
    broken_reason: 'unreadable_line',
    detail: 'the key "actorId" occurs twice',
  });
});

test('thorough verification finds a duplicate key under a seal made for it', () => {
  const { line } = buildLog().add({}).lines[0]!;
  const trick = line.replace('"decision":', '"decision":"shown","decision":');
  const body = trick.replace(/"integrity":\{.*?\},/, '');
  const hash = sha256Hex(`{"event":${body},"previousHash":null}`);
  const sealed = `${trick.replace(/sha256:[0-9a-f]{64}/, `sha256:${hash}`)}\n`;
  expect(verify(sealed, { thorough: true })).toMatchObject({
    ok: false,
    broken_reason: 'unreadable_line',
  });
});

test('finds every cut in the last three lines', () => {
  const log = small();
  const bytes = log.bytes();
  const { head } = log;
  const from =
    bytes.length -
    log.lines.slice(3).reduce((sum, { line }) => sum + Buffer.byteLength(line) + 1, 0);
  for (let size = from; size < bytes.length; size++) {
    const report = verify(bytes.subarray(0, size), { head });
    expect(report).toMatchObject({ ok: false, broken_reason: 'cut_tail' });
  }
});

test('reports a torn tail without a head file as one that the next writer fixes', () => {
  const bytes = small().bytes();
  const report = verify(bytes.subarray(0, -10));
  expect(report).toMatchObject({
    ok: false,
    total_events: 5,
    broken_at_seq: 6,
    broken_reason: 'torn_tail',
  });
  expect(report.detail).toContain('the next writer');
});

test('verifies the deepest payload that can be written both ways', () => {
  let deep: JsonValue = 1;
  for (let level = 1; level < MAX_JSON_DEPTH; level++) deep = [deep];
  const log = buildLog().add({ payload: { deep } });
  expect(verify(log.bytes())).toMatchObject({ ok: true });
  expect(verify(log.bytes(), { thorough: true })).toMatchObject({ ok: true });
});

test('never throws, whatever the bytes', () => {
  const bytes = small().bytes();
  const edit = fc.record({
    at: fc.nat(bytes.length),
    drop: fc.nat(40),
    put: fc.uint8Array({ maxLength: 20 }),
  });
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
      let changed = bytes;
      for (const { at, drop, put } of edits)
        changed = Buffer.concat([changed.subarray(0, at), put, changed.subarray(at + drop)]);
      const report = verify(changed, { head: small().head });
      expect(report.ok || report.broken_reason !== null).toBe(true);
      // Only blank lines can be added or removed undetected.
      if (report.ok)
        expect(
          changed
            .toString()
            .replace(/\n[\r \n]*/g, '\n')
            .replace(/^\n/, ''),
        ).toBe(bytes.toString());
      expect([...committedLines(bytesSource(changed))].length).toBeLessThan(20);
    }),
    { numRuns: 500 },
  );
});

test('verifies any chain that the writer seals, by raw slices and by parsing', () => {
  const payload = fc.dictionary(
    fc.string({ unit: 'grapheme' }).filter((key) => !key.startsWith('__')),
    fc.jsonValue({ noUnicodeString: false }).map((value) => JSON.parse(JSON.stringify(value))),
  ) as fc.Arbitrary<JsonObject>;
  const event = fc.record({
    payload,
    actorId: fc.string({ unit: 'grapheme', minLength: 1 }),
    size: fc.integer({ min: 1, max: 4 }),
  });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 12 }), (events) => {
      const log = buildLog();
      for (const { size, ...wanted } of events)
        log.add(
          size > 1 ? { ...wanted, batchOf: size } : wanted,
          ...Array.from({ length: size - 1 }, () => ({})),
        );
      const whole = { ok: true, head: log.head, total_events: log.lines.length };
      expect(verify(log.bytes())).toMatchObject(whole);
      expect(verify(log.bytes(), { thorough: true })).toMatchObject(whole);
    }),
  );
});
