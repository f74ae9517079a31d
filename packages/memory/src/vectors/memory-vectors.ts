/** The vector functions of a memory, besides their part in a search. */
export interface VectorStatus {
  model: string;
  /** Names under which vectors are stored; empty before the first. */
  tags: string[];
  embedded: number;
  /** Texts that were not processed yet. */
  waiting: number;
  /** Why the embedder could not be used in the last attempt. */
  failure: string | null;
}

export interface EmbedOptions {
  signal?: AbortSignal;
  onProgress?: (done: number, total: number) => void;
}

export interface EmbedResult {
  embedded: number;
  /** Deleted vectors of other models. */
  dropped: number;
  waiting: number;
}

export interface MemoryVectors {
  status(): Promise<VectorStatus>;
  /**
   * Makes a vector for every projected text and deletes those of other models once all are there. Continues where it
   * stopped after an interruption. Throws `unavailable` if the embedder cannot be used.
   */
  embedAll(options?: EmbedOptions): Promise<EmbedResult>;
}
