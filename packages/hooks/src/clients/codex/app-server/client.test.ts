import { describe, expect, it } from 'vitest';
import { backoffMs, DEFAULT_RECONNECT } from './lifeline.ts';
import { CodexAppServerClient, type AppServerClientEvents } from './client.ts';
import { answering, type MemoryTransport } from './memory-transport.fixture.ts';
import type { Transport } from './transport.ts';

const REFUSED = { error: { code: -32600, message: 'no rollout found' } };
const ANSWERS: Parameters<typeof answering>[0] = {
  'thread/start': ({ cwd }) => ({ thread: { id: `in ${JSON.stringify(cwd)}` } }),
  'thread/resume': ({ threadId }) =>
    threadId === 'in "/lost"' ? REFUSED : { thread: { id: threadId! } },
  'thread/archive': () => ({}),
  'turn/start': () => ({ turn: { id: 'turn' } }),
  'turn/steer': () => ({ turnId: 'turn' }),
  'turn/interrupt': () => ({}),
  'hooks/list': () => ({ data: [{ cwd: '/p', hooks: [] }] }),
  'config/batchWrite': () => ({ status: 'ok' }),
};

interface Rig {
  client: CodexAppServerClient;
  transports: MemoryTransport[];
  waits: number[];
  told: [string, unknown][];
}

/** @param reachable For each connection in order; further ones are reachable. */
function rig(reachable: boolean[] = [], attempts = 4): Rig {
  const transports: MemoryTransport[] = [];
  const waits: number[] = [];
  const told: [string, unknown][] = [];
  let at = 0;
  const client = new CodexAppServerClient({
    connect: (): Promise<Transport> => {
      if (reachable[at++] === false) return Promise.reject(new Error('refused'));
      transports.push(answering(ANSWERS));
      return Promise.resolve(transports.at(-1)!);
    },
    reconnect: { attempts, baseMs: 100, maxMs: 1_000, stableMs: 5_000 },
    surroundings: {
      now: () => 0,
      random: () => 0.5,
      wait: (ms) => {
        waits.push(ms);
        return Promise.resolve();
      },
    },
  });
  for (const name of ['connected', 'disconnected', 'closed'] as const)
    client.on(name, (event: AppServerClientEvents[typeof name]) => told.push([name, event]));
  return { client, transports, waits, told };
}

const next = (client: CodexAppServerClient, name: 'connected' | 'closed'): Promise<unknown> =>
  new Promise((resolve) => client.on(name, resolve));

describe('an app-server client', () => {
  it('initializes the connection, and covers threads, turns, hooks and settings', async () => {
    const { client, transports } = rig();
    expect(await client.start()).toEqual({ userAgent: 'test' });
    await client.startThread({ cwd: '/p' });
    await client.startTurn('t', 'Hi.', { model: 'm' });
    await client.steerTurn('t', 'turn', [{ type: 'text', text: 'Go.' }]);
    await client.interruptTurn('t', 'turn');
    await client.resumeThread('t');
    await client.archiveThread('t');
    expect(await client.hooksList(['/p'])).toEqual([{ cwd: '/p', hooks: [] }]);
    const edit = { keyPath: 'hooks.state', mergeStrategy: 'upsert', value: {} };
    await client.configBatchWrite([edit]);
    expect(transports[0]!.sent.map(({ method, params }) => [method, params])).toEqual([
      [
        'initialize',
        {
          clientInfo: { name: 'hookloom', title: 'Hookloom', version: '0.1.0' },
          capabilities: { experimentalApi: true },
        },
      ],
      ['initialized', undefined],
      ['thread/start', { cwd: '/p' }],
      ['turn/start', { threadId: 't', input: [{ type: 'text', text: 'Hi.' }], model: 'm' }],
      [
        'turn/steer',
        { threadId: 't', expectedTurnId: 'turn', input: [{ type: 'text', text: 'Go.' }] },
      ],
      ['turn/interrupt', { threadId: 't', turnId: 'turn' }],
      ['thread/resume', { threadId: 't' }],
      ['thread/archive', { threadId: 't' }],
      ['hooks/list', { cwds: ['/p'] }],
      ['config/batchWrite', { edits: [edit] }],
    ]);
  });

  it('reconnects with growing delays, and resumes the threads that still exist', async () => {
    const { client, transports, waits, told } = rig([true, false, false]);
    await client.start();
    for (const cwd of ['/a', '/lost', '/b']) await client.startThread({ cwd });
    await client.archiveThread('in "/b"');
    const back = next(client, 'connected');
    const pending = client.request('never/answered');
    transports[0]!.end('it crashed');
    await expect(pending).rejects.toMatchObject({ code: 'unavailable' });
    await expect(client.listThreads()).rejects.toMatchObject({ code: 'unavailable' });
    await back;
    expect(waits).toEqual([75, 150, 300]);
    expect(told).toEqual([
      ['connected', { again: false, resumed: [], notResumed: [] }],
      ['disconnected', { reason: 'ended', detail: 'it crashed' }],
      ['connected', { again: true, resumed: ['in "/a"'], notResumed: ['in "/lost"'] }],
    ]);
    await client.close();
    expect(told.at(-1)).toEqual(['closed', null]);
  });

  it('gives up after the maximum number of attempts without a lasting connection', async () => {
    const { client, transports, waits } = rig([true, true, false], 2);
    await client.start();
    const closed = next(client, 'closed');
    const back = next(client, 'connected');
    transports[0]!.end();
    await back;
    transports[1]!.end();
    expect(await closed).toMatchObject({
      code: 'unavailable',
      message: 'The app-server could not be reached again in 2 attempts.',
    });
    expect(waits).toEqual([75, 150]);
  });

  it('does not retry if the first connection fails', async () => {
    const { client, waits } = rig([false]);
    await expect(client.start()).rejects.toThrow('refused');
    await expect(client.start()).rejects.toMatchObject({ code: 'conflict' });
    expect(waits).toEqual([]);
  });

  it('limits the delay, and varies it between clients', () => {
    const waits = [0, 1, 2, 20].map((attempt) => backoffMs(DEFAULT_RECONNECT, attempt, 0));
    expect(waits).toEqual([125, 250, 500, 15_000]);
    expect(backoffMs(DEFAULT_RECONNECT, 20, 0.999)).toBeLessThanOrEqual(30_000);
  });
});
