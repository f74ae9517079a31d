/** Runs a user's sentence encoder. The session is a port, so this file does not depend on a runtime. */
import type { Embedder } from '@hookloom/core/events';
import {
  batchesOf,
  createModelSession,
  ENCODER,
  inputsOf,
  outOfTime,
  wrongModel,
} from './model-session.ts';
import { pooled, type Pooling } from './pooling.ts';
import type { FloatTensor, OnnxSession } from './session.ts';
import type { Tokenizer } from './tokenizer.ts';

export interface OnnxModel {
  /** Identifies the exact model: another file has another name. */
  name: string;
  pooling: Pooling;
  /** Read with the first text. */
  tokenizer: () => Pick<Tokenizer, 'encode' | 'padId'>;
}

const MAX_DIMENSIONS = 8192;

/** Calls `open` with the first text, after a failure and after an idle time. */
export function createOnnxEmbedder(
  model: OnnxModel,
  open: () => Promise<OnnxSession>,
  restMs?: number,
): Embedder {
  const running = createModelSession(ENCODER, model.tokenizer, open, restMs);
  return {
    model: model.name,
    embed: (texts, signal) =>
      running.use(async ({ session, tokenizer: { encode, padId } }) => {
        const result: (Float32Array | null)[] = texts.map(() => null);
        const rows = texts
          .map((text, place) => ({ place, ids: text.trim() === '' ? [] : encode(text) }))
          .filter(({ ids }) => ids.length > 0);
        for (const batch of batchesOf(rows)) {
          if (signal?.aborted === true) throw outOfTime(ENCODER.name);
          const outputs = await session.run(inputsOf(session, batch, padId, ENCODER));
          const lengths = batch.map(({ ids }) => ids.length);
          const vectors = vectorsOf(outputs, lengths, model.pooling);
          batch.forEach(({ place }, i) => (result[place] = vectors[i]!));
        }
        return result;
      }, signal),
  };
}

/** The names that exports use for outputs, the pooled one first. */
const OUTPUTS = ['sentence_embedding', 'last_hidden_state', 'token_embeddings'];

function vectorsOf(
  outputs: Readonly<Record<string, FloatTensor>>,
  lengths: readonly number[],
  pooling: Pooling,
): Float32Array[] {
  const name = OUTPUTS.find((known) => known in outputs) ?? Object.keys(outputs)[0];
  const output = name === undefined ? undefined : outputs[name];
  const vectors = output === undefined ? null : pooled(output, lengths, pooling);
  const dimensions = vectors?.[0]?.length ?? 0;
  if (vectors === null || dimensions > MAX_DIMENSIONS)
    throw wrongModel(ENCODER, 'does not answer with one vector a text or a token');
  if (vectors.some((vector) => !vector.every(Number.isFinite)))
    throw wrongModel(ENCODER, 'answers with something else than numbers');
  return vectors;
}
