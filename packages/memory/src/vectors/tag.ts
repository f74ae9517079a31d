import type { Embedder } from '@hookloom/core';

/** What a vector is stored under. Two models, or one model with two lengths, never meet. */
export function tagOf({ model, pace }: Embedder, vector: ArrayLike<number>): string {
  return pace === 'instant' ? model : `${model}@${vector.length}`;
}
