/** Vectors as one byte per dimension, scaled to the full range, because only their direction matters. */
export function quantize(vector: ArrayLike<number>): Int8Array {
  let most = 0;
  for (let d = 0; d < vector.length; d++) most = Math.max(most, Math.abs(vector[d]!));
  const bytes = new Int8Array(vector.length);
  if (most === 0 || !Number.isFinite(most)) return bytes;
  for (let d = 0; d < vector.length; d++) bytes[d] = Math.round((vector[d]! / most) * 127);
  return bytes;
}

export function normOf(bytes: Int8Array): number {
  let squares = 0;
  for (let d = 0; d < bytes.length; d++) squares += bytes[d]! ** 2;
  return Math.sqrt(squares);
}
