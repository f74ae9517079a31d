/** Index lengths of documents, cached once read: two bytes per document, so two megabytes for a million. */
import type { Database } from '../store/port.ts';

export interface DocumentLengths {
  /** Loads unknown ones in one call. */
  load(ids: readonly number[]): void;
  /** Index entries of a loaded document, including its marks. Longer documents are capped. */
  of(id: number): number;
  clear(): void;
}

const BLOCK = 4096;
const LONGEST = 65_535;

export function createDocumentLengths({ postings }: Database): DocumentLengths {
  const blocks = new Map<number, Uint16Array>();
  const of = (id: number): number => blocks.get(Math.floor(id / BLOCK))?.[id % BLOCK] ?? 0;

  function keep(id: number, length: number): void {
    const at = Math.floor(id / BLOCK);
    let block = blocks.get(at);
    if (block === undefined) blocks.set(at, (block = new Uint16Array(BLOCK)));
    block[id % BLOCK] = Math.min(LONGEST, Math.max(1, length));
  }

  return {
    load(ids) {
      const missing = ids.filter((id) => of(id) === 0);
      if (missing.length === 0) return;
      const lengths = postings.lengths(missing);
      missing.forEach((id, i) => keep(id, lengths[i]!));
    },
    of,
    clear: () => blocks.clear(),
  };
}
