import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { appendOrSpool } from '@hookloom/log/append';
import { noteLoss } from '@hookloom/hooks/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { gatherStatus } from '../gather-status.ts';
import { hookStatus } from '../hook-status.ts';
import { checkLosses } from './check-losses.ts';
import type { DoctorRow, Examination } from './row.ts';

const DAY_MS = 24 * 3600 * 1000;
const AT = Date.parse('2026-11-22T09:00:00Z');
let base: string;
let dir: string;
beforeEach(() => {
  base = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-losses-'));
  dir = path.join(base, 'shop', '.eventloom');
  vi.stubEnv('HOOKLOOM_STATE_DIR', path.join(base, 'state'));
  const heartbeat = { type: 'hook.heartbeat', actorId: 'zaxy-hook', payload: {} };
  const events = [{ ...heartbeat, origin: { channel: 'system' as const } }];
  appendOrSpool({ dir, session: 'shop-default', events, deadline: Date.now() + 5000 });
});
afterEach(() => {
  vi.unstubAllEnvs();
  fs.rmSync(base, { recursive: true, force: true });
});

async function look(repair: boolean, now = AT + DAY_MS) {
  const root = path.dirname(dir);
  const env = { HOOKLOOM_STATE_DIR: path.join(base, 'state'), HOME: base, PATH: '' };
  const place = { root, home: base, env, platform: 'linux' as const };
  const workspace = { root, eventloomDir: dir, domain: 'shop', session: 'shop-default' };
  const evidence = await gatherStatus({ workspace, place, session: null, now });
  const examined = { workspace, place, evidence, repair, now } as unknown as Examination;
  const row = (await checkLosses(examined)) as DoctorRow;
  return { row, losses: hookStatus(evidence).losses };
}

const LOST = { count: 5, reasons: ['no_space', 'refused'] };
const TIMES = { first_at: '2026-11-22T09:00:00.000Z', last_at: '2026-11-22T09:00:07.000Z' };

it('doctor and hook-status report counted losses and those recorded in the log', async () => {
  expect(await look(false)).toMatchObject({
    row: { status: 'ok' },
    losses: { counted: null, sealed: null },
  });
  noteLoss({ dir, session: 'shop-default' }, 'no_space', { events: 2, nowMs: AT });
  // A session whose log could never be created.
  noteLoss({ dir, session: 'other' }, 'refused', { events: 3, nowMs: AT + 7000 });
  const counted = await look(false);
  expect(counted.losses).toEqual({ counted: { ...LOST, ...TIMES }, sealed: null });
  expect(counted.row).toMatchObject({ status: 'warning', command: 'hookloom doctor --repair' });
  expect(counted.row.message).toContain('5 events of hooks (no_space, refused;');
  expect((await look(true)).row).toMatchObject({ status: 'ok', repaired: 'sealed the count' });
  const sealed = await look(false);
  expect(sealed.losses).toEqual({ counted: null, sealed: { ...LOST, ...TIMES } });
  expect(sealed.row).toMatchObject({ status: 'warning', command: null });
});

it('a loss that the log recorded a week ago is no longer a warning', async () => {
  noteLoss({ dir, session: 'shop-default' }, 'no_space', { events: 2, nowMs: AT });
  await look(true);
  expect((await look(false, AT + 8 * DAY_MS)).row).toMatchObject({
    status: 'ok',
    message: expect.stringContaining('2 events of hooks') as string,
  });
});

it("does not report one project's losses in another", async () => {
  noteLoss({ dir: `${dir}x`, session: 'shop-default' }, 'io', { events: 1, nowMs: AT });
  expect((await look(false)).losses.counted).toBeNull();
});
