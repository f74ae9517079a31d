import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLogUnderTest, event, S, type LogUnderTest } from '../../test/log-under-test.ts';
import { verifyLog } from '../verify/verify-log.ts';

describe('an append after another process was interrupted', () => {
  let under: LogUnderTest;
  let dir: LogUnderTest['dir'];
  let log: LogUnderTest['log'];
  let append: LogUnderTest['append'];
  let stored: LogUnderTest['stored'];
  let summary: LogUnderTest['summary'];
  let expectVerified: LogUnderTest['expectVerified'];
  beforeEach(() => {
    under = createLogUnderTest();
    ({ dir, log, append, stored, summary, expectVerified } = under);
  });
  afterEach(() => under.sandbox.close());

  const garbage: Record<string, Buffer | string> = {
    'half an event': '{"actorId":"assistant","caus',
    'half a character': Buffer.from('{"text":"é').subarray(0, -1),
    NULs: '\0'.repeat(5000),
    'a line that is not an event': 'hello\n',
    'many such lines and a torn one': 'a\nb\r\n\n{}\n[1]\n{"integrity":{}}\nc',
  };
  for (const what of Object.keys(garbage)) {
    test(`ends the line, seals the torn bytes as evidence and continues after them: ${what}`, async () => {
      append([event('a'), event('b')]);
      const bytes = Buffer.from(garbage[what]!);
      writeFileSync(log, bytes, { flag: 'a' });
      expect(append([event('c')])).toMatchObject({ kind: 'appended', results: [{ seq: 4 }] });
      expect(summary()).toEqual(['a', 'b', 'torn_tail', 'c']);
      expect(stored()[2]!.payload).toMatchObject({ length: bytes.length, kept: false });
      await expectVerified();
    });
  }

  test('does not hide a copied event, which verification still reports', async () => {
    append([event('a'), event('b')]);
    writeFileSync(log, readFileSync(log, 'utf8').split('\n')[0]!, { flag: 'a' });
    expect(append([event('c')]).kind).toBe('appended');
    expect(await verifyLog(dir, S)).toMatchObject({ ok: false, broken_at_seq: 3 });
  });

  test('keeps an event that only lacks its newline', async () => {
    append([event('a')]);
    append([event('b')]);
    writeFileSync(log, readFileSync(log).subarray(0, -1));
    append([event('c')]);
    expect(summary()).toEqual(['a', 'b', 'torn_tail', 'c']);
    expect(stored()[2]!.payload).toMatchObject({ kept: true });
    await expectVerified();
  });

  test('seals that events are missing if the head file still names them', async () => {
    append([event('a')]);
    append([event('b')]);
    const { seq, hash } = stored()[1]!;
    writeFileSync(log, `${readFileSync(log, 'utf8').split('\n')[0]}\n`);
    append([event('c')]);
    expect(summary()).toEqual(['a', 'cut_tail', 'c']);
    expect(stored()[1]!.payload).toMatchObject({ expected: { seq, hash }, found: { seq: 1 } });
    rmSync(log);
    append([event('d')]);
    expect(stored().map(({ payload }) => payload)).toMatchObject([
      { reason: 'cut_tail', expected: { seq: 3 }, found: { seq: 0, hash: null } },
      { key: 'd' },
    ]);
  });

  test('updates a head file that lags behind', async () => {
    append([event('a')]);
    const head = readFileSync(path.join(dir, `${S}.head`));
    append([event('b')]);
    writeFileSync(path.join(dir, `${S}.head`), head);
    append([event('c')]);
    expect(summary()).toEqual(['a', 'b', 'c']);
  });

  test('loses nothing before the cut, wherever the last three lines are cut', async () => {
    append([event('a')]);
    append([event('b'), event('c')]);
    append([event('d')]);
    append([event('é')]);
    const whole = readFileSync(log);
    const head = readFileSync(path.join(dir, `${S}.head`));
    const ends = [...whole.keys()].filter((at) => whole[at] === 10);
    const keys = ['a', 'b', 'c', 'd', 'é'];
    // Every byte around a line's end, and every seventh one inside a line.
    const cuts = Array.from(whole.keys(), (at) => at + 1).filter(
      (cut) => cut > ends[1]! && (cut % 7 === 0 || ends.some((end) => Math.abs(end - cut) < 4)),
    );
    for (const cut of cuts) {
      for (const withHead of [true, false]) {
        rmSync(dir, { recursive: true });
        mkdirSync(dir, { mode: 0o700 });
        writeFileSync(log, whole.subarray(0, cut), { mode: 0o600 });
        if (withHead) writeFileSync(path.join(dir, `${S}.head`), head, { mode: 0o600 });
        const outcome = append([event('new')]);
        expect(outcome.kind).toBe('appended');
        // Keeps an event that lacks only its newline, but not half a batch.
        const left = ends.filter((end) => end <= cut).length;
        const kept = keys.slice(0, left === 2 ? 1 : left);
        const found = stored();
        expect(
          found.flatMap(({ payload }) => (payload['key'] === undefined ? [] : [payload['key']])),
        ).toEqual([...kept, 'new']);
        const told = found.some(({ payload }) => payload['reason'] === 'cut_tail');
        expect([cut, told]).toEqual([cut, withHead && left < ends.length]);
        const { ok, broken_reason } = await verifyLog(dir, S);
        expect([cut, ok || broken_reason === 'cut_tail']).toEqual([cut, true]);
      }
    }
  });
});
