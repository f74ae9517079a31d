/** Runs a user's cross-encoder. The session is a port, so this file does not depend on a runtime. */
import type { Reranker } from '@hookloom/core/events';
import {
  batchesOf,
  createModelSession,
  CROSS_ENCODER,
  inputsOf,
  outOfTime,
  wrongModel,
} from './model-session.ts';
import type { FloatTensor, OnnxSession } from './session.ts';
import type { Tokenizer } from './tokenizer.ts';

export interface CrossEncoder {
  name: string;
  /** Read with the first question. */
  tokenizer: () => Pick<Tokenizer, 'encodePair' | 'padId'>;
}

/** Calls `open` with the first question, after a failure and after an idle time. */
export function createOnnxReranker(
  model: CrossEncoder,
  open: () => Promise<OnnxSession>,
  restMs?: number,
): Reranker {
  const running = createModelSession(CROSS_ENCODER, model.tokenizer, open, restMs);
  return {
    model: model.name,
    score: (question, texts, signal) =>
      running.use(async ({ session, tokenizer: { encodePair, padId } }) => {
        const result = texts.map(() => 0);
        const rows = texts.map((text, place) => ({ place, ...encodePair(question, text) }));
        for (const batch of batchesOf(rows)) {
          if (signal?.aborted === true) throw outOfTime(CROSS_ENCODER.name);
          const outputs = await session.run(inputsOf(session, batch, padId, CROSS_ENCODER));
          const scores = scoresOf(outputs, batch.length);
          batch.forEach(({ place }, i) => (result[place] = scores[i]!));
        }
        return result;
      }, signal),
  };
}

/** One number per pair, or two: for "does not answer" and for "answers". */
function scoresOf(outputs: Readonly<Record<string, FloatTensor>>, rows: number): number[] {
  const { data, dims } = outputs['logits'] ?? Object.values(outputs)[0] ?? { data: [], dims: [] };
  const width = data.length / rows;
  if (dims[0] !== rows || (width !== 1 && width !== 2))
    throw wrongModel(CROSS_ENCODER, 'does not answer with one number for a question and a text');
  const scores = Array.from({ length: rows }, (_, row) =>
    width === 1 ? data[row]! : data[2 * row + 1]! - data[2 * row]!,
  );
  if (!scores.every(Number.isFinite))
    throw wrongModel(CROSS_ENCODER, 'answers with something else than numbers');
  return scores;
}
