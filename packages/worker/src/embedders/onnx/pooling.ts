/** Converts a model's token outputs to one vector of length 1 per text. */
import type { FloatTensor } from './session.ts';

/** `mean`: over the tokens without padding. `first`: the token that represents the whole text. */
export type Pooling = 'mean' | 'first';

/** Null if the tensor does not have the shape of the requested rows and tokens. */
export function pooled(
  { data, dims }: FloatTensor,
  lengths: readonly number[],
  pooling: Pooling,
): Float32Array[] | null {
  const rows = lengths.length;
  // The model has already pooled to one vector per text.
  const [tokens, width] = dims.length === 2 ? [1, dims[1]!] : [dims[1]!, dims[2]!];
  const isWhole = dims[0] === rows && width > 0 && data.length === rows * tokens * width;
  if (!isWhole || (dims.length !== 2 && dims.length !== 3)) return null;
  return lengths.map((length, row) => {
    const sum = new Float32Array(width);
    const counted = pooling === 'first' ? 1 : Math.min(length, tokens);
    for (let token = 0; token < counted; token++) {
      const from = (row * tokens + token) * width;
      for (let d = 0; d < width; d++) sum[d]! += data[from + d]!;
    }
    return normalized(sum);
  });
}

function normalized(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares) || 1;
  return vector.map((value) => value / length);
}
