/** Runs a user's sentence encoder. The session is a port: this file does not depend on a runtime. */
import { HookloomError, type Embedder } from '@hookloom/core';
import { pooled, type Pooling } from './pooling.ts';
import type { FloatTensor, OnnxSession, TokenTensor } from './session.ts';
import type { Tokenizer } from './tokenizer.ts';

export interface OnnxModel {
  /** Identifies the exact model: another file has another name. */
  name: string;
  pooling: Pooling;
  /** Read with the first text. */
  tokenizer: () => Tokenizer;
}

/** Rows of one run, and their tokens with padding: takes some tenths of a second, so that a question gets its turn. */
const MAX_ROWS = 16;
const MAX_BATCH_TOKENS = 1024;
const MAX_DIMENSIONS = 8192;

/** A model that no text needed for this long is unloaded. */
const REST_MS = 60_000;

/** `open` is called with the first text, after it failed, and after a rest. */
export function createOnnxEmbedder(
  model: OnnxModel,
  open: () => Promise<OnnxSession>,
  restMs = REST_MS,
): Embedder {
  let tokenizer: Tokenizer | undefined;
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

  async function embed(texts: readonly string[], signal?: AbortSignal) {
    clearTimeout(timer);
    working++;
    try {
      return await vectorsFor(texts, signal);
    } finally {
      if (--working === 0) timer = setTimeout(unload, restMs).unref();
    }
  }

  async function vectorsFor(texts: readonly string[], signal?: AbortSignal) {
    const { encode, padId } = (tokenizer ??= model.tokenizer());
    const running = await session();
    const result: (Float32Array | null)[] = texts.map(() => null);
    const rows = texts
      .map((text, place) => ({ place, ids: text.trim() === '' ? [] : encode(text) }))
      .filter(({ ids }) => ids.length > 0)
      // Texts of one length share a run: less padding.
      .sort((a, b) => a.ids.length - b.ids.length || a.place - b.place);
    for (const batch of batchesOf(rows)) {
      if (signal?.aborted === true) throw outOfTime();
      const ids = batch.map((row) => row.ids);
      const outputs = await running.run(inputsOf(running, ids, padId));
      const vectors = vectorsOf(outputs, ids, model.pooling);
      batch.forEach(({ place }, i) => (result[place] = vectors[i]!));
    }
    return result;
  }

  return {
    model: model.name,
    async embed(texts, signal) {
      const work = embed(texts, signal).catch((error: unknown) => {
        throw asUnavailable(error);
      });
      return signal === undefined ? work : Promise.race([work, stopped(signal, work)]);
    },
  };
}

function* batchesOf<T extends { ids: readonly number[] }>(rows: readonly T[]): Generator<T[]> {
  let batch: T[] = [];
  for (const row of rows) {
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

function inputsOf(
  { inputNames }: OnnxSession,
  rows: readonly (readonly number[])[],
  padId: number,
): Record<string, TokenTensor> {
  const tokens = Math.max(...rows.map((ids) => ids.length));
  const tensor = (valueAt: (ids: readonly number[], at: number) => number): TokenTensor => {
    const data = new BigInt64Array(rows.length * tokens);
    rows.forEach((ids, row) => {
      for (let at = 0; at < tokens; at++) data[row * tokens + at] = BigInt(valueAt(ids, at));
    });
    return { data, dims: [rows.length, tokens] };
  };
  const made: Record<string, TokenTensor> = {};
  for (const name of inputNames) {
    if (name === 'input_ids') made[name] = tensor((ids, at) => ids[at] ?? padId);
    else if (name === 'attention_mask') made[name] = tensor((ids, at) => (at < ids.length ? 1 : 0));
    else if (name === 'token_type_ids') made[name] = tensor(() => 0);
    else throw unlike('asks for an input that sentence encoders do not have');
  }
  return made;
}

/** Outputs by the names that exports use, the already pooled one first. */
const OUTPUTS = ['sentence_embedding', 'last_hidden_state', 'token_embeddings'];

function vectorsOf(
  outputs: Readonly<Record<string, FloatTensor>>,
  rows: readonly (readonly number[])[],
  pooling: Pooling,
): Float32Array[] {
  const name = OUTPUTS.find((known) => known in outputs) ?? Object.keys(outputs)[0];
  const output = name === undefined ? undefined : outputs[name];
  const vectors =
    output === undefined
      ? null
      : pooled(
          output,
          rows.map((ids) => ids.length),
          pooling,
        );
  const dimensions = vectors?.[0]?.length ?? 0;
  if (vectors === null || dimensions > MAX_DIMENSIONS)
    throw unlike('does not answer with one vector a text or a token');
  if (vectors.some((vector) => !vector.every(Number.isFinite)))
    throw unlike('answers with something else than numbers');
  return vectors;
}

/** A run cannot be aborted, so the caller stops waiting for it. */
function stopped(signal: AbortSignal, work: Promise<unknown>): Promise<never> {
  return new Promise((_, reject) => {
    const onAbort = (): void => reject(outOfTime());
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    const forget = (): void => signal.removeEventListener('abort', onAbort);
    work.then(forget, forget);
  });
}

function outOfTime(): HookloomError {
  return new HookloomError(
    'unavailable',
    'The sentence encoder did not answer in time.',
    'Try again: it may still be loading.',
  );
}

function unlike(what: string): HookloomError {
  return new HookloomError(
    'unavailable',
    `The sentence encoder ${what}.`,
    'Put the ONNX export of a sentence encoder into EMBEDDING_MODEL_DIR.',
  );
}

function asUnavailable(error: unknown): HookloomError {
  if (error instanceof HookloomError)
    return error.code === 'unavailable'
      ? error
      : new HookloomError('unavailable', error.message, error.remediation);
  return new HookloomError(
    'unavailable',
    'The sentence encoder could not be run.',
    'Check that the runtime and the model fit together.',
  );
}
