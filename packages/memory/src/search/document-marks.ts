/** Which documents carry a mark, kept once read: a byte per document. Joining a mark with words in the index reads all of it. */
import { UNTRUSTED_CHANNELS } from '../channels.ts';
import { docId, sidOfDoc } from '../store/doc-id.ts';
import type { Database, Range } from '../store/port.ts';
import { AUTHORITY_TERMS, channelTerm, RELIED_TERM } from '../words/marks.ts';

export interface DocumentMarks {
  /** Updates how far each session is projected. Call it before a question. */
  follow(heads: readonly { sid: number; seq: number }[]): void;
  /** Whether a document of the range has one of the marks; null for marks that are not kept. */
  among(marks: readonly string[], range: Range): ((id: number) => boolean) | null;
  /** Reads documents again whose marks have changed. */
  reread(docs: readonly number[]): void;
  clear(): void;
}

const KEPT = [AUTHORITY_TERMS.accepted, RELIED_TERM, ...UNTRUSTED_CHANNELS.map(channelTerm)];
const BITS: ReadonlyMap<string, number> = new Map(KEPT.map((mark, at) => [mark, 1 << at]));
const BLOCK = 4096;
const ALL = 2 ** 31 - 1;
/** More of them are read as a whole. */
const FEW = 64;

export function createDocumentMarks({ postings }: Database): DocumentMarks {
  const blocks = new Map<number, Uint8Array>();
  /** By mark, the newest document that was read of each session. */
  const read = new Map<string, Map<number, number>>();
  let heads: readonly { sid: number; seq: number }[] = [];

  function set(id: number, bit: number, isMarked: boolean): void {
    const at = Math.floor(id / BLOCK);
    let block = blocks.get(at);
    if (block === undefined) blocks.set(at, (block = new Uint8Array(BLOCK)));
    const known = block[id % BLOCK]!;
    block[id % BLOCK] = isMarked ? known | bit : known & ~bit;
  }

  function readUpTo(mark: string, bit: number, [first, last]: Range): void {
    const upTo = read.get(mark) ?? new Map<number, number>();
    read.set(mark, upTo);
    for (const { sid, seq } of heads) {
      if (sid < sidOfDoc(first) || sid > sidOfDoc(last)) continue;
      const [before, head] = [upTo.get(sid) ?? docId(sid, 0), docId(sid, seq)];
      if (head <= before) continue;
      for (const id of postings.find(mark, [before + 1, head], 'oldest', ALL)) set(id, bit, true);
      upTo.set(sid, head);
    }
  }

  function clear(): void {
    blocks.clear();
    read.clear();
  }

  return {
    follow: (given) => void (heads = given),
    among(marks, range) {
      let wanted = 0;
      for (const mark of marks) {
        const bit = BITS.get(mark);
        if (bit === undefined) return null;
        readUpTo(mark, bit, range);
        wanted |= bit;
      }
      return (id) => ((blocks.get(Math.floor(id / BLOCK))?.[id % BLOCK] ?? 0) & wanted) !== 0;
    },
    reread(docs) {
      if (docs.length > FEW) return clear();
      for (const doc of docs)
        for (const [mark, upTo] of read)
          if (doc <= (upTo.get(sidOfDoc(doc)) ?? 0))
            set(doc, BITS.get(mark)!, postings.find(mark, [doc, doc], 'newest', 1).length > 0);
    },
    clear,
  };
}
