/**
 * Acknowledged means durable, for the installed worker: a process that is killed, stopped and replaced while it works.
 */
import fs from 'node:fs';
import path from 'node:path';
import { isRunning } from '@hookloom/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventsOf } from '@hookloom/hooks/testing';
import { ensureWorker } from '../src/life/ensure-worker.ts';
import { findWorker, type FoundWorker } from '../src/life/find-worker.ts';
import { ask, temporaryHome, type Asked, type Home } from './living.ts';

const BIN = path.resolve('packages/cli/bin/hookloom.cjs');
let home: Home;
let shop: string;
let pids: Set<number>;
beforeEach(() => {
  home = temporaryHome();
  shop = home.folder('shop');
  fs.mkdirSync(path.join(shop, '.eventloom'), { mode: 0o700 });
  pids = new Set();
});
afterEach(async () => {
  const last = await findWorker(home.env);
  if (last !== null) pids.add(last.pid);
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
  home.remove();
});

async function start(version?: string): Promise<FoundWorker> {
  const options = { env: home.env, bin: BIN, waitMs: 30_000 };
  const worker = await ensureWorker({ ...options, ...(version !== undefined && { version }) });
  pids.add(worker.pid);
  return worker;
}

function call(worker: FoundWorker, route: string, body?: object): Promise<Asked> {
  const headers = {
    authorization: `Bearer ${worker.token}`,
    'content-type': 'application/json',
  };
  const method = body === undefined ? 'GET' : 'POST';
  const options = { method, path: route, headers };
  return ask(worker.port, options, body === undefined ? undefined : JSON.stringify(body));
}

const observe = (worker: FoundWorker, at: number): Promise<Asked> =>
  call(worker, '/api/sessions/observations', {
    contentSessionId: 'agent-1',
    cwd: shop,
    tool_name: 'Edit',
    tool_use_id: `t${at}`,
    tool_input: { file_path: `${shop}/f${at}.ts`, old_string: 'a', new_string: 'b' },
    tool_response: { filePath: `${shop}/f${at}.ts`, success: true },
  });

async function gone(pid: number): Promise<void> {
  while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** How the worker ends while the requests run, and its answers to them. */
const ENDS: Record<string, (worker: FoundWorker) => Promise<FoundWorker>> = {
  'kill -9': async ({ pid }) => {
    process.kill(pid, 'SIGKILL');
    await gone(pid);
    return start();
  },
  SIGTERM: async ({ pid }) => {
    process.kill(pid, 'SIGTERM');
    await gone(pid);
    return start();
  },
  'an upgrade': () => start('99.0.0'),
};

/** The numbers of the edits that notes cover, one for each occurrence. */
function noted(): number[] {
  const events = eventsOf(path.join(shop, '.eventloom'));
  const numbers = new Map(
    events
      .filter(({ type }) => type === 'tool.call.completed' || type === 'file.edit.applied')
      .map(({ id, payload }) => [id, Number(String(payload['tool_use_id']).slice(1))]),
  );
  return events
    .filter(({ type }) => type === 'note.recorded' || type === 'note.merged')
    .flatMap(({ payload }) => [
      ...new Set(((payload['covers'] ?? []) as string[]).map((id) => numbers.get(id) ?? -1)),
    ])
    .toSorted((a, b) => a - b);
}

it.each(Object.entries(ENDS))(
  'loses none of 50 acknowledged observations, and gives none two notes, across %s',
  async (_how, end) => {
    let worker = await start();
    const session = { contentSessionId: 'agent-1', cwd: shop, prompt: 'Go on' };
    expect((await call(worker, '/api/sessions/init', session)).status).toBe(200);
    const acknowledged = new Set<number>();
    const send = async (at: number): Promise<void> => {
      const answer = await observe(worker, at).catch(() => null);
      if (answer?.status === 200) acknowledged.add(at);
    };
    for (let at = 0; at < 24; at++) await send(at);
    expect(acknowledged.size).toBe(24);
    // The next ones run while it ends.
    const running = Array.from({ length: 13 }, (_, at) => send(24 + at));
    worker = await end(worker);
    await Promise.all(running);
    const logged = new Set(
      eventsOf(path.join(shop, '.eventloom'))
        .filter(({ type }) => type === 'tool.call.completed')
        .map(({ payload }) => Number(String(payload['tool_use_id']).slice(1))),
    );
    for (const at of acknowledged) expect(logged).toContain(at);
    // A client without an answer sends it again, and a client with one may.
    for (let at = 20; at < 50; at++) await send(at);
    expect(acknowledged.size).toBe(50);
    let depth = -1;
    while (depth !== 0) {
      ({ depth } = JSON.parse((await call(worker, '/api/pending-queue')).text));
      if (depth !== 0) await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const calls = eventsOf(path.join(shop, '.eventloom')).filter(
      ({ type }) => type === 'tool.call.completed',
    );
    expect(calls).toHaveLength(50);
    expect(noted()).toEqual(Array.from({ length: 50 }, (_, at) => at));
  },
);
