/** How many documents contain a term, cached: the index counts by reading all postings of a term. */
import { docId } from '../store/doc-id.ts';
import type { Database } from '../store/port.ts';

export interface DocumentFrequencies {
  /** Exact, as of the rows of `sessions`. */
  of(term: string): number;
  /** Updates how far each session is projected. Call it before a question. */
  follow(heads: readonly { sid: number; seq: number }[]): void;
  clear(): void;
}

/** Below this, counting is as cheap as caching. */
const WORTH_KEEPING = 500;
const MAX_KEPT = 20_000;

export function createDocumentFrequencies({ postings }: Database): DocumentFrequencies {
  const kept = new Map<string, { df: number; upTo: ReadonlyMap<number, number> }>();
  let heads: ReadonlyMap<number, number> = new Map();

  /** Logs only grow while this is cached, so earlier counts stay valid. */
  function since(term: string, upTo: ReadonlyMap<number, number>): number {
    let more = 0;
    for (const [sid, seq] of heads) {
      const before = upTo.get(sid) ?? 0;
      if (seq === before) continue;
      more += postings.frequencyIn(term, [docId(sid, before) + 1, docId(sid, seq)]);
    }
    return more;
  }

  return {
    of(term) {
      const known = kept.get(term);
      if (known !== undefined) {
        if (known.upTo === heads) return known.df;
        known.df += since(term, known.upTo);
        known.upTo = heads;
        return known.df;
      }
      const df = postings.frequency(term);
      if (df >= WORTH_KEEPING) {
        if (kept.size >= MAX_KEPT) kept.clear();
        kept.set(term, { df, upTo: heads });
      }
      return df;
    },
    follow(rows) {
      const isSame =
        rows.length === heads.size && rows.every(({ sid, seq }) => heads.get(sid) === seq);
      if (!isSame) heads = new Map(rows.map(({ sid, seq }) => [sid, seq]));
    },
    clear: () => kept.clear(),
  };
}
