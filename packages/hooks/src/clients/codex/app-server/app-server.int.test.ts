import fs from 'node:fs';
import os from 'node:os';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import type { HookEvent, HookResponse } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import {
  listenFake,
  programFake,
  readRecording,
  type FakeState,
  type Misbehaviour,
} from '../../../../test/fake-app-server.ts';
import { attachEngine } from './attach.ts';
import { CodexAppServerClient } from './client.ts';
import { expectedEvents, type RecordingName } from './expected-events.fixture.ts';
import { connectStdio } from './transport-stdio.ts';
import { connectWebSocket } from './transport-websocket.ts';
import { HIGH_WATER_BYTES } from './transport.ts';

const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
const NOW_MS = 1_700_000_000_000;
const NOW = new Date(NOW_MS).toISOString();
const NAMES: RecordingName[] = ['approvals', 'patch', 'mcp'];
const TRANSPORTS = ['stdio', 'websocket'] as const;
const fixture = (name: RecordingName): string =>
  path.resolve(`packages/hooks/src/clients/codex/app-server/fixtures/${name}.jsonl`);

let dir: string;
let cleanUps: (() => Promise<void>)[];

beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-app-server-'));
  cleanUps = [];
});

afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  fs.rmSync(dir, { recursive: true, force: true });
});

interface Rig {
  client: CodexAppServerClient;
  state(): FakeState;
}

async function rig(
  transport: (typeof TRANSPORTS)[number],
  name: RecordingName,
  behave: Misbehaviour = {},
  more: { maxMessageBytes?: number; queueLimit?: number } = {},
): Promise<Rig> {
  const options = {
    ...more,
    reconnect: { attempts: 5, baseMs: 1, maxMs: 2 },
    requestTimeoutMs: 20_000,
  };
  if (transport === 'stdio') {
    const fake = await programFake(dir, fixture(name), behave);
    const client = new CodexAppServerClient({ ...options, argv: fake.argv, env });
    cleanUps.push(() => client.close());
    return { client, state: fake.state };
  }
  const fake = await listenFake(fixture(name), behave);
  cleanUps.push(() => fake.close());
  const client = new CodexAppServerClient({ ...options, url: fake.url });
  cleanUps.push(() => client.close());
  return { client, state: () => fake.state };
}

/** Attaches an engine with the given answers. `ended` resolves with the last event of the turn. */
function engine(
  client: CodexAppServerClient,
  answer: (event: HookEvent) => HookResponse,
): { events: HookEvent[]; ended: Promise<HookEvent> } {
  const events: HookEvent[] = [];
  const ended = new Promise<HookEvent>((resolve) => {
    const dispatch = (event: HookEvent): Promise<HookResponse> => {
      events.push(event);
      if (event.event_type === 'after_agent') resolve(event);
      return Promise.resolve(answer(event));
    };
    attachEngine(client, dispatch, { clock: { now: () => NOW_MS } });
  });
  return { events, ended };
}

async function oneTurn(client: CodexAppServerClient, prompt: string): Promise<void> {
  await client.start();
  const { thread } = await client.startThread({ cwd: '/home/dev/project' });
  await client.startTurn((thread as JsonObject)['id'] as string, prompt);
}

const withoutPayload = ({ data: _data, raw: _raw, ...event }: HookEvent) => event;
const allow = (): HookResponse => ({ decision: 'allow' });
const answersOf = (state: FakeState): JsonObject[] =>
  state.seen.filter((message) => message['method'] === undefined);

describe.each(TRANSPORTS)('an app-server over %s', (transport) => {
  it.each(NAMES)('yields a recorded %s turn, and receives its answers', async (name) => {
    const { client, state } = await rig(transport, name);
    const { events, ended } = engine(client, allow);
    await oneTurn(client, 'Run it.');
    await ended;
    expect(events.map(withoutPayload)).toEqual(expectedEvents(name, NOW));
    const recorded = readRecording(fixture(name)).map(({ dir: _dir, ...message }) => message);
    for (const event of events) {
      expect(recorded).toContainEqual(event.data);
      expect(event.raw).toBe(JSON.stringify(event.data));
    }
    await client.close();
    expect(answersOf(state())).toEqual([
      {
        id: 0,
        result:
          name === 'mcp' ? { action: 'accept', content: {}, _meta: null } : { decision: 'accept' },
      },
    ]);
    expect(state().seen.slice(0, 2)).toEqual([
      {
        id: 1,
        method: 'initialize',
        params: {
          clientInfo: { name: 'hookloom', title: 'Hookloom', version: '0.1.0' },
          capabilities: { experimentalApi: true },
        },
      },
      { method: 'initialized' },
    ]);
  });

  it('survives garbage, duplicate answers and the field that Codex leaves out', async () => {
    const { client } = await rig(transport, 'approvals', {
      garbage: true,
      answersTwice: true,
      jsonrpc: true,
    });
    const { events, ended } = engine(client, allow);
    await oneTurn(client, 'Run it.');
    await ended;
    expect(events.map((event) => event.event_type)).toEqual(
      expectedEvents('approvals', NOW).map((event) => event.event_type),
    );
    expect(client.counts.strayResponses).toBe(6);
    expect(client.counts.unreadable).toBeGreaterThan(100);
  });

  it('never hangs on an unknown request', async () => {
    const { client, state } = await rig(transport, 'patch', {
      unknownRequest: 'attestation/generate',
    });
    const { ended } = engine(client, allow);
    await oneTurn(client, 'Write it.');
    await ended;
    expect(client.counts.refused).toBe(1);
    await client.close();
    expect(answersOf(state()).at(-1)).toEqual({
      id: 'fake-1',
      error: { code: -32601, message: 'Method not found' },
    });
  });

  it('handles a flood of twenty thousand messages in order, a few at a time', async () => {
    const { client } = await rig(transport, 'approvals', { flood: 10_000 }, { queueLimit: 100 });
    const { events, ended } = engine(client, allow);
    await oneTurn(client, 'Run it.');
    await ended;
    const flood = events.flatMap((event) =>
      event.tool_use_id?.startsWith('flood-') ? [Number(event.tool_use_id.slice(6))] : [],
    );
    expect(flood).toEqual(Array.from({ length: 10_000 }, (_, at) => at));
    expect(client.counts.pauses).toBeGreaterThan(0);
  });

  it('continues its threads after the connection was lost in the middle of a turn', async () => {
    const { client, state } = await rig(transport, 'approvals', {
      dropBefore: 'item/commandExecution/requestApproval',
    });
    const told: unknown[] = [];
    client.on('connected', (event) => told.push(event));
    client.on('disconnected', ({ reason }) => told.push(reason));
    const { events, ended } = engine(client, allow);
    await oneTurn(client, 'Run it.');
    await ended;
    expect(events.map(withoutPayload)).toEqual(expectedEvents('approvals', NOW));
    const threadId = events[0]!.session_id;
    expect(told).toEqual([
      { again: false, resumed: [], notResumed: [] },
      'ended',
      { again: true, resumed: [threadId], notResumed: [] },
    ]);
    await client.close();
    expect(state().seen.filter(({ method }) => method === 'thread/resume')).toEqual([
      { id: 2, method: 'thread/resume', params: { threadId } },
    ]);
    expect(answersOf(state())).toEqual([{ id: 0, result: { decision: 'accept' } }]);
  });

  it('gives each of many questions its own answer, in any order', async () => {
    const { client } = await rig(transport, 'approvals', { reversedLists: 3 });
    await client.start();
    const pages = ['a', 'b', 'c'].map((cursor) => client.listThreads({ cursor }));
    expect(await Promise.all(pages)).toEqual([
      { data: [], nextCursor: 'a' },
      { data: [], nextCursor: 'b' },
      { data: [], nextCursor: 'c' },
    ]);
  });

  it("declines requests without a hook's opinion if there is nobody to ask", async () => {
    const { client, state } = await rig(transport, 'approvals');
    const { ended } = engine(client, () => ({ decision: 'none' }));
    await oneTurn(client, 'Run it.');
    await ended;
    await client.close();
    expect(answersOf(state())).toEqual([{ id: 0, result: { decision: 'decline' } }]);
  });
});

describe('an app-server connection', () => {
  it('delays sending until the process has read', async () => {
    const script = 'setTimeout(() => process.stdin.resume(), 50)';
    const transport = await connectStdio({
      argv: [process.execPath, '-e', script],
      env,
      graceMs: 50,
    });
    cleanUps.push(() => transport.close());
    const sent = transport.send('x'.repeat(3 * HIGH_WATER_BYTES));
    expect(transport.bufferedBytes).toBeGreaterThan(HIGH_WATER_BYTES);
    await sent;
    expect(transport.bufferedBytes).toBeLessThanOrEqual(HIGH_WATER_BYTES);
  });

  it('delays sending until the other end of the socket has read', async () => {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    const reading = new Promise<WebSocket>((resolve) => server.once('connection', resolve));
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const transport = await connectWebSocket({ url: `ws://127.0.0.1:${port}` });
    cleanUps.push(() => new Promise((resolve) => server.close(() => resolve())));
    cleanUps.push(() => transport.close());
    const other = await reading;
    other.pause();
    // More than the buffers of the operating system hold.
    const sent = transport.send('x'.repeat(32 * HIGH_WATER_BYTES));
    expect(transport.bufferedBytes).toBeGreaterThan(HIGH_WATER_BYTES);
    other.resume();
    await sent;
    expect(transport.bufferedBytes).toBeLessThanOrEqual(HIGH_WATER_BYTES);
  });

  it('ends processes that the app-server started, too', async () => {
    const script =
      'require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], ' +
      '{ stdio: "inherit" }); console.log("{}"); setInterval(() => {}, 1000)';
    const transport = await connectStdio({
      argv: [process.execPath, '-e', script],
      env,
      graceMs: 50,
    });
    const ended = new Promise((resolve) => transport.onClose(resolve));
    await new Promise((resolve) => transport.onMessage(resolve));
    // Resolves only after every process has closed the output.
    await transport.close();
    expect(await ended).toEqual({ reason: 'closed_by_us', detail: 'signal SIGTERM' });
  });

  it('discards a line that is too long, and continues', async () => {
    const { client } = await rig(
      'stdio',
      'approvals',
      { hugeBytes: 300_000 },
      { maxMessageBytes: 200_000 },
    );
    const { events, ended } = engine(client, allow);
    await oneTurn(client, 'Run it.');
    await ended;
    expect(events.map((event) => event.event_type)).not.toContain('notification');
  });

  it('closes a socket that sends too much at once, and connects again', async () => {
    const { client } = await rig(
      'websocket',
      'approvals',
      { hugeBytes: 300_000 },
      { maxMessageBytes: 200_000 },
    );
    engine(client, allow);
    const lost = new Promise((resolve) => client.on('disconnected', resolve));
    const back = new Promise((resolve) =>
      client.on('connected', (event) => event.again && resolve(event)),
    );
    await oneTurn(client, 'Run it.');
    expect(await lost).toMatchObject({ reason: 'failed' });
    expect(await back).toMatchObject({ again: true });
  });

  it('reports what could not be started, and that nothing answers', async () => {
    const missing = new CodexAppServerClient({ argv: [path.join(dir, 'no-such-program')] });
    await expect(missing.start()).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The app-server could not be started: ENOENT.',
    });
    const fake = await listenFake(fixture('mcp'));
    await fake.close();
    const nobody = new CodexAppServerClient({ url: fake.url });
    await expect(nobody.start()).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('allows other machines only if configured', async () => {
    for (const url of ['ws://192.0.2.1:1', 'ws://127.0.0.1.example.org', 'http://127.0.0.1', 'x'])
      await expect(new CodexAppServerClient({ url }).start()).rejects.toMatchObject({
        code: 'invalid_request',
      });
  });

  it('rejects pending requests when the process ends, and gives up after the last attempt', async () => {
    const script = 'process.stdin.once("data", () => process.exit(3))';
    const client = new CodexAppServerClient({
      argv: [process.execPath, '-e', script],
      env,
      reconnect: { attempts: 0 },
    });
    await expect(client.start()).rejects.toMatchObject({
      code: 'unavailable',
      message:
        'The connection to the app-server ended before initialize was answered (exit status 3).',
    });
  });

  it('ends a process that ignores the end of its input', async () => {
    const script =
      'process.on("SIGTERM", () => process.exit(0)); setInterval(() => {}, 1000); ' +
      'process.stdin.on("data", () => process.stdout.write(JSON.stringify({ id: 1, result: {} }) + "\\n"))';
    const client = new CodexAppServerClient({
      argv: [process.execPath, '-e', script],
      env,
      graceMs: 50,
    });
    await client.start();
    await client.close();
    await expect(client.listThreads()).rejects.toMatchObject({ code: 'unavailable' });
  });
});
