/** What a search may see: sessions by their ids in the store, and an upper end. */
export interface Scope {
  /** Ascending. */
  sids: number[];
  /** Their names. */
  names: Map<number, string>;
  /** How far each session of the store is projected. */
  heads: { sid: number; seq: number }[];
  /** Documents of the complete store, and their tokens. */
  documents: number;
  tokens: number;
  /** Only events up to this seq. */
  asOfSeq: number;
}
