/** Index lengths of documents, cached once read: two bytes per document, so two megabytes for a million. */
import type { Database } from '../stores/sqlite/driver.ts';

export interface DocumentLengths {
  /** Loads unknown ones in one call. */
  load(ids: readonly number[]): void;
  /** Index entries of a loaded document, including its marks. Longer documents are capped. */
  of(id: number): number;
  clear(): void;
}

const BLOCK = 4096;
const LONGEST = 65_535;

export function createDocumentLengths(db: Database): DocumentLengths {
  // The index stores one varint per document (sqlite.org/fts5.html, "The Docsize Table").
  const read = db.prepare(
    `SELECT group_concat(COALESCE((SELECT hex(sz) FROM postings_docsize WHERE id = j.value), '01')) AS sizes
     FROM json_each(?) j`,
  );
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
      const sizes = String(read.get(JSON.stringify(missing))!['sizes']).split(',');
      missing.forEach((id, i) => keep(id, varint(sizes[i]!)));
    },
    of,
    clear: () => blocks.clear(),
  };
}

/** Seven bits per byte, the highest first; a set high bit means that more follow. */
function varint(hex: string): number {
  let value = 0;
  for (let at = 0; at < hex.length; at += 2) {
    const byte = Number.parseInt(hex.slice(at, at + 2), 16);
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) break;
  }
  return value;
}
