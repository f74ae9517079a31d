/** Text to vectors. The vectors are stored under this embedder's own tag only. */
export interface Embedder {
  /**
   * The source of a vector; vectors of other sources never match. The number of dimensions is added as `@<dimensions>`.
   */
  readonly model: string;
  /** How many characters of a text it reads. A longer text is cut into parts with a vector each. */
  readonly readChars?: number;
  /**
   * One vector per text, in order; null if the text means nothing to this embedder. May be slow, and may fail: throws
   * `unavailable` with a reason that contains neither the texts nor a key.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<(Float32Array | null)[]>;
  /** The vector of a question, if questions are not read like other texts. */
  ask?(question: string, signal?: AbortSignal): Promise<Float32Array | null>;
  /**
   * How likely a memory contains the answer to a question with this vector, as log-odds. For example, reasons are
   * recorded more often than prices. Absent if nothing was learned for these vectors.
   */
  oddsOfRecord?(question: Float32Array): number;
  /**
   * A direction for a question with this vector: its inner product with the unit vector of a text is, up to a constant,
   * the log-odds that the text answers the question. A text that is similar to the question can be about its subject
   * without an answer. Absent if nothing was learned for these vectors.
   */
  answerDirection?(question: Float32Array): Float32Array | undefined;
}

/** Reads a question and a text together and scores how well the text answers. */
export interface Reranker {
  /** Names the source of the scores. */
  readonly model: string;
  /**
   * One number per text, in order; a larger one answers better. May be slow, and may fail: throws `unavailable` with a
   * reason that contains none of the texts.
   */
  score(question: string, texts: readonly string[], signal?: AbortSignal): Promise<number[]>;
}
