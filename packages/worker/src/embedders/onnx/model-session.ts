/** Opens a model with the first text, unloads it when idle, and computes in batches. */
import { HookloomError, unavailable } from '@hookloom/core';
import type { OnnxSession, TokenTensor } from './session.ts';

/** What a folder contains, for settings and errors. */
export interface ModelUse {
  setting: 'EMBEDDING_MODEL_DIR' | 'RERANKER_MODEL_DIR';
  name: 'sentence encoder' | 'cross-encoder';
}
export const ENCODER: ModelUse = { setting: 'EMBEDDING_MODEL_DIR', name: 'sentence encoder' };
export const CROSS_ENCODER: ModelUse = { setting: 'RERANKER_MODEL_DIR', name: 'cross-encoder' };

/** Limits of one run: rows, and tokens including padding. A question waits for the run that has begun. */
const MAX_ROWS = 4;
const MAX_BATCH_TOKENS = 128;
/** A model is unloaded after this idle time. */
const REST_MS = 60_000;

export interface ModelSession<T> {
  /** Opens what is needed. Errors other than `HookloomError` become `unavailable`, and so does a late answer. */
  use<R>(
    work: (opened: { session: OnnxSession; tokenizer: T }) => Promise<R>,
    signal?: AbortSignal,
  ): Promise<R>;
}

/** Calls `open` with the first text, after a failure and after an idle time. */
export function createModelSession<T>(
  { name }: ModelUse,
  readTokenizer: () => T,
  open: () => Promise<OnnxSession>,
  restMs = REST_MS,
): ModelSession<T> {
  let tokenizer: T | undefined;
  let opened: Promise<OnnxSession> | undefined;
  let working = 0;
  let timer: NodeJS.Timeout | undefined;

  function unload(): void {
    opened?.then(
      (one) => one.close?.(),
      () => {},
    );
    opened = undefined;
    tokenizer = undefined;
  }

  function session(): Promise<OnnxSession> {
    const fresh = opened ?? open();
    opened = fresh;
    fresh.catch(() => {
      if (opened === fresh) opened = undefined;
    });
    return fresh;
  }

  async function loaded<R>(
    work: (opened: { session: OnnxSession; tokenizer: T }) => Promise<R>,
  ): Promise<R> {
    clearTimeout(timer);
    working++;
    try {
      tokenizer ??= readTokenizer();
      const read = tokenizer;
      return await work({ session: await session(), tokenizer: read });
    } finally {
      if (--working === 0) timer = setTimeout(unload, restMs).unref();
    }
  }

  return {
    async use(work, signal) {
      const result = loaded(work).catch((error: unknown) => {
        throw asUnavailable(error, name);
      });
      return signal === undefined ? result : Promise.race([result, stopped(signal, result, name)]);
    },
  };
}

/** The tokens of one text, and which of them belong to the second text of a pair. */
export interface TokenRow {
  place: number;
  ids: readonly number[];
  types?: readonly number[];
}

/** Groups texts of similar length, to reduce padding. */
export function* batchesOf<T extends TokenRow>(rows: readonly T[]): Generator<T[]> {
  let batch: T[] = [];
  for (const row of rows.toSorted((a, b) => a.ids.length - b.ids.length || a.place - b.place)) {
    const isFull =
      batch.length === MAX_ROWS || row.ids.length * (batch.length + 1) > MAX_BATCH_TOKENS;
    if (isFull && batch.length > 0) {
      yield batch;
      batch = [];
    }
    batch.push(row);
  }
  if (batch.length > 0) yield batch;
}

export function inputsOf(
  { inputNames }: OnnxSession,
  rows: readonly TokenRow[],
  padId: number,
  use: ModelUse,
): Record<string, TokenTensor> {
  const tokens = Math.max(...rows.map(({ ids }) => ids.length));
  const tensor = (valueAt: (row: TokenRow, at: number) => number): TokenTensor => {
    const data = new BigInt64Array(rows.length * tokens);
    rows.forEach((row, i) => {
      for (let at = 0; at < tokens; at++) data[i * tokens + at] = BigInt(valueAt(row, at));
    });
    return { data, dims: [rows.length, tokens] };
  };
  const made: Record<string, TokenTensor> = {};
  for (const name of inputNames) {
    if (name === 'input_ids') made[name] = tensor(({ ids }, at) => ids[at] ?? padId);
    else if (name === 'attention_mask')
      made[name] = tensor(({ ids }, at) => (at < ids.length ? 1 : 0));
    else if (name === 'token_type_ids') made[name] = tensor(({ types }, at) => types?.[at] ?? 0);
    else throw wrongModel(use, 'asks for an input that such models do not have');
  }
  return made;
}

/** A run cannot be aborted, so this only stops waiting for it. */
function stopped(signal: AbortSignal, work: Promise<unknown>, name: string): Promise<never> {
  return new Promise((_, reject) => {
    const onAbort = (): void => reject(outOfTime(name));
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    const forget = (): void => signal.removeEventListener('abort', onAbort);
    work.then(forget, forget);
  });
}

export function outOfTime(name: string): HookloomError {
  return unavailable(`The ${name} did not answer in time.`, 'Try again: it may still be loading.');
}

export function wrongModel({ name, setting }: ModelUse, what: string): HookloomError {
  return unavailable(`The ${name} ${what}.`, `Put the ONNX export of a ${name} into ${setting}.`);
}

function asUnavailable(error: unknown, name: string): HookloomError {
  if (error instanceof HookloomError)
    return error.code === 'unavailable' ? error : unavailable(error.message, error.remediation);
  return unavailable(`The ${name} could not be run.`, 'Check that the runtime supports the model.');
}
