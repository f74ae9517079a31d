import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runSchedules } from './power-loss/schedules.ts';
import type { Call } from './power-loss/record-calls.ts';

/** `HOOKLOOM_POWER_SCHEDULES=100000` runs as many as the figures name; `HOOKLOOM_POWER_SEED` selects others. */
const SCHEDULES = Number(process.env['HOOKLOOM_POWER_SCHEDULES'] ?? 1_500);
const SEED = Number(process.env['HOOKLOOM_POWER_SEED'] ?? 1);
const CRASHES = 50;

describe('a crash of the machine', () => {
  let folder: string;
  beforeEach(() => {
    const memory = '/dev/shm';
    folder = mkdtempSync(path.join(existsSync(memory) ? memory : tmpdir(), 'hookloom-power-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('keeps every promise made before it', { timeout: 3_600_000 }, async () => {
    const programs = Math.ceil(SCHEDULES / CRASHES);
    const found = await runSchedules({ folder, programs, crashes: CRASHES, seed: SEED });
    console.log(
      `power loss: ${found.schedules} schedules, seed ${SEED}: ${found.broken.length} broken promises`,
    );
    expect(found).toEqual({ schedules: programs * CRASHES, broken: [] });
  });

  /** Every call of the log that flushes to disk, by the file that makes it. */
  test.each([
    ['the log, by a hook', 'file', 'append/append-or-spool'],
    ['the names of a new log, by a hook', 'directory', 'append/append-or-spool'],
    ['the log, by a store', 'file', 'stores/jsonl/group-sync'],
    ['the names of a new log, by a store', 'directory', 'stores/jsonl/group-sync'],
    ['the log, before the inbox is emptied', 'file', 'append/drain-inbox'],
    ['the rewritten log', 'file', 'shred/rewrite-log'],
    ['the name of the rewritten log', 'directory', 'shred/rewrite-log'],
    ['the remaining steps of a forgetting', 'file', 'forget/forgetting-job'],
    ['the name of that file', 'directory', 'forget/forgetting-job'],
    ['the gate', 'file', 'gate/gate-file'],
    ['an archive', 'file', 'archive/write-segment'],
    ['the name of an archive', 'directory', 'archive/write-segment'],
  ])('breaks a promise if the sync of %s is omitted', async (_, kind, by) => {
    const dropped = (call: Call): boolean =>
      call.op === 'sync' &&
      (call.what === 'directory') === (kind === 'directory') &&
      call.by.startsWith(`${by} `);
    const found = await runSchedules({
      folder,
      programs: 200,
      crashes: CRASHES,
      seed: 1,
      dropped,
      first: true,
    });
    expect(found.broken).not.toEqual([]);
  });

  test('finds every sync call of a program in the list above', async () => {
    const asking = new Set<string>();
    const dropped = (call: Call): boolean => {
      if (call.op === 'sync' && call.by !== '') asking.add(call.by.split(' ')[0]!);
      return false;
    };
    await runSchedules({ folder, programs: 20, crashes: 1, seed: 1, dropped });
    expect([...asking].sort()).toEqual([
      'append/append-or-spool',
      'append/drain-inbox',
      'archive/write-segment',
      'forget/forgetting-job',
      'gate/gate-file',
      'shred/rewrite-log',
      'stores/jsonl/group-sync',
    ]);
  });
});
