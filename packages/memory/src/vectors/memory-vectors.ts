/** What may be asked of the vectors of a memory beside their part in a search. */
export interface VectorStatus {
  model: string;
  /** Names under which vectors are stored; empty before the first. */
  tags: string[];
  embedded: number;
  /** Texts that have not been looked at yet. */
  waiting: number;
  /** Why the embedder could not be used the last time. */
  failure: string | null;
}

export interface EmbedOptions {
  signal?: AbortSignal;
  onProgress?: (done: number, total: number) => void;
}

export interface EmbedResult {
  embedded: number;
  /** Vectors of other models that went. */
  dropped: number;
  waiting: number;
}

export interface MemoryVectors {
  status(): Promise<VectorStatus>;
  /**
   * Gives every projected text its vector and drops those of other models once all are there. Interrupted, it goes on
   * from where it was. Throws `unavailable` when the embedder cannot be used.
   */
  embedAll(options?: EmbedOptions): Promise<EmbedResult>;
}
