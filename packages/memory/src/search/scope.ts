/** What a search may see: sessions by their ids in the store, and an upper end. */
export interface Scope {
  sids: number[];
  /** Their names. */
  names: Map<number, string>;
  /** True when these are all sessions of the store. */
  all: boolean;
  /** Documents of these sessions, and their tokens. */
  documents: number;
  tokens: number;
  /** Only events up to this seq. */
  asOfSeq: number;
}
