/**
 * Sends statements to PostgreSQL synchronously, because the lanes of the memory read rows without promises. A second
 * thread owns the connection; this one blocks until the answer arrives, up to the time limit.
 */
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { defined } from '@hookloom/core';
import type { Row, SqlValue } from '../port.ts';
import { projectionError, type ServerError } from './projection-error.ts';

export type Value = SqlValue | readonly (string | number | null)[];

export interface Step {
  text: string;
  /** Undefined for several statements without parameters. */
  values?: readonly Value[];
  name?: string;
  /** Set once the answer was read. */
  changes?: number;
}

export interface Bridge {
  /** Answers with the rows of the last step. Everything that was sent before has run by then. */
  run(steps: Step[], timeoutMs?: number): Row[];
  /** Runs them without waiting; `run` or `settle` reports a failure. */
  send(steps: Step[]): void;
  /** Round trips that this thread waited for. */
  readonly waits: number;
  close(): Promise<void>;
}

interface Answer {
  id: number;
  rows: Row[];
  changes: number[];
  failure: ServerError | null;
}

export interface BridgeSource {
  url: string;
  /** Names the setting in errors. */
  setting: string;
  /** The first statements of the connection. */
  prepare: string;
  /** For connecting, and for each answer. */
  timeoutMs: number;
  /** The file that the thread starts from. */
  thread: URL;
}

/** Batches that may be in flight. */
const MOST_SENT = 16;

/** Throws `projectionError` if the server cannot be used. */
export async function openBridge(source: BridgeSource): Promise<Bridge> {
  const { url, prepare, timeoutMs, thread: file } = source;
  const signal = new SharedArrayBuffer(4);
  const answered = new Int32Array(signal);
  const { port1: own, port2: port } = new MessageChannel();
  const thread = new Worker(file, {
    workerData: { url, prepare, timeoutMs, signal, port },
    transferList: [port],
  });
  own.unref();
  const fail = (told: ServerError): Error => projectionError(told, source);
  const asked = new Map<number, (told: ServerError | null) => void>();
  let next = 0;
  let sent: { id: number; steps: Step[] }[] = [];
  let failure: ServerError | null = null;
  let waits = 0;
  let isClosed = false;

  thread.on('message', ({ id, failure: told }: { id: number; failure?: ServerError }) => {
    asked.get(id)?.(told ?? null);
    asked.delete(id);
    if (asked.size === 0) thread.unref();
  });
  const ended = (told: ServerError): void => {
    isClosed = true;
    failure ??= told;
    for (const settle of asked.values()) settle(told);
    asked.clear();
  };
  thread.on('error', ({ message }) => ended({ code: 'ECONNRESET', message }));
  thread.on('exit', () => ended({ code: 'ECONNRESET', message: 'the thread ended' }));

  /** Does not block this thread. */
  async function ask(what: 'open' | 'close', limitMs: number): Promise<void> {
    if (isClosed) throw fail(failure!);
    const id = ++next;
    thread.ref();
    let timer: NodeJS.Timeout | undefined;
    const told = await new Promise<ServerError | null>((resolve) => {
      asked.set(id, resolve);
      timer = setTimeout(() => resolve(SLOW), limitMs);
      thread.postMessage({ id, ask: what });
    });
    clearTimeout(timer);
    asked.delete(id);
    if (asked.size === 0) thread.unref();
    if (told !== null) throw fail(told);
  }

  function send(steps: Step[]): number {
    if (isClosed) throw fail(failure!);
    const id = ++next;
    const plain = steps.map(({ text, values, name }) => defined({ text, values, name }));
    own.postMessage({ id, steps: plain });
    sent.push({ id, steps });
    while (sent.length > MOST_SENT) receive(timeoutMs);
    return id;
  }

  /** Waits for the answer to the oldest batch. */
  function receive(limitMs: number): Answer {
    for (;;) {
      const seen = Atomics.load(answered, 0);
      const received = receiveMessageOnPort(own);
      if (received !== undefined) {
        const answer = received.message as Answer;
        const batch = sent.shift()!;
        answer.changes.forEach((changes, at) => (batch.steps[at]!.changes = changes));
        failure ??= answer.failure;
        return answer;
      }
      if (Atomics.wait(answered, 0, seen, limitMs) !== 'timed-out') continue;
      // The thread is ended, so that a late answer is not taken for the next one.
      ended(SLOW);
      void thread.terminate();
      throw fail(SLOW);
    }
  }

  function settle(id: number, limitMs: number): Row[] {
    waits++;
    for (;;) {
      const answer = receive(limitMs);
      if (answer.id !== id) continue;
      const told = failure;
      if (!isClosed) failure = null;
      if (told !== null) throw fail(told);
      return answer.rows;
    }
  }

  const bridge: Bridge = {
    run: (steps, limitMs = timeoutMs) => settle(send(steps), limitMs),
    send: (steps) => void send(steps),
    get waits() {
      return waits;
    },
    async close() {
      if (!isClosed) await ask('close', timeoutMs).catch(() => {});
      isClosed = true;
      failure ??= { code: 'ECONNRESET', message: 'closed' };
      own.close();
      await thread.terminate();
    },
  };
  try {
    await ask('open', timeoutMs);
    return bridge;
  } catch (error) {
    await bridge.close();
    throw error;
  }
}

const SLOW: ServerError = { code: '57014', message: 'timed out' };
