import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HookloomError } from '@hookloom/core';
import { createSandbox, type Sandbox } from '../../test/sandbox.ts';
import { event } from '../../test/log-under-test.ts';
import { appendOrSpool } from '../append/append-or-spool.ts';
import { foreignSessions } from '../installation/projection-binding.ts';
import { recordedEvents } from '../read/read-events.ts';
import { listSessions } from '../installation/log-directory.ts';
import { verifyLog } from '../verify/verify-log.ts';
import { repairLog, type RepairReport } from './repair-log.ts';

const S = 'demo-default';
let sandbox: Sandbox;
let dir: string;
let file: string;
let count = 0;
beforeEach(() => {
  sandbox = createSandbox();
  fresh();
});
afterEach(() => sandbox.close());

function fresh(): void {
  dir = path.join(sandbox.root, `work-${++count}`, '.eventloom');
  fs.mkdirSync(path.dirname(dir));
  file = path.join(dir, `${S}.jsonl`);
}

function append(...keys: string[]): void {
  const deadline = Date.now() + 5000;
  const events = keys.map((key) => event(key));
  expect(appendOrSpool({ dir, session: S, events, deadline }).kind).toBe('appended');
}

const repair = (more = {}): Promise<RepairReport> =>
  repairLog({ dir, session: S, now: Date.now, ...more });
const linesOf = (bytes: Buffer | string): string[] =>
  bytes
    .toString()
    .split('\n')
    .filter((line) => line !== '');
const write = (lines: string[]): void => fs.writeFileSync(file, `${lines.join('\n')}\n`);

/** Keys of the events of every log, with the log that contains them. */
function keys(): Record<string, string[]> {
  return Object.fromEntries(
    listSessions(dir).map((session) => [
      session,
      [...recordedEvents(`${dir}/${session}.jsonl`)].flatMap(({ payload }) =>
        typeof payload['key'] === 'string' ? [payload['key']] : [],
      ),
    ]),
  );
}

async function expectWhole(): Promise<void> {
  for (const session of listSessions(dir))
    expect([session, await verifyLog(dir, session)]).toMatchObject([session, { ok: true }]);
}

test('leaves an intact log unchanged', async () => {
  append('a');
  append('b', 'c');
  const before = fs.readFileSync(file);
  expect(await repair()).toMatchObject({ state: 'whole', kept: 3, tails: [] });
  expect(fs.readFileSync(file).equals(before)).toBe(true);
});

describe('a line that was changed on the disk', () => {
  let damaged: Buffer;
  beforeEach(() => {
    for (const key of ['a', 'b', 'c', 'd', 'e']) append(key);
    const lines = linesOf(fs.readFileSync(file));
    write(lines.map((line, at) => (at === 2 ? line.replace('"c"', '"x"') : line)));
    damaged = fs.readFileSync(file);
  });

  test('ends the log, and what follows becomes a separate log that names its origin', async () => {
    expect((await verifyLog(dir, S)).ok).toBe(false);
    const report = await repair();
    expect(report).toMatchObject({
      state: 'repaired',
      kept: 2,
      tails: [{ from_seq: 4, to_seq: 5, events: 2, own: true }],
      broken: [{ line: 3, kind: 'changed' }],
    });
    const [tail] = report.tails;
    expect(keys()).toEqual({ [S]: ['a', 'b'], [tail!.session]: ['d', 'e'] });
    const [first] = recordedEvents(`${dir}/${tail!.session}.jsonl`);
    expect(first).toMatchObject({
      type: 'log.salvaged',
      payload: { session: S, from_seq: 4, to_seq: 5, events: 2 },
    });
    await expectWhole();
    expect(foreignSessions(dir)).toEqual([]);
  });

  test('is saved aside, with the complete file', async () => {
    const { original } = await repair();
    expect(fs.readFileSync(original!).equals(damaged)).toBe(true);
    const list = fs.readFileSync(path.join(path.dirname(original!), 'broken-lines.jsonl'), 'utf8');
    expect(JSON.parse(list)).toMatchObject({ line: 3, kind: 'changed' });
    expect(fs.statSync(original!).mode & 0o777).toBe(0o600);
  });

  test('is only reported by a dry run', async () => {
    const names = fs.readdirSync(dir);
    expect(await repair({ dryRun: true })).toMatchObject({ state: 'broken', kept: 2 });
    expect(fs.readFileSync(file).equals(damaged)).toBe(true);
    expect(fs.readdirSync(dir)).toEqual(names);
  });

  test('lets the log continue, and a second repair changes nothing', async () => {
    await repair();
    append('f');
    const before = Object.fromEntries(
      listSessions(dir).map((one) => [one, fs.readFileSync(`${dir}/${one}.jsonl`)]),
    );
    expect(await repair()).toMatchObject({ state: 'whole' });
    for (const [one, bytes] of Object.entries(before))
      expect(fs.readFileSync(`${dir}/${one}.jsonl`).equals(bytes)).toBe(true);
    expect(keys()[S]).toEqual(['a', 'b', 'f']);
    await expectWhole();
  });
});

describe('two histories that git merged', () => {
  let common: string[];
  let ours: string[];
  let theirs: string[];
  beforeEach(() => {
    append('a');
    append('b');
    common = linesOf(fs.readFileSync(file));
    const copy = path.join(sandbox.root, 'theirs', '.eventloom');
    fs.mkdirSync(copy, { recursive: true, mode: 0o700 });
    fs.copyFileSync(file, `${copy}/${S}.jsonl`);
    const state = process.env['HOOKLOOM_STATE_DIR'];
    // Another machine, which adopted the log.
    process.env['HOOKLOOM_STATE_DIR'] = path.join(sandbox.root, 'other-state');
    try {
      const deadline = Date.now() + 5000;
      for (const key of ['t1', 't2', 't3'])
        appendOrSpool({
          dir: copy,
          session: S,
          events: [event(key)],
          deadline,
          installation: 'any',
        });
    } finally {
      if (state === undefined) delete process.env['HOOKLOOM_STATE_DIR'];
      else process.env['HOOKLOOM_STATE_DIR'] = state;
    }
    theirs = linesOf(fs.readFileSync(`${copy}/${S}.jsonl`)).slice(2);
    append('o1');
    ours = linesOf(fs.readFileSync(file)).slice(2);
  });

  test.each([
    [
      'with conflict markers',
      () => [...common, '<<<<<<< HEAD', ...ours, '=======', ...theirs, '>>>>>>> theirs'],
    ],
    ['without them', () => [...common, ...ours, ...theirs]],
    ['theirs first', () => [...common, ...theirs, ...ours]],
  ])('keep ours in the log and report theirs until it is adopted: %s', async (_, merged) => {
    write(merged());
    const { tails } = await repair();
    expect(tails).toMatchObject([{ events: 3, own: false }]);
    expect(keys()).toEqual({ [S]: ['a', 'b', 'o1'], [tails[0]!.session]: ['t1', 't2', 't3'] });
    expect(foreignSessions(dir)).toEqual([tails[0]!.session]);
    await expectWhole();
  });

  test('are both ours if a person says so', async () => {
    write([...common, ...theirs, ...ours]);
    await repair({ adopt: true });
    expect(foreignSessions(dir)).toEqual([]);
    await expectWhole();
  });
});

test('restores a file whose line endings were converted', async () => {
  for (const key of ['a', 'b', 'c']) append(key);
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replaceAll('\n', '\r\n'));
  expect(await repair()).toMatchObject({ state: 'repaired', kept: 3, tails: [] });
  expect(keys()).toEqual({ [S]: ['a', 'b', 'c'] });
  await expectWhole();
});

test('still reports a loss that the file itself cannot restore', async () => {
  for (const key of ['a', 'b', 'c', 'd']) append(key);
  const lines = linesOf(fs.readFileSync(file));
  write([lines[0]!, 'nonsense', lines[1]!]);
  await repair();
  expect(keys()).toEqual({ [S]: ['a', 'b'] });
  expect(await verifyLog(dir, S)).toMatchObject({ ok: false, broken_reason: 'rolled_back' });
});

type Damage = (lines: string[], at: number, size: number) => string[];
const damages: Record<string, Damage> = {
  cut: (lines, at, size) => lines.toSpliced(at, size),
  flip: (lines, at) =>
    lines.with(
      at,
      lines[at]!.replace(/"key":"(\w)/, (_, c: string) => `"key":"${c}_`),
    ),
  seq: (lines, at) => lines.with(at, lines[at]!.replace(/"seq":\d+/, '"seq":77')),
  copy: (lines, at, size) => lines.toSpliced(at, 0, ...lines.slice(Math.max(0, at - size), at)),
  move: (lines, at, size) => [
    ...lines.slice(0, at),
    ...lines.slice(at + size),
    ...lines.slice(at, at + size),
  ],
  marker: (lines, at) => lines.toSpliced(at, 0, '<<<<<<< HEAD'),
  blank: (lines, at) => lines.toSpliced(at, 0, ''),
  half: (lines, at) => lines.with(at, lines[at]!.slice(0, 40)),
};

test('keeps every valid event exactly once after any damage, and a second repair changes nothing', async () => {
  const step = fc.record({
    kind: fc.constantFrom(...Object.keys(damages)),
    at: fc.nat(40),
    size: fc.integer({ min: 1, max: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 6 }),
      fc.array(step, { minLength: 1, maxLength: 4 }),
      async (batches, steps) => {
        fresh();
        let number = 0;
        for (const size of batches) append(...Array.from({ length: size }, () => `k${++number}`));
        const intact = new Map(
          linesOf(fs.readFileSync(file)).map((line) => [
            line,
            JSON.parse(line).payload.key as string,
          ]),
        );
        let lines = [...intact.keys()];
        for (const { kind, at, size } of steps)
          if (lines.length > 0) lines = damages[kind]!(lines, at % lines.length, size);
        write(lines);
        const seqs = /"seq":\d+/;
        const bare = new Map([...intact].map(([line, key]) => [line.replace(seqs, ''), key]));
        // The number of an event is not part of its hash.
        const expected = new Set(lines.flatMap((line) => bare.get(line.replace(seqs, '')) ?? []));
        const repaired = await repair().catch((error: unknown) => error as HookloomError);
        if (repaired instanceof HookloomError) {
          // The first event shows whose log it is, and so does the last one, which the head names.
          expect(repaired.code).toBe('permission_denied');
          const [all, left] = [[...bare.keys()], lines.map((line) => line.replace(seqs, ''))];
          expect(left).not.toContain(all[0]);
          expect(left).not.toContain(all.at(-1));
          return;
        }
        const { state } = repaired;
        const held = Object.values(keys()).flat();
        expect(new Set(held).size).toBe(held.length);
        if (state === 'repaired') expect(new Set(held)).toEqual(expected);
        else for (const key of held) expect(expected).toContain(key);
        for (const session of listSessions(dir)) {
          const { ok, broken_reason } = await verifyLog(dir, session);
          // The end of the log may be missing, which no repair restores.
          expect([ok, broken_reason]).toEqual(
            ok
              ? [true, null]
              : [
                  false,
                  expect.stringMatching(
                    /^(?:rolled_back|forked|replaced|deleted|torn_tail|cut_tail|incomplete_batch)$/,
                  ),
                ],
          );
        }
        const bytes = listSessions(dir).map((one) =>
          fs.readFileSync(`${dir}/${one}.jsonl`, 'utf8'),
        );
        await repair();
        expect(
          listSessions(dir).map((one) => fs.readFileSync(`${dir}/${one}.jsonl`, 'utf8')),
        ).toEqual(bytes);
      },
    ),
    { numRuns: 60 },
  );
});
