/**
 * An app-server that replays recorded traffic: it waits for each recorded message of the client, with any id, and then
 * sends what the real one sent. Over a WebSocket in this process, or over standard streams in a separate one. It can
 * misbehave.
 */
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { JsonObject, JsonValue } from '@hookloom/core';

export interface Misbehaviour {
  /** The connection is lost before the first recorded message of that method; the next one continues from there. */
  dropBefore?: string;
  /** Unusable messages between the others. */
  garbage?: boolean;
  /** A notification of that many bytes before the end of the turn. */
  hugeBytes?: number;
  /** So many deltas, and as many ended tools, before the end of the turn. */
  flood?: number;
  /** A request of that method before the end of the turn, which waits for its answer. */
  unknownRequest?: string;
  /** Every answer is sent twice, and one to a request that was not sent. */
  answersTwice?: boolean;
  /** Answers to `thread/list` are delayed until this many were requested, and sent in reverse. */
  reversedLists?: number;
  /** The field that the real one leaves out. */
  jsonrpc?: boolean;
}

export interface FakeState {
  cursor: number;
  dropped: boolean;
  /** Every message of the client, in order. */
  seen: JsonObject[];
}

type Recorded = JsonObject & { dir: 'in' | 'out' };

export function readRecording(file: string): Recorded[] {
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Recorded);
}

export const newState = (): FakeState => ({ cursor: 0, dropped: false, seen: [] });

interface Wire {
  send(text: string): void;
  drop(): void;
}

const GARBAGE = [
  'not json',
  '{"half":',
  '[]',
  '42',
  'null',
  '{}',
  '{"id":{}}',
  '{"method":7}',
  '""',
];

/** One connection to the fake. @returns A function that receives the client's messages. */
function connection(
  recording: Recorded[],
  state: FakeState,
  behave: Misbehaviour,
  wire: Wire,
): (text: string) => void {
  const arrived: JsonObject[] = [];
  const ids = new Map<JsonValue, JsonValue>();
  const lists: JsonObject[] = [];
  const again = state.cursor > 0;
  let ready = !again;
  let tormented = false;

  const send = (message: JsonObject): void =>
    wire.send(JSON.stringify(behave.jsonrpc ? { jsonrpc: '2.0', ...message } : message));
  const answer = (message: JsonObject): void => {
    send(message);
    if (!behave.answersTwice) return;
    send(message);
    send({ id: 987_654, result: {} });
  };

  /** Before the end of the turn. @returns Whether the turn may end now. */
  const torment = (threadId: JsonValue): boolean => {
    if (!tormented) {
      tormented = true;
      if (behave.hugeBytes !== undefined)
        send({ method: 'warning', params: { message: 'x'.repeat(behave.hugeBytes) } });
      for (let at = 0; at < (behave.flood ?? 0); at++) {
        const item = {
          id: `flood-${at}`,
          type: 'commandExecution',
          command: 'true',
          status: 'completed',
        };
        send({
          method: 'item/agentMessage/delta',
          params: { threadId, itemId: 'm', delta: `${at} ` },
        });
        send({ method: 'item/completed', params: { threadId, item } });
      }
      if (behave.unknownRequest !== undefined)
        send({ id: 'fake-1', method: behave.unknownRequest, params: { threadId } });
    }
    return (
      behave.unknownRequest === undefined ||
      state.seen.some((message) => message['id'] === 'fake-1' && message['method'] === undefined)
    );
  };

  const advance = (): void => {
    if (!ready) return;
    for (let entry = recording[state.cursor]; entry !== undefined;) {
      const { dir, ...message } = entry;
      if (dir === 'out') {
        const at = arrived.findIndex((one) =>
          message['method'] === undefined
            ? one['method'] === undefined && one['id'] === message['id']
            : one['method'] === message['method'],
        );
        if (at < 0) return;
        const [taken] = arrived.splice(at, 1);
        if (message['id'] !== undefined) ids.set(message['id'], taken!['id']!);
      } else if (message['method'] === undefined) {
        answer({ ...message, id: ids.get(message['id']!)! });
      } else {
        if (message['method'] === behave.dropBefore && !state.dropped) {
          state.dropped = true;
          return wire.drop();
        }
        const { threadId } = message['params'] as JsonObject;
        if (message['method'] === 'turn/completed' && !torment(threadId!)) return;
        if (behave.garbage) for (const line of GARBAGE) wire.send(line);
        send(message);
      }
      entry = recording[++state.cursor];
    }
  };

  const unrecorded = ({ id, method, params }: JsonObject): void => {
    if (method === 'initialize') answer({ id: id!, result: { userAgent: 'fake' } });
    else if (method === 'thread/resume') {
      const { threadId } = params as JsonObject;
      answer({ id: id!, result: { thread: { id: threadId! } } });
      ready = true;
    } else if (method === 'thread/list') {
      lists.push({
        id: id!,
        result: { data: [], nextCursor: (params as JsonObject)['cursor'] ?? null },
      });
      if (lists.length < (behave.reversedLists ?? 1)) return;
      for (const list of lists.splice(0).reverse()) answer(list);
    } else if (id !== undefined && method !== undefined)
      answer({ id, error: { code: -32601, message: 'the fake knows no such method' } });
  };

  return (text) => {
    const message = JSON.parse(text) as JsonObject;
    state.seen.push(message);
    const { method, id } = message;
    const expected = recording
      .slice(state.cursor)
      .some(({ dir, ...one }) =>
        dir === 'out' && method === undefined ? one['id'] === id : one['method'] === method,
      );
    if (expected) arrived.push(message);
    else unrecorded(message);
    advance();
  };
}

/** On an ephemeral port of the loopback. State lives on from connection to connection. */
export async function listenFake(
  recordingFile: string,
  behave: Misbehaviour = {},
): Promise<{ url: string; state: FakeState; close(): Promise<void> }> {
  const recording = readRecording(recordingFile);
  const state = newState();
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await new Promise((resolve) => server.once('listening', resolve));
  server.on('connection', (socket) => {
    socket.on('error', () => {});
    const receive = connection(recording, state, behave, {
      send: (text) => socket.send(text),
      drop: () => socket.terminate(),
    });
    socket.on('message', (data: Buffer) => receive(data.toString('utf8')));
  });
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    async close() {
      for (const socket of server.clients) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface ProcessSettings {
  recordingFile: string;
  /** The state is stored there, for the next process and for the test. */
  stateFile: string;
  behave: Misbehaviour;
}

/** The fake as a program. @returns Its arguments, and the messages it has received so far. */
export async function programFake(
  dir: string,
  recordingFile: string,
  behave: Misbehaviour = {},
): Promise<{ argv: [string, ...string[]]; state(): FakeState }> {
  const { build } = await import('esbuild');
  const program = path.join(dir, 'fake-app-server.cjs');
  await build({
    entryPoints: [path.resolve('packages/hooks/test/fake-app-server.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['esbuild', 'bufferutil', 'utf-8-validate'],
    logLevel: 'error',
  });
  const settings = { recordingFile: path.resolve(recordingFile), behave };
  const stateFile = path.join(dir, 'state.json');
  const settingsFile = path.join(dir, 'settings.json');
  fs.writeFileSync(settingsFile, JSON.stringify({ ...settings, stateFile }));
  return {
    argv: [process.execPath, program, 'app-server-fake', settingsFile],
    state: () => JSON.parse(fs.readFileSync(stateFile, 'utf8')) as FakeState,
  };
}

function main(settingsFile: string): void {
  const settings = JSON.parse(fs.readFileSync(settingsFile, 'utf8')) as ProcessSettings;
  const { stateFile } = settings;
  const state = fs.existsSync(stateFile)
    ? (JSON.parse(fs.readFileSync(stateFile, 'utf8')) as FakeState)
    : newState();
  const save = (): void => fs.writeFileSync(stateFile, JSON.stringify(state));
  const receive = connection(readRecording(settings.recordingFile), state, settings.behave, {
    send: (text) => void process.stdout.write(text + '\n'),
    drop: () => {
      save();
      process.exit(9);
    },
  });
  process.stderr.write('fake app-server\n');
  createInterface({ input: process.stdin })
    .on('line', (line) => {
      receive(line);
      save();
    })
    .on('close', () => process.exit(0));
}

if (process.argv[2] === 'app-server-fake') main(process.argv[3]!);
