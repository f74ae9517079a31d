import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '@hookloom/core';
import type { Cursor, StoredEvent } from '@hookloom/core/events';
import { olderLines } from '../envelope/legacy-lines.fixture.ts';
import { MAX_LINE_BYTES } from '../envelope/parse.ts';
import { committedLines, START } from './committed-lines.ts';
import { bytesSource } from './byte-source.ts';
import { readBatches } from './read-batches.ts';
import { eventAt as checkedEventAt } from './check-events.ts';
import { readEvents } from './read-events.ts';
import { listSessions } from '../installation/log-directory.ts';
import { buildLog, recovery } from './sealed-lines.fixture.ts';

let dir: string;
let path: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookloom-read-'));
  path = join(dir, 'demo.jsonl');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const eventAt = (_: string, seq: number) => checkedEventAt(dir, 'demo', seq);
const seqs = (from = path, options = {}) => [...readEvents(from, options)].map(({ seq }) => seq);

async function follow(after?: Cursor, maxEvents = 2) {
  const events: StoredEvent[] = [];
  let cursor = after;
  for await (const batch of readBatches(
    path,
    after === undefined ? { maxEvents } : { after, maxEvents },
  )) {
    expect(batch.events.length).toBeLessThanOrEqual(maxEvents);
    events.push(...batch.events);
    cursor = batch.cursor;
  }
  return { seqs: events.map(({ seq }) => seq), events, cursor };
}

test('a log that does not exist is empty', async () => {
  expect(seqs()).toEqual([]);
  expect(eventAt(path, 1)).toBeNull();
  expect(await follow()).toEqual({ seqs: [], events: [], cursor: undefined });
  expect(listSessions(join(dir, 'nowhere'))).toEqual([]);
});

describe('an event is committed', () => {
  test('if its line ends with a newline', async () => {
    const bytes = buildLog().add({}, {}).bytes();
    writeFileSync(path, bytes.subarray(0, -1));
    expect(seqs()).toEqual([1]);
    appendFileSync(path, '\n');
    expect(seqs()).toEqual([1, 2]);
  });

  test('if its complete batch is there', async () => {
    const log = buildLog().add({}, { batchOf: 3 }, {}, {}, {});
    const text = log.bytes().toString().split('\n');
    for (const [lines, seen] of [
      [2, [1]],
      [3, [1]],
      [4, [1, 2, 3, 4]],
      [5, [1, 2, 3, 4, 5]],
    ] as const) {
      writeFileSync(path, `${text.slice(0, lines).join('\n')}\n`);
      expect(seqs()).toEqual(seen);
      expect((await follow(undefined, 2)).seqs).toEqual(seen);
    }
  });

  test('unless a later recovery names its bytes', async () => {
    const log = buildLog().add({}, {});
    const half = `${buildLog('demo', log.head!).add({ batchOf: 3 }, {}).bytes().toString()}{"act`;
    log.raw(`${half}\n`).add(recovery(half), { payload: { decision: 'after' } });
    writeFileSync(path, log.bytes());
    expect([...readEvents(path)].map(({ seq, type }) => [seq, type])).toEqual([
      [1, 'decision.made'],
      [2, 'decision.made'],
      [3, 'log.recovered'],
      [4, 'decision.made'],
    ]);
    expect([...readEvents(path)].at(-1)!.payload).toEqual({ decision: 'after' });
  });

  test('also when a cursor stops inside a batch and continues after it', async () => {
    writeFileSync(path, buildLog().add({}, { batchOf: 3 }, {}, {}, {}).bytes());
    for await (const { cursor } of readBatches(path, { maxEvents: 2 })) {
      expect((await follow(cursor)).seqs).toEqual([3, 4, 5]);
      break;
    }
  });
});

test('unreadable bytes between two linked events do not affect them', () => {
  const log = buildLog().add({});
  const { length } = log.bytes();
  const garbage = `${'x'.repeat(MAX_LINE_BYTES + 5)}\n\u0000\n`;
  log.raw(garbage).add({});
  writeFileSync(path, log.bytes());
  const skipped: unknown[] = [];
  const seen = [...committedLines(bytesSource(log.bytes()), START, (it) => skipped.push(it))];
  expect(seen.map(({ event }) => event.seq)).toEqual([1, 2]);
  expect(seqs()).toEqual([1, 2]);
  expect(skipped).toEqual([{ start: length, end: length + garbage.length }]);
});

test('numbers older lines by their position, without blank lines', () => {
  writeFileSync(path, `${olderLines.zaxyFirst}\n\r\n${olderLines.zaxySecond}\n`);
  expect([...readEvents(path)].map(({ seq, form }) => [seq, form])).toEqual([
    [1, 'zaxy.v1'],
    [2, 'zaxy.v1'],
  ]);
});

describe('a follower', () => {
  test('continues where it stopped as the log grows', async () => {
    const log = buildLog().add({}, {}, {});
    writeFileSync(path, log.bytes());
    const first = await follow();
    expect(first.seqs).toEqual([1, 2, 3]);
    expect(await follow(first.cursor)).toEqual({ seqs: [], events: [], cursor: first.cursor });
    writeFileSync(path, log.add({}, {}).bytes());
    expect((await follow(first.cursor)).seqs).toEqual([4, 5]);
  });

  test('finds its position again in a file that was replaced', async () => {
    const log = buildLog().add({}, {}, {}, {});
    writeFileSync(path, log.bytes());
    const cursor: Cursor = { seq: 2, hash: log.lines[1]!.hash, position: '1:99' };
    expect((await follow(cursor)).seqs).toEqual([3, 4]);
    expect((await follow({ ...cursor, position: 'anything' })).seqs).toEqual([3, 4]);
  });

  test('is reported if its event no longer exists', async () => {
    const log = buildLog().add({}, {}, {});
    writeFileSync(path, log.bytes());
    const { cursor } = await follow();
    writeFileSync(
      path,
      buildLog()
        .add({}, {}, { payload: { decision: 'other' } })
        .bytes(),
    );
    await expect(follow(cursor)).rejects.toMatchObject({ code: 'conflict' });
    truncateSync(path, 100);
    await expect(follow(cursor)).rejects.toMatchObject({ code: 'conflict' });
    rmSync(path);
    await expect(follow(cursor)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('the sparse index', () => {
  beforeEach(() => writeFileSync(join(dir, 'demo.head'), ''));
  const many = (count: number) => buildLog().add(...Array.from({ length: count }, () => ({})));

  test('finds every event, is built by reading and is private', () => {
    const log = many(700);
    writeFileSync(path, log.bytes());
    for (const seq of [700, 1, 64, 65, 257, 640, 641, 699])
      expect(eventAt(path, seq)).toMatchObject({ seq, hash: log.lines[seq - 1]!.hash });
    expect(eventAt(path, 701)).toBeNull();
    expect(eventAt(path, 0)).toBeNull();
    expect(seqs(path, { fromSeq: 640, toSeq: 643 })).toEqual([640, 641, 642, 643]);
    expect(seqs(path, { fromSeq: 640, limit: 2 })).toEqual([640, 641]);
    const index = statSync(join(dir, 'demo.index'));
    expect([index.mode & 0o777, index.size]).toEqual([0o600, 48 + 44 * 8]);
  });

  test('is not written beside a log that our writer does not own', () => {
    rmSync(join(dir, 'demo.head'));
    writeFileSync(path, many(700).bytes());
    expect(eventAt(path, 700)?.seq).toBe(700);
    expect(readdirSync(dir)).toEqual(['demo.jsonl']);
  });

  test('is discarded if it is wrong', () => {
    const log = many(700);
    writeFileSync(path, log.bytes());
    eventAt(path, 700);
    const index = join(dir, 'demo.index');
    const good = readFileSync(index);
    const damages: ((bytes: Buffer) => Buffer)[] = [
      (bytes) => Buffer.concat([bytes.subarray(0, 48), bytes.subarray(56)]),
      (bytes) => (bytes.fill(0, 100), bytes),
      (bytes) => (bytes.fill(0xff, 48), bytes),
      (bytes) => bytes.subarray(0, 61),
      () => Buffer.alloc(0),
      () => Buffer.from('nonsense'),
    ];
    for (const damage of damages) {
      writeFileSync(index, damage(Buffer.from(good)));
      expect(eventAt(path, 650)).toMatchObject({ seq: 650, hash: log.lines[649]!.hash });
      expect(eventAt(path, 700)).toMatchObject({ seq: 700 });
    }
  });

  test('does not mislead after a log was cut and grew again', () => {
    const log = many(700);
    writeFileSync(path, log.bytes());
    eventAt(path, 700);
    const other = buildLog('demo', log.lines[299]).add(
      ...Array.from({ length: 500 }, () => ({ payload: { n: 'a much longer text' } })),
    );
    const kept = log.lines
      .slice(0, 300)
      .map(({ line }) => `${line}\n`)
      .join('');
    writeFileSync(path, kept + other.bytes().toString());
    for (const seq of [300, 301, 450, 641, 800]) expect(eventAt(path, seq)?.seq).toBe(seq);
    expect(eventAt(path, 641)!.hash).toBe(other.lines[340]!.hash);
  });

  test('is not shifted by recovered bytes', () => {
    const log = many(300)
      .raw('torn\n')
      .add(recovery('torn'), ...Array.from({ length: 300 }, () => ({})));
    writeFileSync(path, log.bytes());
    for (const seq of [601, 301, 302, 321, 385])
      expect(eventAt(path, seq)).toMatchObject({ seq, hash: log.lines[seq - 1]!.hash });
  });
});

test('does not follow links', () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'hookloom-elsewhere-'));
  try {
    writeFileSync(join(elsewhere, 'other.jsonl'), buildLog().add({}).bytes());
    symlinkSync(join(elsewhere, 'other.jsonl'), path);
    expect(() => seqs()).toThrowError(expect.objectContaining({ code: 'permission_denied' }));
    expect(listSessions(dir)).toEqual([]);
    rmSync(path);
    writeFileSync(
      path,
      buildLog()
        .add(...Array.from({ length: 400 }, () => ({})))
        .bytes(),
    );
    writeFileSync(join(dir, 'demo.head'), '');
    symlinkSync(join(elsewhere, 'planted'), join(dir, 'demo.index'));
    expect(eventAt(path, 390)?.seq).toBe(390);
    expect(existsSync(join(elsewhere, 'planted'))).toBe(false);
  } finally {
    rmSync(elsewhere, { recursive: true, force: true });
  }
});

test('lists the plain log files by name as sessions', () => {
  for (const name of [
    'b.jsonl',
    'a.jsonl',
    '__refs__.jsonl',
    'a.index',
    'remote_audit.jsonl',
    'bad name.jsonl',
    '.jsonl',
  ])
    writeFileSync(join(dir, name), '');
  expect(listSessions(dir)).toEqual(['__refs__', 'a', 'b']);
});

test('reads back exactly what was sealed', () => {
  const payload = fc.dictionary(
    fc.string({ unit: 'grapheme' }).filter((key) => !key.startsWith('__')),
    fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value))),
  ) as fc.Arbitrary<JsonObject>;
  fc.assert(
    fc.property(fc.array(payload, { minLength: 1, maxLength: 8 }), (payloads) => {
      const wanted = payloads.map((value) => ({ payload: value }));
      const log = buildLog().add({ ...wanted[0], batchOf: wanted.length }, ...wanted.slice(1));
      writeFileSync(path, log.bytes());
      const events = [...readEvents(path)];
      expect(events.map((event) => event.payload)).toEqual(payloads);
      expect(events.map(({ seq, hash, id }) => ({ seq, hash, id }))).toEqual(
        log.lines.map(({ seq, hash, id }) => ({ seq, hash, id })),
      );
    }),
    { numRuns: 60 },
  );
});
