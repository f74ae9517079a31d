import type { Embedder } from '@hookloom/core/events';

/** The key of a stored vector. Two models, or one model with two lengths, never mix. */
export function tagOf({ model }: Embedder, vector: ArrayLike<number>): string {
  return `${model}@${vector.length}`;
}
