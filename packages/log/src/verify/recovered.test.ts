import { describe, expect, test } from 'vitest';
import { bytesSource } from '../read/byte-source.ts';
import { buildLog, recovery } from '../read/sealed-lines.fixture.ts';
import { verifySource } from './verify-log.ts';

function verify(text: string | Buffer, options: Parameters<typeof verifySource>[1] = {}) {
  return verifySource(bytesSource(Buffer.from(text as string)), options);
}

describe('bytes that a writer recovered', () => {
  test('are accepted if the next event names them', () => {
    for (const ended of [true, false]) {
      const torn = '{"actorId":"assis';
      const log = buildLog().add({}, {}).raw(`${torn}\n`);
      log.add(ended ? recovery(`${torn}\n`) : recovery(torn), {});
      expect(verify(log.bytes(), { head: log.head })).toMatchObject({
        ok: true,
        total_events: 4,
        recovered: 1,
      });
    }
  });

  test('are refused if they differ from the named ones', () => {
    const log = buildLog().add({}).raw('torn!\n').add(recovery('torn?'), {});
    expect(verify(log.bytes())).toMatchObject({
      broken_at_seq: 2,
      broken_reason: 'unreadable_line',
    });
  });

  test('cannot be changed by a single flipped bit', () => {
    const log = buildLog().add({}).raw('torn!\n').add(recovery('torn!'), {});
    const bytes = log.bytes();
    for (let at = 0; at < bytes.length; at++) {
      bytes[at]! ^= 1;
      expect(verify(bytes).ok).toBe(false);
      bytes[at]! ^= 1;
    }
  });

  test('are accepted as lines of an unfinished batch if the next event names them', () => {
    const before = buildLog().add({}, {});
    const half =
      buildLog('demo', before.head!).add({ batchOf: 3 }, {}).bytes().toString() + '{"act';
    before.raw(`${half}\n`).add(recovery(half), {}, {});
    expect(verify(before.bytes())).toMatchObject({ ok: true, total_events: 5, recovered: 1 });
  });

  test('are reported if an unfinished batch is at the end', () => {
    const log = buildLog().add({}, { batchOf: 3 }, {});
    expect(verify(log.bytes())).toMatchObject({
      broken_at_seq: 2,
      broken_reason: 'incomplete_batch',
    });
  });

  test('are a fault if events follow the unfinished batch', () => {
    const log = buildLog().add({}, { batchOf: 3 });
    const more = buildLog('demo', log.head!).add({}, {});
    const bytes = Buffer.concat([log.bytes(), more.bytes()]);
    expect(verify(bytes)).toMatchObject({
      broken_at_seq: 2,
      broken_reason: 'incomplete_batch',
      total_events: 4,
    });
  });

  test('cannot include events that later ones build upon', () => {
    const log = buildLog().add({}, {}, {});
    const [first, second, third] = log.lines;
    const forged = buildLog('demo', first).add(recovery(`X${second!.line.slice(1)}\n`)).lines[0]!;
    const text = [first!.line, `X${second!.line.slice(1)}`, forged.line, third!.line].join('\n');
    expect(verify(`${text}\n`)).toMatchObject({ ok: false, broken_at_seq: 3 });
  });
});

describe('remembered positions', () => {
  test('show by the head file that a tail was cut and rewritten', () => {
    const log = buildLog().add({}, {}, {});
    const forged = buildLog('demo', log.lines[1]).add({ payload: { decision: 'other' } }, {});
    const text = `${log.lines[0]!.line}\n${log.lines[1]!.line}\n${forged.bytes().toString()}`;
    expect(verify(text)).toMatchObject({ ok: true });
    expect(verify(text, { head: log.head })).toMatchObject({
      broken_at_seq: 3,
      broken_reason: 'cut_tail',
    });
  });

  test('are valid if the head file lags behind', () => {
    const log = buildLog().add({}, {}, {});
    expect(verify(log.bytes(), { head: { seq: 2, hash: log.lines[1]!.hash } })).toMatchObject({
      ok: true,
    });
  });

  test('hold a checkpoint only if the log has that event', () => {
    const log = buildLog().add({}, {}, {});
    const against = { session: 'demo', seq: 2, hash: log.lines[1]!.hash };
    expect(verify(log.bytes(), { against })).toMatchObject({ ok: true });
    const other = { ...against, hash: log.lines[0]!.hash };
    expect(verify(log.bytes(), { against: other })).toMatchObject({
      broken_at_seq: 2,
      broken_reason: 'checkpoint_mismatch',
    });
    const later = { ...against, seq: 9 };
    expect(verify(log.bytes(), { against: later })).toMatchObject({
      broken_at_seq: 4,
      broken_reason: 'cut_tail',
    });
  });
});
