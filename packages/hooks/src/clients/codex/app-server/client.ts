/** A client of `codex app-server`. */
import {
  isHookloomError,
  isJsonObject,
  type HookloomError,
  type JsonObject,
  type JsonValue,
} from '@hookloom/core';
import {
  DEFAULT_RECONNECT,
  realSurroundings,
  type ReconnectPolicy,
  type Surroundings,
  Lifeline,
} from './lifeline.ts';
import { threadOf, type Incoming } from './message.ts';
import type { RpcConnection, RpcCounts, Served } from './rpc.ts';
import { connectStdio, type StdioOptions } from './transport-stdio.ts';
import { connectWebSocket, type WebSocketOptions } from './transport-websocket.ts';
import type { Transport, TransportEnd } from './transport.ts';

const REQUEST_TIMEOUT_MS = 30_000;
const QUEUE_LIMIT = 1_000;

/** By default it starts `codex app-server`; with `url` it connects to one that listens. */
export interface CodexAppServerOptions extends StdioOptions, Partial<WebSocketOptions> {
  /** A stream of your own instead of a process or a socket. */
  connect?: () => Promise<Transport>;
  /** The version of your program, as the server records it. */
  version?: string;
  /** How to connect again after the connection is lost. */
  reconnect?: Partial<ReconnectPolicy>;
  /** Milliseconds that the server may take to answer a request. Default: 30,000. */
  requestTimeoutMs?: number;
  /** The maximum number of messages that wait to be handled; above it nothing more is read. Default: 1,000. */
  queueLimit?: number;
  surroundings?: Partial<Surroundings>;
  /** Receives errors thrown by a listener; the connection continues. */
  onListenerError?: (error: unknown) => void;
}

/** Serves the queued messages. */
export interface AppServerEngine {
  takes(method: string): boolean;
  serve(incoming: Incoming, signal: AbortSignal): Promise<Served>;
}

export interface AppServerClientEvents {
  /** Each notification and each request as it arrives, before it waits for its turn. */
  message: Incoming;
  /** The result of thread/start and thread/resume for a thread: model, directory, approval policy. */
  thread: JsonObject;
  connected: { again: boolean; resumed: string[]; notResumed: string[] };
  disconnected: TransportEnd;
  /** The last error. Null: closed by us. */
  closed: HookloomError | null;
}

/**
 * A client of `codex app-server`: it starts threads and turns, and passes the questions of Codex to the attached
 * handler.
 *
 * @example
 * const client = new CodexAppServerClient();
 * attach(client, guard);
 * await client.start();
 * const { thread } = await client.startThread({ cwd: '/home/dev/project' });
 */
export class CodexAppServerClient {
  readonly #lifeline: Lifeline;
  readonly #listeners: Listeners<AppServerClientEvents>;
  /** Listens to an event of the connection. Returns a function that removes the listener. */
  readonly on: Listeners<AppServerClientEvents>['on'];
  /** Threads to resume on a new connection. */
  readonly #threads = new Set<string>();
  #engine: AppServerEngine | null = null;

  constructor(options: CodexAppServerOptions = {}) {
    const { url } = options;
    this.#listeners = createListeners(options.onListenerError ?? (() => {}));
    this.on = this.#listeners.on;
    this.#lifeline = new Lifeline(
      {
        connect:
          options.connect ??
          (() =>
            url === undefined ? connectStdio(options) : connectWebSocket({ ...options, url })),
        clientInfo: { name: 'hookloom', title: 'Hookloom', version: options.version ?? '0.1.0' },
        reconnect: { ...DEFAULT_RECONNECT, ...options.reconnect },
        limits: {
          requestTimeoutMs: options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
          queueLimit: options.queueLimit ?? QUEUE_LIMIT,
        },
        surroundings: { ...realSurroundings, ...options.surroundings },
      },
      {
        arrived: (incoming) => this.#arrived(incoming),
        takes: (method) => this.#engine?.takes(method) ?? false,
        serve: async (incoming, signal) => (await this.#engine?.serve(incoming, signal)) ?? null,
      },
      {
        connected: (rpc, again) => this.#connected(rpc, again),
        disconnected: (end) => this.#listeners.tell('disconnected', end),
        finished: (error) => this.#listeners.tell('closed', error),
      },
    );
  }

  /**
   * Connects and performs the handshake.
   *
   * @returns What the server reports about itself: `userAgent`, `codexHome`, …
   * @throws `unavailable` if it cannot be reached or does not answer.
   */
  start(): Promise<JsonObject> {
    return this.#lifeline.start();
  }

  /** Ends the connection, and the process if we started it. Pending calls are rejected. */
  close(): Promise<void> {
    return this.#lifeline.close();
  }

  /** One engine at a time. Without one, requests of the server are refused and its turns continue. */
  serveWith(engine: AppServerEngine | null): void {
    this.#engine = engine;
  }

  /** @throws `unavailable` without a connection. */
  get counts(): RpcCounts {
    return this.#lifeline.rpc.counts;
  }

  /** Any method of the protocol. @throws `unavailable`, `invalid_request` as `RpcConnection.request`. */
  async request(method: string, params: JsonObject = {}, timeoutMs?: number): Promise<JsonObject> {
    return objectOf(await this.#lifeline.rpc.request(method, params, timeoutMs));
  }

  /** @param params `cwd`, `model`, `approvalPolicy`, `sandbox`, … */
  async startThread(params: JsonObject = {}): Promise<JsonObject> {
    return this.#opened(await this.request('thread/start', params));
  }

  async resumeThread(threadId: string, params: JsonObject = {}): Promise<JsonObject> {
    return this.#opened(await this.request('thread/resume', { ...params, threadId }));
  }

  /** One page: `data` and `nextCursor`. @param params `cursor`, `limit`, `cwd`, `archived`, … */
  listThreads(params: JsonObject = {}): Promise<JsonObject> {
    return this.request('thread/list', params);
  }

  async archiveThread(threadId: string): Promise<void> {
    await this.request('thread/archive', { threadId });
    this.#threads.delete(threadId);
  }

  /** @param input A text, or items of the protocol. */
  startTurn(
    threadId: string,
    input: string | JsonObject[],
    params: JsonObject = {},
  ): Promise<JsonObject> {
    return this.request('turn/start', { ...params, threadId, input: inputOf(input) });
  }

  async interruptTurn(threadId: string, turnId: string): Promise<void> {
    await this.request('turn/interrupt', { threadId, turnId });
  }

  /** Adds a message to the running turn. Refused if another turn runs by now. */
  steerTurn(threadId: string, turnId: string, input: string | JsonObject[]): Promise<JsonObject> {
    return this.request('turn/steer', { threadId, expectedTurnId: turnId, input: inputOf(input) });
  }

  /** The hooks that Codex finds for these directories, with key, hash and trust. */
  async hooksList(cwds: string[]): Promise<JsonObject[]> {
    const { data } = await this.request('hooks/list', { cwds });
    return Array.isArray(data) ? data.filter(isJsonObject) : [];
  }

  /** @param edits `{keyPath, mergeStrategy, value}`; all are applied or none. */
  configBatchWrite(edits: JsonObject[], params: JsonObject = {}): Promise<JsonObject> {
    return this.request('config/batchWrite', { ...params, edits });
  }

  #opened(result: JsonObject): JsonObject {
    const { id } = objectOf(result['thread'] ?? null);
    if (typeof id === 'string') this.#threads.add(id);
    this.#listeners.tell('thread', result);
    return result;
  }

  async #connected(rpc: RpcConnection, again: boolean): Promise<void> {
    const resumed: string[] = [];
    const notResumed: string[] = [];
    for (const threadId of this.#threads) {
      try {
        const result = await rpc.request('thread/resume', { threadId });
        this.#listeners.tell('thread', objectOf(result));
        resumed.push(threadId);
      } catch (error) {
        if (!isHookloomError(error) || error.code !== 'invalid_request') throw error;
        // A thread without a turn was never stored, and is lost with its server.
        notResumed.push(threadId);
        this.#threads.delete(threadId);
      }
    }
    this.#listeners.tell('connected', { again, resumed, notResumed });
  }

  #arrived(incoming: Incoming): void {
    if (/^thread\/(closed|archived|deleted)$/.test(incoming.method))
      this.#threads.delete(threadOf(incoming));
    this.#listeners.tell('message', incoming);
  }
}

function objectOf(value: JsonValue): JsonObject {
  return isJsonObject(value) ? value : {};
}

function inputOf(input: string | JsonObject[]): JsonObject[] {
  return typeof input === 'string' ? [{ type: 'text', text: input }] : input;
}

/** Listeners by name. An exception in one reaches neither the others nor the caller. */

interface Listeners<Events extends object> {
  /** @returns Removes the listener. */
  on<K extends keyof Events>(name: K, listener: (event: Events[K]) => void): () => void;
  tell<K extends keyof Events>(name: K, event: Events[K]): void;
}

/** @param failed Receives errors thrown by a listener. */
function createListeners<Events extends object>(
  failed: (error: unknown) => void,
): Listeners<Events> {
  const all = new Map<keyof Events, Set<(event: never) => void>>();
  return {
    on(name, listener) {
      const set = all.get(name) ?? new Set();
      all.set(name, set.add(listener));
      return () => void set.delete(listener);
    },
    tell(name, event) {
      for (const listener of all.get(name) ?? [])
        try {
          (listener as (event: unknown) => void)(event);
        } catch (error) {
          failed(error);
        }
    },
  };
}
