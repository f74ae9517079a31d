/** Requests and their answers in both directions over one connection, with bounds on all that waits. */
import { HookloomError, type JsonObject, type JsonValue, unavailable } from '@hookloom/core';
import { readMessage, threadOf, type Incoming, type RpcId } from './message.ts';
import type { Transport, TransportEnd } from './transport.ts';

export type Answer = { result: JsonValue } | { error: { code: number; message: string } };

/** Null if no handler serves it. `later`: the thread continues meanwhile, for example while a person is asked. */
export type Served = Answer | { later: Promise<Answer | null> } | null;

export interface RpcPeer {
  /** Every message, as it arrives. Must not throw. */
  arrived(incoming: Incoming): void;
  /** Whether to queue a notification. Requests are always queued. */
  takes(method: string): boolean;
  /** In order within a thread. `signal`: the request was settled elsewhere, or the connection has ended. */
  serve(incoming: Incoming, signal: AbortSignal): Promise<Served>;
}

export interface RpcLimits {
  requestTimeoutMs: number;
  /** The maximum number of messages that wait to be handled; above it nothing more is read. */
  queueLimit: number;
}

/** What was ignored, for diagnosis. */
export interface RpcCounts {
  /** Answers to requests that we did not send, and second answers. */
  strayResponses: number;
  unreadable: number;
  /** Requests of the server that were refused because nothing is attached. */
  refused: number;
  /** Times that reading was paused. */
  pauses: number;
}

const METHOD_NOT_FOUND = { code: -32601, message: 'Method not found' };
const INVALID_REQUEST = { code: -32600, message: 'Invalid request' };
const INTERNAL = { code: -32603, message: 'Internal error' };

interface Pending {
  method: string;
  timer: NodeJS.Timeout;
  resolve(result: JsonValue): void;
  reject(error: HookloomError): void;
}

export class RpcConnection {
  readonly counts: RpcCounts = { strayResponses: 0, unreadable: 0, refused: 0, pauses: 0 };
  /** Resolves when the stream has ended and every pending request was rejected. */
  readonly ended: Promise<TransportEnd>;
  readonly #transport: Transport;
  readonly #peer: RpcPeer;
  readonly #limits: RpcLimits;
  readonly #queue: ThreadQueue;
  readonly #pending = new Map<RpcId, Pending>();
  readonly #open = new Map<RpcId, AbortController>();
  #nextId = 1;
  #end: TransportEnd | null = null;

  constructor(transport: Transport, peer: RpcPeer, limits: RpcLimits) {
    this.#transport = transport;
    this.#peer = peer;
    this.#limits = limits;
    const onFull = () => {
      this.counts.pauses++;
      transport.pause();
    };
    this.#queue = createThreadQueue(limits.queueLimit, onFull, () => transport.resume());
    this.ended = new Promise((resolve) => {
      transport.onClose((end) => {
        this.#lose(end);
        resolve(end);
      });
    });
    transport.onMessage((text) => this.#receive(text));
  }

  /** Messages that wait or are being handled. */
  get queued(): number {
    return this.#queue.size;
  }

  /**
   * Sends a request to the server. The time to send it counts too.
   *
   * @throws `unavailable` if the connection ends or no answer arrives in time, `invalid_request` if the server refuses
   * the request.
   */
  request(method: string, params: JsonObject, timeoutMs?: number): Promise<JsonValue> {
    if (this.#end !== null) return Promise.reject(connectionLost(method, this.#end.detail));
    const id = this.#nextId++;
    const withinMs = timeoutMs ?? this.#limits.requestTimeoutMs;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#pending.delete(id);
        reject(noAnswer(method, withinMs));
      }, withinMs);
      this.#pending.set(id, { method, timer, resolve, reject });
      this.#write({ id, method, params }).catch((error: HookloomError) => {
        this.#settle(id)?.reject(error);
      });
    });
  }

  /** @throws `unavailable` when the connection has ended. */
  async notify(method: string, params?: JsonObject): Promise<void> {
    await this.#write(params === undefined ? { method } : { method, params });
  }

  #write(message: JsonObject): Promise<void> {
    return this.#transport.send(JSON.stringify(message));
  }

  #receive(text: string): void {
    const received = readMessage(text);
    if (received.kind === 'unreadable') this.counts.unreadable++;
    else if (received.kind === 'unusable_request')
      this.#answer(received.id, { error: INVALID_REQUEST });
    else if (received.kind === 'incoming') this.#enqueue(received.incoming);
    else {
      const pending = this.#settle(received.id);
      if (pending === undefined) this.counts.strayResponses++;
      else if (received.error !== null)
        pending.reject(serverRefused(pending.method, received.error));
      else pending.resolve(received.result);
    }
  }

  #settle(id: RpcId): Pending | undefined {
    const pending = this.#pending.get(id);
    if (pending === undefined) return undefined;
    this.#pending.delete(id);
    clearTimeout(pending.timer);
    return pending;
  }

  #enqueue(incoming: Incoming): void {
    const { id, method, params } = incoming;
    // Handled at once and not in its turn, because the request that it refers to blocks the queue.
    if (id === null && method === 'serverRequest/resolved')
      this.#open.get(params['requestId'] as RpcId)?.abort();
    this.#peer.arrived(incoming);
    if (id === null && !this.#peer.takes(method)) return;
    const controller = new AbortController();
    if (id !== null) this.#open.set(id, controller);
    this.#queue.push(threadOf(incoming), () => this.#serve(incoming, controller));
  }

  async #serve(incoming: Incoming, controller: AbortController): Promise<void> {
    const { id } = incoming;
    let served: Served;
    try {
      served = await this.#peer.serve(incoming, controller.signal);
    } catch {
      served = { error: INTERNAL };
    }
    if (id === null) return;
    if (served !== null && 'later' in served)
      void served.later.then(
        (answer) => this.#finish(id, controller, answer),
        () => this.#finish(id, controller, { error: INTERNAL }),
      );
    else this.#finish(id, controller, served);
  }

  #finish(id: RpcId, controller: AbortController, answer: Answer | null): void {
    if (this.#open.get(id) === controller) this.#open.delete(id);
    if (controller.signal.aborted) return;
    if (answer === null) this.counts.refused++;
    this.#answer(id, answer ?? { error: METHOD_NOT_FOUND });
  }

  #answer(id: RpcId, answer: Answer): void {
    // If an answer can no longer be sent, the connection has ended.
    this.#write({ id, ...answer }).catch(() => {});
  }

  #lose(end: TransportEnd): void {
    this.#end = end;
    for (const controller of this.#open.values()) controller.abort();
    this.#open.clear();
    for (const id of this.#pending.keys()) {
      const pending = this.#settle(id)!;
      pending.reject(connectionLost(pending.method, end.detail));
    }
  }
}

const DETAIL_CHARS = 300;

function connectionLost(method: string, detail: string): HookloomError {
  return unavailable(
    `The connection to the app-server ended before ${method} was answered (${plain(detail)}).`,
    'Wait until the client has connected again, then try once more.',
  );
}

function noAnswer(method: string, withinMs: number): HookloomError {
  return unavailable(
    `The app-server did not answer ${method} within ${withinMs} ms.`,
    'Try again, or restart the app-server.',
  );
}

/** JSON-RPC's own codes blame the question; the others (overload above all) the server's state. */
function serverRefused(method: string, { code, message }: JsonObject): HookloomError {
  const asked = code === -32600 || code === -32601 || code === -32602;
  return new HookloomError(
    asked ? 'invalid_request' : 'unavailable',
    `The app-server refused ${method}: ${plain(typeof message === 'string' ? message : 'no reason given')}`,
    asked
      ? 'Check the thread, the turn and the other arguments of the call.'
      : 'Try again in a moment.',
    { cause: { code: typeof code === 'number' ? code : null } },
  );
}

function plain(text: string): string {
  return text
    .slice(0, DETAIL_CHARS)
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ')
    .trim();
}

/** Runs messages one at a time for each thread, and threads in parallel. */

type ThreadQueue = ReturnType<typeof createThreadQueue>;

/** Above `limit` jobs, `onFull` is called, and `onRoom` when half of them are done. */
function createThreadQueue(limit: number, onFull: () => void, onRoom: () => void) {
  const lanes = new Map<string, (() => Promise<void>)[]>();
  let size = 0;
  let full = false;

  const run = async (thread: string, lane: (() => Promise<void>)[]): Promise<void> => {
    for (let job = lane[0]; job !== undefined; job = lane[0]) {
      await job();
      lane.shift();
      size--;
      if (full && size <= limit / 2) {
        full = false;
        onRoom();
      }
    }
    lanes.delete(thread);
  };

  return {
    /** @param job Must not reject. */
    push(thread: string, job: () => Promise<void>) {
      size++;
      if (!full && size > limit) {
        full = true;
        onFull();
      }
      const lane = lanes.get(thread);
      if (lane !== undefined) lane.push(job);
      else {
        const fresh = [job];
        lanes.set(thread, fresh);
        void run(thread, fresh);
      }
    },
    /** Jobs that wait or run. */
    get size() {
      return size;
    },
  };
}
