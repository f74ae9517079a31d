/** An encoder that knows four subjects, for tests: a text is the sum of the subjects of its words. */
import type { Embedder } from '@hookloom/core/events';

const SUBJECTS = [
  ['children', 'kids', 'infants', 'zoo', 'tigers', 'animals'],
  ['bicycle', 'vehicle', 'lift', 'hall', 'building', 'build'],
  ['invoice', 'march', 'paid', 'bill'],
  ['printer', 'ink', 'lunch', 'noon', 'parcel', 'neighbour', 'text', 'boat'],
];

export function createToyEmbedder(model = 'toy', dimensions = 64): Embedder {
  return {
    model,
    embed: (texts) =>
      Promise.resolve(
        texts.map((text) => {
          const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
          const vector = new Float32Array(dimensions);
          SUBJECTS.forEach((subject, d) => {
            for (const word of words) if (subject.includes(word)) vector[d]! += 1;
          });
          return vector.some((value) => value > 0) ? vector : null;
        }),
      ),
  };
}
