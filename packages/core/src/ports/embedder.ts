/** Text to vectors: a table of ours, or whatever the user runs. What it gives is stored under its own tag only. */
export interface Embedder {
  /** Names what made a vector; other names never match. A model behind an endpoint adds `@<dimensions>` when it has answered. */
  readonly model: string;
  /** `instant`: microseconds a text and no way to fail. `background`: may be slow, may fail, never waited for by a projection. */
  readonly pace: 'instant' | 'background';
  /** Cosines below are chance and count as none. Default: 0. */
  readonly leastSimilarity?: number;
  /**
   * One vector a text, in order; null where the text says nothing to this embedder. Throws `unavailable` with a reason
   * that holds neither the texts nor a key.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<(Float32Array | null)[]>;
}
