/** What the embedder needs from a runtime: tensors in, tensors out. */

/** Integers, row by row. */
export interface TokenTensor {
  data: BigInt64Array;
  dims: readonly [rows: number, tokens: number];
}

export interface FloatTensor {
  data: Float32Array;
  dims: readonly number[];
}

export interface OnnxSession {
  readonly inputNames: readonly string[];
  run(
    inputs: Readonly<Record<string, TokenTensor>>,
  ): Promise<Readonly<Record<string, FloatTensor>>>;
  /** Frees its memory. */
  close?(): void;
}
