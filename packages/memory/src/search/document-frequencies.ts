/** How many documents contain a term, cached: the index counts by reading all postings of a term. */
import { docId } from '../store/doc-id.ts';
import { termsOfDocuments } from '../store/document-terms.ts';
import type { Database, Range } from '../store/port.ts';

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
/** So many new documents are read once. More of them are counted per term, by the index. */
const FEW = 256;

/** Marks of speakers, channels and facts are not among the terms of a text. */
function isMark(term: string): boolean {
  return term.includes('@');
}

export function createDocumentFrequencies(db: Database): DocumentFrequencies {
  const { postings } = db;
  const kept = new Map<string, { df: number; upTo: ReadonlyMap<number, number> }>();
  /** The counts at these heads use this map. */
  let heads = new Map<number, number>();

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

  function countNew(range: Range): void {
    for (const terms of termsOfDocuments(db, range))
      for (const term of new Set(terms.split(' '))) {
        const known = kept.get(term);
        if (known !== undefined && known.upTo === heads) known.df++;
      }
  }

  return {
    of(term) {
      const known = kept.get(term);
      if (known !== undefined) {
        if (known.upTo === heads) return known.df;
        known.df += since(term, known.upTo);
        known.upTo = isMark(term) ? new Map(heads) : heads;
        return known.df;
      }
      const df = postings.frequency(term);
      if (df >= WORTH_KEEPING) {
        if (kept.size >= MAX_KEPT) kept.clear();
        kept.set(term, { df, upTo: isMark(term) ? new Map(heads) : heads });
      }
      return df;
    },
    follow(rows) {
      const grown = rows.filter(({ sid, seq }) => heads.get(sid) !== seq);
      if (grown.length === 0 && rows.length === heads.size) return;
      const more = grown.reduce((sum, { sid, seq }) => sum + seq - (heads.get(sid) ?? 0), 0);
      const isFew = more <= FEW && rows.length === heads.size;
      if (!isFew || grown.some(({ sid, seq }) => seq < (heads.get(sid) ?? seq + 1))) {
        heads = new Map(rows.map(({ sid, seq }) => [sid, seq]));
        return;
      }
      for (const { sid, seq } of grown) {
        countNew([docId(sid, heads.get(sid)!) + 1, docId(sid, seq)]);
        heads.set(sid, seq);
      }
    },
    clear: () => kept.clear(),
  };
}
