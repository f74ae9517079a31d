/** Hooks while no worker answers: they exit 0 with their usual answer, and lose no event. */
import fs from 'node:fs';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventsOf, readerOf, recordDelivery, runHook, type HookRun } from '@hookloom/hooks/testing';
import { createFileLock } from '@hookloom/log/append';
import { loadToken } from '../src/life/token.ts';
import { digestOf, publishPort } from '../src/life/port-file.ts';
import { temporaryHome, type Home } from './living.ts';

let home: Home;
let shop: string;
let dir: string;
let servers: net.Server[];
/** What a foreign process on the worker's port received. */
let heard: string[];
beforeEach(() => {
  home = temporaryHome();
  shop = home.folder('shop');
  dir = path.join(shop, '.eventloom');
  fs.mkdirSync(dir, { mode: 0o700 });
  fs.mkdirSync(home.stateDir, { recursive: true, mode: 0o700 });
  servers = [];
  heard = [];
});
afterEach(() => {
  for (const server of servers) server.close();
  home.remove();
});

function listening(server: net.Server): Promise<number> {
  servers.push(server);
  server.on('connection', (socket) => {
    heard.push('somebody');
    socket.unref();
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );
}

const STATES: Record<string, () => Promise<number | null>> = {
  'is missing': async () => null,
  'left a file that says it runs': async () => 1,
  'has a foreign program on its port': () =>
    listening(http.createServer((_request, response) => response.end('{"context":"hello"}'))),
  'has a silent program on its port': () => listening(net.createServer(() => {})),
  'has a program on its port that closes at once': () =>
    listening(net.createServer((socket) => socket.destroy())),
};

function publish(port: number | null): void {
  if (port === null) return;
  const secretDigest = digestOf(loadToken(home.stateDir));
  const file = { port, pid: process.pid, startedAt: 0, version: '9.9.9', secretDigest };
  publishPort(home.stateDir, file);
}

const hook = (payload: object, ...flags: string[]): Promise<HookRun> =>
  runHook({
    args: ['hook', 'claude-code', ...flags],
    cwd: shop,
    stdin: JSON.stringify({ session_id: 's', cwd: shop, ...payload }),
    env: { ...home.env, HOOKLOOM_WORKER_AUTOSTART: 'false' },
  });

const tool = (at: number): object => ({
  hook_event_name: 'PostToolUse',
  tool_name: 'Edit',
  tool_use_id: `t${at}`,
  tool_input: { file_path: `${shop}/f${at}.ts` },
  tool_response: { success: true },
});

/** The numbers of the tool calls in the log, one for each time. */
const logged = (): number[] =>
  eventsOf(dir)
    .filter(({ type }) => type === 'tool.call.completed')
    .map(({ payload }) => Number(String(payload['tool_use_id']).slice(1)))
    .toSorted((a, b) => a - b);

const upTo = (length: number): number[] => Array.from({ length }, (_, at) => at);

it.each(Object.entries(STATES))(
  'while the worker %s, twelve simultaneous hooks succeed and are in the log',
  async (_state, stand) => {
    publish(await stand());
    const runs = await Promise.all(upTo(12).map((at) => hook(tool(at))));
    expect(runs).toEqual(runs.map(() => ({ code: 0, stdout: '', stderr: '' })));
    // What came late into the inbox is drained by the next one.
    await hook(tool(12));
    expect(logged()).toEqual(upTo(13));
    expect(heard).toEqual([]);
  },
);

it.each(Object.entries(STATES).filter(([state]) => /missing|silent/.test(state)))(
  'while the worker %s, a starting session still gets its context',
  async (_state, stand) => {
    publish(await stand());
    const prompt = 'From now on the login of the shop always remembers who was there, in f0.ts.';
    const first = { hook_event_name: 'UserPromptSubmit', prompt };
    await hook(first, '--inject=prompt');
    await hook(tool(0));
    await hook({ hook_event_name: 'Stop', last_assistant_message: 'The login remembers.' });
    const start = { hook_event_name: 'SessionStart', source: 'startup', session_id: 'next' };
    const { code, stdout } = await hook(start, '--inject=session');
    expect({ code, told: stdout.includes('f0.ts') }).toEqual({ code: 0, told: true });
    const again = await hook({ ...first, session_id: 'next' }, '--inject=prompt');
    expect(again.code).toBe(0);
    expect(logged()).toEqual([0]);
    expect(eventsOf(dir).filter(({ type }) => type === 'transcript.turn')).toHaveLength(3);
    expect(heard).toEqual([]);
  },
);

it('loses and duplicates none of 1,000 deliveries, a fifth of them while the log is locked', () => {
  const target = { dir, session: 'shop-default', root: shop, client: 'claude-code' } as const;
  const deliver = (at: number): string => {
    const payload = { session_id: 's', cwd: shop, ...tool(at) };
    const bytes = Buffer.from(JSON.stringify(payload));
    return recordDelivery(target, { bytes }, readerOf, () => Date.now() + (isHeld ? 1 : 5000))
      .outcome;
  };
  let isHeld = false;
  deliver(0);
  const outcomes = new Map<string, number>();
  const lock = createFileLock(dir, 'shop-default');
  for (const at of upTo(1000)) {
    if (at === 400) isHeld = lock.acquire(1000);
    if (at === 600) {
      lock.release();
      isHeld = false;
    }
    const outcome = deliver(at);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  lock.close();
  expect(Object.fromEntries(outcomes)).toEqual({ appended: 800, spooled: 200 });
  expect(logged()).toEqual(upTo(1000));
});
