import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runSchedules } from './power-loss/schedules.ts';
import type { Call } from './power-loss/record-calls.ts';

/** `HOOKLOOM_POWER_SCHEDULES=100000` runs as many as the figures name. */
const SCHEDULES = Number(process.env['HOOKLOOM_POWER_SCHEDULES'] ?? 1_500);
const CRASHES = 50;

describe('a crash of the machine', () => {
  let folder: string;
  beforeEach(() => {
    const memory = '/dev/shm';
    folder = mkdtempSync(path.join(existsSync(memory) ? memory : tmpdir(), 'hookloom-power-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('keeps every promise that was made before it', { timeout: 3_600_000 }, async () => {
    const programs = Math.ceil(SCHEDULES / CRASHES);
    const found = await runSchedules({ folder, programs, crashes: CRASHES, seed: 1 });
    expect(found).toEqual({ schedules: programs * CRASHES, broken: [] });
  });

  const syncs: Record<string, (call: Call) => boolean> = {
    'of the log': ({ op, ...call }) => op === 'sync' && what(call).endsWith('.jsonl'),
    'of names': ({ op, ...call }) => op === 'sync' && what(call) === 'directory',
    'of the rewritten log': ({ op, ...call }) => op === 'sync' && what(call).endsWith('.shredding'),
    'of an archive': ({ op, ...call }) => op === 'sync' && what(call).endsWith('.tmp'),
  };
  for (const [which, dropped] of Object.entries(syncs)) {
    test(`breaks a promise where the sync ${which} is left out`, async () => {
      const found = await runSchedules({
        folder,
        programs: 60,
        crashes: CRASHES,
        seed: 1,
        dropped,
        first: true,
      });
      expect(found.broken).not.toEqual([]);
    });
  }
});

function what(call: object): string {
  return (call as { what: string }).what;
}
