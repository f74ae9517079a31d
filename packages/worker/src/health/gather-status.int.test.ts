import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { resolveWorkspace } from '@hookloom/core/settings';
import type { UnsealedEvent } from '@hookloom/core/events';
import { openJsonlStore } from '@hookloom/log';
import { peekProjection } from '@hookloom/memory';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openRuntime } from '../compose.ts';
import { gatherStatus } from './gather-status.ts';
import { hookStatus, type HookStatus } from './hook-status.ts';
import { WINDOW_BYTES } from './inspect-session.ts';

let root: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-status-'));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const event = (type: string, payload: object): UnsealedEvent => ({
  type,
  actorId: 'zaxy-observer',
  payload: { source: 'codex', ...payload },
  origin: { channel: 'tool' },
});

async function status(): Promise<HookStatus> {
  const workspace = resolveWorkspace({ cwd: root, env: {}, domain: 'shop' });
  const place = { root, home: root, env: {}, platform: process.platform };
  return hookStatus(await gatherStatus({ workspace, place, session: null, now: Date.now() }));
}

it('reads a lane beyond the end of a long log from the projection, as a lower bound', async () => {
  const workspace = resolveWorkspace({ cwd: root, env: {}, domain: 'shop' });
  const store = openJsonlStore({ dir: workspace.eventloomDir });
  const long = 'x'.repeat(60_000);
  await store.append('shop-default', [
    event('file.edit.applied', { path: 'a.ts', operation: 'modified' }),
    event('tool.call.completed', { tool_name: 'Read', status: 'ok' }),
  ]);
  for (let at = 0; at * long.length < WINDOW_BYTES; at++)
    await store.append('shop-default', [event('note.unknown', { text: long, at })]);
  await store.close();

  const unprojected = await status();
  expect(unprojected.observed.sessions[0]).toMatchObject({ complete: false });
  expect(unprojected.missing_observation_types).toContain('file.edit.applied');
  expect(fs.existsSync(path.join(root, '.eventloom/projections'))).toBe(false);

  const runtime = await openRuntime(workspace);
  await runtime.query({ query: 'a.ts' });
  await runtime.close();
  const projected = await status();
  expect(projected.observation_coverage['file.edit.applied']).toMatchObject({
    count: 1,
    count_is_lower_bound: true,
    latest: { seq: 1, hash: null, thread: 'shop-default' },
  });
  expect(projected.missing_observation_types).toEqual([
    'command.completed',
    'tool.call.completed',
    'transcript.turn',
  ]);
});

it('reading a missing projection, or another file in its place, creates nothing and says so', async () => {
  const file = path.join(root, 'memory.sqlite');
  expect(await peekProjection(file)).toBeNull();
  expect(fs.readdirSync(root)).toEqual([]);
  fs.writeFileSync(file, 'not a database, but long enough to be looked at as one');
  expect(await peekProjection(file)).toBeNull();
});
