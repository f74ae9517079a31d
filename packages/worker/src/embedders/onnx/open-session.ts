/** Opens a model in a thread that ends with this process. */
import { Worker } from 'node:worker_threads';
import { unavailable, type HookloomError } from '@hookloom/core';
import type { FloatTensor, OnnxSession } from './session.ts';

export interface SessionSource {
  /** Names of the runtime and the model, for errors. */
  name: string;
  model: string;
  thread: URL;
  /** Data for the thread: the files of the model and its runtime. */
  data: object;
}

const SHOWN_CHARS = 200;

type Answer =
  | { inputNames: string[] }
  | { id: number; outputs: Record<string, FloatTensor> }
  | { id?: number; failure: string };

/** Throws `unavailable` if the runtime or the model cannot be loaded. */
export async function openSession(source: SessionSource): Promise<OnnxSession> {
  const thread = new Worker(source.thread, { workerData: source.data });
  const waiting = new Map<number, (answer: Answer) => void>();
  let next = 0;
  let ended: HookloomError | null = null;

  const opened = new Promise<Answer>((resolve) => waiting.set(0, resolve));
  thread.on('message', (answer: Answer) => {
    const id = 'id' in answer ? (answer.id ?? 0) : 0;
    const settle = waiting.get(id);
    waiting.delete(id);
    // An idle thread does not keep the process alive.
    if (waiting.size === 0) thread.unref();
    settle?.(answer);
  });
  const end = (reason: string): void => {
    ended ??= failed(source, reason);
    for (const settle of waiting.values()) settle({ failure: reason });
    waiting.clear();
  };
  thread.on('error', (error) => end(error.message));
  thread.on('exit', () => end('its thread ended'));

  const first = await opened;
  if (!('inputNames' in first))
    throw failed(source, 'failure' in first ? first.failure : 'it gave no answer');
  return {
    inputNames: first.inputNames,
    async run(inputs) {
      if (ended !== null) throw ended;
      const id = ++next;
      thread.ref();
      const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
      thread.postMessage({ id, inputs });
      const answer = await answered;
      if ('outputs' in answer) return answer.outputs;
      throw failed(source, 'failure' in answer ? answer.failure : 'it gave no answer');
    },
    close: () => void thread.terminate(),
  };
}

/** A runtime's errors are about shapes and files of the model, so one line of it is safe to report. */
function failed({ name, model }: SessionSource, reason: string): HookloomError {
  const told = reason
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, SHOWN_CHARS);
  return unavailable(
    `${name} could not run the ${model}: ${told}`,
    'Check that the runtime supports the model; until then the memory searches by words only.',
  );
}
