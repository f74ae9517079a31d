/**
 * A memory in a separate thread. A slow database blocks only that thread: other projects, and the hooks that query this
 * process, continue.
 */
import { Worker } from 'node:worker_threads';
import { HookloomError } from '@hookloom/core';
import type { UnavailableEvent } from '@hookloom/core/events';
import { isQuoted } from '../extract/quotes.ts';
import type { Memory } from '../memory.ts';
import { ProjectionError } from '../store/postgres/projection-error.ts';
import type { MemoryVectors } from '../vectors/memory-vectors.ts';
import {
  PARTS,
  type Answer,
  type Call,
  type Failure,
  type Part,
  type Shape,
} from './serve-memory.ts';

export interface MemoryThreadOptions {
  /** The file that the thread starts from. It calls `serveMemory`. */
  thread: URL;
  /** For the thread. */
  data: object;
  onGaps?: (gaps: readonly UnavailableEvent[]) => void;
}

const OPENING = 0;

/** Throws what opening the memory in the thread throws. */
export async function openMemoryThread(options: MemoryThreadOptions): Promise<Memory> {
  const thread = new Worker(options.thread, { workerData: options.data });
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = OPENING;
  let ended: string | null = null;
  thread.on('message', (answer: Answer) => settle(answer));
  thread.on('error', ({ message }) => end(message));
  thread.on('exit', () => end('The thread of the memory ended.'));

  function settle(answer: Answer): void {
    const given = waiting.get(answer.id);
    waiting.delete(answer.id);
    // An idle thread does not keep the process alive.
    if (waiting.size === 0) thread.unref();
    given?.(answer);
  }

  function end(message: string): void {
    ended ??= message;
    for (const id of waiting.keys())
      settle({ id, gaps: [], words: null, message: ended, sqlState: '' });
  }

  async function answered(id: number): Promise<unknown> {
    thread.ref();
    const answer = await new Promise<Answer>((resolve) => waiting.set(id, resolve));
    // Here and not on arrival: it belongs to the call that waits.
    if (answer.gaps.length > 0) options.onGaps?.(answer.gaps);
    if ('value' in answer) return answer.value;
    throw errorOf(answer);
  }

  function call(part: Part, method: string, given: unknown[]): Promise<unknown> {
    if (ended !== null) return Promise.reject(gone(ended));
    const id = ++last;
    const sent: Call = { id, part, method, given };
    thread.postMessage(sent);
    return answered(id);
  }

  let shape: Shape;
  try {
    shape = (await answered(OPENING)) as Shape;
  } catch (error) {
    await thread.terminate();
    throw error;
  }
  const parts = PARTS.map((part) => [
    part,
    shape[part] === undefined
      ? null
      : Object.fromEntries(
          shape[part].map((method) => [method, (...given: unknown[]) => call(part, method, given)]),
        ),
  ]);
  const {
    '': whole,
    vectors,
    ...others
  } = Object.fromEntries(parts) as Record<Part, object | null>;
  return {
    ...(whole as Memory),
    ...(others as Pick<Memory, 'notes' | 'noteQueue'>),
    // The progress of an embedding stays in the thread, which ends with this process.
    vectors: vectors && { ...(vectors as MemoryVectors), embedAll: embedAll(call) },
    isQuoted,
    async close() {
      if (ended === null) await call('', 'close', []).catch(() => {});
      ended ??= 'The memory was closed.';
      await thread.terminate();
    },
  };
}

function embedAll(
  call: (part: Part, method: string, given: unknown[]) => Promise<unknown>,
): MemoryVectors['embedAll'] {
  return () => call('vectors', 'embedAll', []) as ReturnType<MemoryVectors['embedAll']>;
}

function errorOf({ words, message, sqlState }: Failure): Error {
  if (words === null) return sqlState === null ? new Error(message) : gone(message);
  const { code, remediation } = words;
  return sqlState === null
    ? new HookloomError(code, message, remediation)
    : new ProjectionError(sqlState, code, message, remediation);
}

/** The thread ended, so the memory on this machine answers. */
function gone(message: string): ProjectionError {
  return new ProjectionError('', 'unavailable', message, 'Report it if it happens again.');
}
