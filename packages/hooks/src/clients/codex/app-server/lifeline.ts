/** Keeps one connection to an app-server: the handshake, and a new connection when the old one is lost. */
import {
  conflict,
  isHookloomError,
  isJsonObject,
  unavailable,
  type HookloomError,
  type JsonObject,
} from '@hookloom/core';
import type { Clock } from '@hookloom/core/events';
import { RpcConnection, type RpcLimits, type RpcPeer } from './rpc.ts';
import type { Transport, TransportEnd } from './transport.ts';

interface LifelineOptions {
  /** Creates a new transport each time: a process, a socket. */
  connect(): Promise<Transport>;
  clientInfo: { name: string; title: string; version: string };
  reconnect: ReconnectPolicy;
  limits: RpcLimits;
  surroundings: Surroundings;
}

interface LifelineListener {
  /** After the handshake, before anything else is sent. `again`: this one replaces a lost one. */
  connected(rpc: RpcConnection, again: boolean): Promise<void>;
  disconnected(end: TransportEnd): void;
  /** There will be no further connection. `error` null: we closed it. */
  finished(error: HookloomError | null): void;
}

export class Lifeline {
  readonly #options: LifelineOptions;
  readonly #peer: RpcPeer;
  readonly #listener: LifelineListener;
  readonly #closing = new AbortController();
  #rpc: RpcConnection | null = null;
  #transport: Transport | null = null;
  #life: Promise<void> | null = null;

  constructor(options: LifelineOptions, peer: RpcPeer, listener: LifelineListener) {
    this.#options = options;
    this.#peer = peer;
    this.#listener = listener;
  }

  /** What the server reports about itself. A first connection that fails is not retried: nothing was lost yet. */
  async start(): Promise<JsonObject> {
    if (this.#life !== null || this.#closing.signal.aborted)
      throw conflict(
        'This app-server client has already been started.',
        'Create a new client for another connection.',
      );
    const first = this.#connect(false);
    this.#life = first.then(
      ({ rpc }) => this.#live(rpc),
      () => {},
    );
    return (await first).hello;
  }

  /** @throws `unavailable` while there is no connection. */
  get rpc(): RpcConnection {
    if (this.#rpc === null)
      throw unavailable(
        'There is no connection to the app-server.',
        'Call start() first, or wait until the client has connected again.',
      );
    return this.#rpc;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#transport?.close();
    await this.#life;
  }

  async #connect(again: boolean): Promise<{ rpc: RpcConnection; hello: JsonObject }> {
    const transport = await this.#options.connect();
    this.#transport = transport;
    const rpc = new RpcConnection(transport, this.#peer, this.#options.limits);
    try {
      const { clientInfo } = this.#options;
      const hello = await rpc.request('initialize', {
        clientInfo,
        capabilities: { experimentalApi: true },
      });
      await rpc.notify('initialized');
      if (this.#closing.signal.aborted)
        throw unavailable('The client was closed.', 'Create a new client.');
      this.#rpc = rpc;
      void rpc.ended.then(() => {
        if (this.#rpc === rpc) this.#rpc = null;
      });
      await this.#listener.connected(rpc, again);
      return { rpc, hello: isJsonObject(hello) ? hello : {} };
    } catch (error) {
      this.#rpc = null;
      await transport.close();
      throw error;
    }
  }

  /** Reconnects until we close the connection or too many attempts in a row have failed. */
  async #live(first: RpcConnection): Promise<void> {
    const { reconnect, surroundings } = this.#options;
    let rpc: RpcConnection | null = first;
    let since = surroundings.now();
    let attempt = 0;
    let last: unknown = null;
    for (;;) {
      if (rpc !== null) {
        const end: TransportEnd = await rpc.ended;
        if (surroundings.now() - since >= reconnect.stableMs) attempt = 0;
        this.#listener.disconnected(end);
        last = null;
        rpc = null;
      }
      if (this.#closing.signal.aborted) return this.#listener.finished(null);
      if (attempt >= reconnect.attempts) return this.#listener.finished(gaveUp(attempt, last));
      const waitMs = backoffMs(reconnect, attempt++, surroundings.random());
      await surroundings.wait(waitMs, this.#closing.signal);
      if (this.#closing.signal.aborted) return this.#listener.finished(null);
      try {
        ({ rpc } = await this.#connect(true));
        since = surroundings.now();
      } catch (error) {
        last = error;
      }
    }
  }
}

function gaveUp(attempts: number, last: unknown): HookloomError {
  const why = isHookloomError(last) ? ` ${last.message}` : '';
  return unavailable(
    `The app-server could not be reached again in ${attempts} attempts.${why}`,
    'Start the app-server, then create a new client.',
    { cause: last },
  );
}

// How long to wait before connecting again.

export interface ReconnectPolicy {
  /** Attempts in a row without success. 0: never connect again. */
  attempts: number;
  baseMs: number;
  maxMs: number;
  /** A connection that lasted this long counts as a success and resets the count. */
  stableMs: number;
}

export const DEFAULT_RECONNECT: ReconnectPolicy = {
  attempts: 8,
  baseMs: 250,
  maxMs: 30_000,
  stableMs: 10_000,
};

/** Time and randomness are injected, so that the same input gives the same result. */
export interface Surroundings extends Clock {
  /** From 0 (included) to 1 (excluded). */
  random(): number;
  /** Resolves early when the signal is aborted. Never rejects. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export const realSurroundings: Surroundings = {
  now: () => Date.now(),
  random: () => Math.random(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', done);
    }),
};

/**
 * Doubles with each attempt. Half of it is random, so that many clients do not reconnect at once.
 *
 * @param attempt From 0.
 * @example backoffMs(DEFAULT_RECONNECT, 2, 0.5) === 750
 */
export function backoffMs(policy: ReconnectPolicy, attempt: number, random: number): number {
  const whole = Math.min(policy.maxMs, policy.baseMs * 2 ** Math.min(attempt, 30));
  return Math.round(whole / 2 + (whole / 2) * random);
}
