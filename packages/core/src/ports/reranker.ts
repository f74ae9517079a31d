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
