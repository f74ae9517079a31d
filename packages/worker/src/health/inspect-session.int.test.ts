import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openJsonlStore } from '@hookloom/log';
import type { UnsealedEvent } from '@hookloom/core/events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inspectLog } from './inspect-log.ts';
import { inspectSession } from './inspect-session.ts';

let dir: string;
beforeEach(() => {
  dir = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-seen-')), '.eventloom');
});
afterEach(() => fs.rmSync(path.dirname(dir), { recursive: true, force: true }));

const command = (at: number, more: object = {}): UnsealedEvent => ({
  type: 'command.completed',
  actorId: 'zaxy-observer',
  payload: { command: `step ${at}`, exit_code: 0, outcome: 'passed', source: 'codex', ...more },
  origin: { channel: 'tool' },
});

async function append(session: string, events: UnsealedEvent[]): Promise<void> {
  const store = openJsonlStore({ dir });
  await store.append(session, events);
  await store.close();
}

describe('the end of a log', () => {
  it('of a missing folder is empty, and no folder is created', () => {
    expect(inspectLog(dir, 'shop-default').sessions[0]).toMatchObject({
      head: null,
      window: { from_seq: null, complete: true },
    });
    expect(fs.existsSync(dir)).toBe(false);
  });

  it('gives counts, the newest event of each lane and the head, without our own calls and probes', async () => {
    await append('shop-default', [
      command(1),
      command(2, { session_id: 'hookloom-doctor-1' }),
      { ...command(3), type: 'tool.call.completed', payload: { tool_name: 'x', self: true } },
      command(4),
    ]);
    const seen = inspectSession(dir, 'shop-default');
    expect(seen.head?.seq).toBe(4);
    expect(seen.lanes['command.completed']).toMatchObject({
      count: 2,
      count_is_lower_bound: false,
      latest: { seq: 4, source: 'codex', thread: 'shop-default' },
    });
    expect(seen.lanes['tool.call.completed'].latest).toBeNull();
    expect(seen.by_source['codex']?.seq).toBe(4);
  });

  it('is all that is read of a long log, and earlier events make counts lower bounds', async () => {
    await append(
      'shop-default',
      Array.from({ length: 200 }, (_, at) => command(at)),
    );
    const seen = inspectSession(dir, 'shop-default', 16 * 1024);
    expect(seen.window.bytes).toBe(16 * 1024);
    expect(seen.window.from_seq).toBeGreaterThan(100);
    expect(seen.head?.seq).toBe(200);
    const { count, count_is_lower_bound } = seen.lanes['command.completed'];
    expect([count, count_is_lower_bound]).toEqual([201 - seen.window.from_seq!, true]);
  });

  it('is read despite garbage, a torn line and a hostile payload', async () => {
    await append('shop-default', [command(1, { source: ['x'], session_id: { a: 1 } })]);
    fs.appendFileSync(`${dir}/shop-default.jsonl`, '{"type":"hook.stop"}\n\u0000\n{"id":"evt_torn');
    const seen = inspectSession(dir, 'shop-default');
    expect(seen.head?.seq).toBe(1);
    expect(seen.lanes['command.completed'].latest?.source).toBeNull();
  });

  it('is searched in the sessions written last, newest first', async () => {
    await append('old', [command(1)]);
    await append('new', [command(1), command(2)]);
    fs.utimesSync(`${dir}/old.jsonl`, 1_000_000, 1_000_000);
    expect(inspectLog(dir, null).sessions.map(({ session }) => session)).toEqual(['new', 'old']);
  });
});
