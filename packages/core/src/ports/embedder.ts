/** Text to vectors. The vectors are stored under this embedder's own tag only. */
export interface Embedder {
  /** Names what made a vector; other names never match. The number of dimensions is added as `@<dimensions>`. */
  readonly model: string;
  /**
   * One vector per text, in order; null if the text says nothing to this embedder. May be slow, and may fail: throws
   * `unavailable` with a reason that contains neither the texts nor a key.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<(Float32Array | null)[]>;
  /** The vector of a question, if questions are not read like other texts. */
  ask?(question: string, signal?: AbortSignal): Promise<Float32Array | null>;
  /**
   * How likely it is that a memory holds what a question of this vector asks for, as log-odds. Reasons are recorded more
   * often than prices, for example. Absent if nothing was learnt for these vectors.
   */
  oddsOfRecord?(question: Float32Array): number;
}
