import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeHead } from '../files/head-at.ts';
import { buildLog, type LogBuilder } from '../read/sealed-lines.fixture.ts';
import { openJsonlStore } from '../stores/jsonl/index.ts';
import { verifyFile, verifyLog } from './verify-log.ts';

let dir: string;
let path: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookloom-verify-'));
  path = join(dir, 'demo.jsonl');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function save(log: LogBuilder): LogBuilder {
  writeFileSync(path, log.bytes());
  writeHead(join(dir, 'demo.head'), { ...log.head!, size: log.bytes().length });
  return log;
}

test('verifies what the writer wrote, alone and in batches', async () => {
  const store = openJsonlStore({ dir, installation: 'any' });
  const event = {
    type: 'decision.made',
    actorId: 'user',
    payload: { a: 'é' },
    origin: { channel: 'user' },
  } as const;
  await store.append('demo', [event, event, event]);
  await store.append('demo', [event]);
  await store.close();
  expect(await verifyLog(dir, 'demo')).toMatchObject({ ok: true, total_events: 4 });
  expect(await verifyLog(dir, 'demo', { thorough: true })).toMatchObject({ ok: true });
});

test('a session without a log is intact and empty, unless its head file says otherwise', async () => {
  expect(await verifyLog(dir, 'demo')).toMatchObject({ ok: true, total_events: 0, head: null });
  expect(readdirSync(dir)).toEqual([]);
  save(buildLog().add({}, {}));
  rmSync(path);
  expect(await verifyLog(dir, 'demo')).toMatchObject({
    ok: false,
    broken_at_seq: 1,
    broken_reason: 'cut_tail',
  });
});

test('finds a tail cut off between events by the head file', async () => {
  const log = save(buildLog().add({}, {}, {}));
  writeFileSync(
    path,
    log.lines
      .slice(0, 2)
      .map(({ line }) => `${line}\n`)
      .join(''),
  );
  expect(await verifyLog(dir, 'demo')).toMatchObject({
    ok: false,
    broken_at_seq: 3,
    broken_reason: 'cut_tail',
    total_events: 2,
  });
  expect(await verifyFile(path)).toMatchObject({ ok: false, broken_reason: 'cut_tail' });
});

describe('the verified prefix', () => {
  test('is stored privately and not verified again', async () => {
    const log = save(buildLog().add({}, {}, {}));
    expect(await verifyLog(dir, 'demo', { incremental: true })).toMatchObject({
      ok: true,
      trusted_prefix: 0,
    });
    expect(statSync(join(dir, 'demo.verified')).mode & 0o777).toBe(0o600);
    save(log.add({}, {}));
    expect(await verifyLog(dir, 'demo', { incremental: true })).toMatchObject({
      ok: true,
      trusted_prefix: 3,
      total_events: 5,
    });
    expect(await verifyLog(dir, 'demo', { incremental: true })).toMatchObject({
      ok: true,
      trusted_prefix: 5,
      total_events: 5,
    });
  });

  test('shows that another intact log replaced this one', async () => {
    save(buildLog().add({}, {}, {}));
    await verifyLog(dir, 'demo');
    save(buildLog().add({ payload: { decision: 'other' } }, {}, {}, {}));
    for (const incremental of [true, false])
      expect(await verifyLog(dir, 'demo', { incremental })).toMatchObject({
        ok: false,
        broken_at_seq: 3,
        broken_reason: 'cut_tail',
        detail: 'an earlier verification saw another event 3',
      });
  });

  test('shows that log and head file were both reset to an earlier state', async () => {
    save(buildLog().add({}, {}, {}));
    await verifyLog(dir, 'demo');
    save(buildLog().add({}));
    for (const incremental of [true, false])
      expect(await verifyLog(dir, 'demo', { incremental })).toMatchObject({
        ok: false,
        broken_at_seq: 2,
        detail: 'an earlier verification saw event 3, but the log ends with event 1',
      });
  });

  test('hides no change of its bytes, whatever the file times say', async () => {
    const log = save(buildLog().add({}, {}, {}));
    await verifyLog(dir, 'demo');
    await verifyLog(dir, 'demo', { incremental: true });
    const { atime, mtime } = statSync(path);
    for (const more of [0, 2]) {
      const bytes = more === 0 ? log.bytes() : save(log.add({}, {})).bytes();
      writeFileSync(path, bytes.toString().replace('part 2', 'part 9'));
      utimesSync(path, atime, mtime);
      const found = { ok: false, broken_at_seq: 2, broken_reason: 'hash_mismatch' };
      expect(await verifyLog(dir, 'demo', { incremental: true })).toMatchObject(found);
      expect(await verifyLog(dir, 'demo')).toMatchObject(found);
    }
  });

  test('is not trusted if it is invalid', async () => {
    save(buildLog().add({}, {}, {}, {}));
    for (const nonsense of [
      '',
      '{}',
      'null',
      '{"v":1,"offset":1,"seq":1,"hash":"x","shredded":0,"recovered":0}',
    ]) {
      writeFileSync(join(dir, 'demo.verified'), nonsense);
      expect(await verifyLog(dir, 'demo', { incremental: true })).toMatchObject({
        ok: true,
        trusted_prefix: 0,
      });
    }
  });

  test('carries counts forward and still reveals faults and cuts after it', async () => {
    const log = save(
      buildLog().add({}, { type: 'log.recovered', payload: { reason: 'cut_tail' } }),
    );
    await verifyLog(dir, 'demo');
    save(log.add({}, {}));
    expect(await verifyLog(dir, 'demo', { incremental: true })).toMatchObject({
      ok: true,
      recovered: 1,
      trusted_prefix: 2,
    });
    writeFileSync(path, log.bytes().toString().replace('part 4', 'part 5'));
    rmSync(join(dir, 'demo.verified'));
    expect(await verifyLog(dir, 'demo', { incremental: true })).toMatchObject({
      ok: false,
      broken_at_seq: 4,
      broken_reason: 'hash_mismatch',
    });
    writeFileSync(
      path,
      log.lines
        .slice(0, 2)
        .map(({ line }) => `${line}\n`)
        .join(''),
    );
    expect(await verifyLog(dir, 'demo', { incremental: true })).toMatchObject({
      ok: false,
      broken_at_seq: 3,
      broken_reason: 'cut_tail',
    });
  });

  test('is not changed by verifying a broken log', async () => {
    const log = save(buildLog().add({}, {}));
    await verifyLog(dir, 'demo');
    const before = readFileSync(join(dir, 'demo.verified'), 'utf8');
    save(log.add({}));
    writeFileSync(path, readFileSync(path, 'utf8').replace('part 3', 'part 4'));
    expect(await verifyLog(dir, 'demo', { incremental: true })).toMatchObject({
      ok: false,
      broken_at_seq: 3,
      broken_reason: 'hash_mismatch',
      trusted_prefix: 2,
    });
    expect(readFileSync(join(dir, 'demo.verified'), 'utf8')).toBe(before);
  });

  test('is still compared with a checkpoint inside it', async () => {
    const log = save(buildLog().add({}, {}, {}));
    await verifyLog(dir, 'demo');
    const ask = (seq: number, hash: string) =>
      verifyLog(dir, 'demo', { incremental: true, against: { session: 'demo', seq, hash } });
    expect(await ask(2, log.lines[1]!.hash)).toMatchObject({ ok: true, trusted_prefix: 3 });
    expect(await ask(2, log.lines[1]!.hash.slice(7))).toMatchObject({ ok: true });
    expect(await ask(2, log.lines[0]!.hash)).toMatchObject({
      ok: false,
      broken_reason: 'checkpoint_mismatch',
    });
    await expect(
      verifyLog(dir, 'demo', { against: { session: 'other', seq: 1, hash: '' } }),
    ).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

test('other work of the process continues while a large log is verified', async () => {
  save(buildLog().add(...Array.from({ length: 9000 }, () => ({}))));
  let turns = 0;
  const other = setInterval(() => turns++, 0);
  expect(await verifyLog(dir, 'demo')).toMatchObject({ ok: true, total_events: 9000 });
  clearInterval(other);
  expect(turns).toBeGreaterThan(0);
});

test('verifies a file outside a workspace in place, and writes nothing beside it', async () => {
  const file = join(dir, 'copy.txt');
  writeFileSync(file, buildLog().add({}, {}).bytes());
  expect(await verifyFile(file)).toMatchObject({ ok: true, total_events: 2 });
  expect(readdirSync(dir)).toEqual(['copy.txt']);
  await expect(verifyFile(join(dir, 'none'))).rejects.toMatchObject({ code: 'not_found' });
});

test('finds a cut anywhere in the last three lines, and the next writer recovers from it', async () => {
  const event = (n: number) =>
    ({
      type: 'decision.made',
      actorId: 'user',
      payload: { n },
      origin: { channel: 'user' },
    }) as const;
  const first = openJsonlStore({ dir, installation: 'any' });
  for (let n = 1; n <= 2; n++) await first.append('demo', [event(n)]);
  await first.append('demo', [event(3), event(4)]);
  await first.close();
  const bytes = readFileSync(path);
  const lines = bytes.toString().split('\n');
  const from = lines[0]!.length + 1;
  // Every byte around a line's end, and every seventh one inside a line.
  const ends = [...bytes.keys()].filter((at) => bytes[at] === 10);
  const sizes = Array.from(bytes.keys()).filter(
    (size) => size >= from && (size % 7 === 0 || ends.some((end) => Math.abs(end - size) < 4)),
  );
  for (const size of sizes) {
    const copy = mkdtempSync(join(dir, 'cut-'));
    writeFileSync(join(copy, 'demo.jsonl'), bytes.subarray(0, size), { mode: 0o600 });
    writeFileSync(join(copy, 'demo.head'), readFileSync(join(dir, 'demo.head')), { mode: 0o600 });
    expect(await verifyLog(copy, 'demo')).toMatchObject({ ok: false, broken_reason: 'cut_tail' });
    const store = openJsonlStore({ dir: copy, installation: 'any' });
    await store.append('demo', [event(5)]);
    await store.close();
    const report = await verifyLog(copy, 'demo');
    expect([size, report.ok, report.broken_reason, report.recovered > 0]).toEqual([
      size,
      true,
      null,
      true,
    ]);
    rmSync(copy, { recursive: true });
  }
  expect(existsSync(path)).toBe(true);
});

test('reports a cut tail that a later writer continued, and who acknowledged it', async () => {
  const cut = { expected: { seq: 4, hash: 'sha256:x' }, found: { seq: 2, hash: 'sha256:y' } };
  const recovery = { type: 'log.recovered', payload: { reason: 'cut_tail', ...cut } };
  const log = save(buildLog().add({}, {}, recovery, {}));
  const lost = [{ from_seq: 3, to_seq: 4, recorded_at_seq: 3, acknowledged: false }];
  expect(await verifyLog(dir, 'demo')).toMatchObject({ ok: true, lost });
  save(log.add({}));
  expect(await verifyLog(dir, 'demo', { incremental: true })).toMatchObject({ ok: true, lost });
  save(log.add({ type: 'log.acknowledged', payload: { findings: [] } }));
  const seen = { ok: true, lost: [{ ...lost[0], acknowledged: true }] };
  expect(await verifyLog(dir, 'demo', { incremental: true })).toMatchObject(seen);
  expect(await verifyLog(dir, 'demo')).toMatchObject(seen);
});

test.each([0, 1, 2, 3])(
  'finds a blank line after %i events with every verification method',
  async (after) => {
    const log = buildLog().add({}, {}, {});
    const lines = log.bytes().toString().split('\n');
    save(log);
    for (const blank of ['', ' \r']) {
      await verifyLog(dir, 'demo');
      writeFileSync(path, lines.toSpliced(after, 0, blank).join('\n'));
      for (const options of [{}, { incremental: true }, { thorough: true }])
        expect((await verifyLog(dir, 'demo', options)).ok).toBe(false);
      save(log);
    }
  },
);
