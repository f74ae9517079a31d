/** Index lengths of documents, cached once read: two bytes per document, so two megabytes for a million. */
import type { Database } from '../store/port.ts';

export interface DocumentLengths {
  /** Loads unknown ones in one call. */
  load(ids: readonly number[]): void;
  /** Index entries of a loaded document, including its marks. Longer documents are capped. */
  of(id: number): number;
  /** Forgets these. */
  drop(ids: readonly number[]): void;
  clear(): void;
}

const BLOCK = 4096;
const LONGEST = 65_535;

export function createDocumentLengths({ postings }: Database): DocumentLengths {
  const blocks = new Map<number, Uint16Array>();
  /** Documents of one question are near each other. */
  let last: { at: number; block: Uint16Array } = { at: -1, block: new Uint16Array(0) };
  function of(id: number): number {
    const at = Math.floor(id / BLOCK);
    if (at !== last.at) {
      const block = blocks.get(at);
      if (block === undefined) return 0;
      last = { at, block };
    }
    return last.block[id % BLOCK]!;
  }

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
    drop(ids) {
      for (const id of ids) {
        const block = blocks.get(Math.floor(id / BLOCK));
        if (block !== undefined) block[id % BLOCK] = 0;
      }
    },
    clear() {
      blocks.clear();
      last = { at: -1, block: new Uint16Array(0) };
    },
  };
}
