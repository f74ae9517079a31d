/** The vector functions for one question: the nearest documents, and the similarity of one. */
import type { Scope } from '../search/scope.ts';
import { docId, seqOfDoc, sidOfDoc } from '../store/stored-ids.ts';
import type { Database } from '../store/port.ts';
import { openVectorRows } from '../store/vector-rows.ts';
import { quantize } from './quantize.ts';
import { preparedQuestion, createSessionVectors, type SessionVectors } from './session-vectors.ts';

/** The number of vectors to scan per question, the newest of each session: takes a few milliseconds. */
const SCANNED = 200_000;

export interface QuestionVectors {
  /** Ids of the nearest documents of the scope, best first. */
  nearest(scope: Scope, count: number): number[];
  has(id: number): boolean;
  /** Of the document, or of one of its statements: cosine, or 0 if the document has no vector. */
  similarity(id: number, fid?: number): number;
  /** How likely the document answers, as log-odds up to a constant; null if it is unknown. */
  answers(id: number, fid?: number): number | null;
}

/** Caches the vectors of the requested sessions in memory and follows the table. */
export function createVectorReader(db: Database): (
  tag: string,
  vector: ArrayLike<number>,
  /** As on `Embedder`. */
  answerDirection?: Float32Array,
) => QuestionVectors | null {
  const rows = openVectorRows(db);
  let held: { tag: number; sessions: Map<number, { version: string; vectors: SessionVectors }> } = {
    tag: -1,
    sessions: new Map(),
  };

  function sessionOf(sid: number, dimensions: number): SessionVectors {
    const version = rows.version(sid);
    let session = held.sessions.get(sid);
    if (session?.version !== version) {
      session = { version, vectors: createSessionVectors(dimensions) };
      held.sessions.set(sid, session);
    }
    const { vectors } = session;
    rows.readAfter(held.tag, sid, vectors.lastSeq, vectors.add);
    return vectors;
  }

  return (name, vector, answerDirection) => {
    const tag = rows.tag(name);
    if (tag === null) return null;
    if (held.tag !== tag) held = { tag, sessions: new Map() };
    const question = preparedQuestion(quantize(vector));
    const read = new Map<number, SessionVectors>();
    const vectorsOf = (sid: number): SessionVectors => {
      let vectors = read.get(sid);
      if (vectors === undefined) read.set(sid, (vectors = sessionOf(sid, vector.length)));
      return vectors;
    };
    return {
      nearest({ sids, names, asOfSeq }, count) {
        const sized = sids.filter((sid) => vectorsOf(sid).size > 0);
        const shares = sharesOf(sized.map((sid) => vectorsOf(sid).size));
        return sized
          .flatMap((sid, at) =>
            vectorsOf(sid)
              .nearest(question, { maxSeq: asOfSeq, scanned: shares[at]!, count })
              .map((near) => ({ ...near, sid, name: names.get(sid)! })),
          )
          .toSorted(
            (a, b) =>
              b.similarity - a.similarity ||
              (a.name < b.name ? -1 : a.name > b.name ? 1 : 0) ||
              a.seq - b.seq,
          )
          .slice(0, count)
          .map(({ sid, seq }) => docId(sid, seq));
      },
      has: (id) => vectorsOf(sidOfDoc(id)).similarity(question, seqOfDoc(id)) !== null,
      similarity(id, fid) {
        return vectorsOf(sidOfDoc(id)).similarity(question, seqOfDoc(id), fid) ?? 0;
      },
      answers: (id, fid) =>
        answerDirection === undefined
          ? null
          : vectorsOf(sidOfDoc(id)).along(answerDirection, seqOfDoc(id), fid),
    };
  };
}

/** The part of the limit for each session: small ones get all they need, and large ones share the rest equally. */
function sharesOf(sizes: readonly number[]): number[] {
  const shares = sizes.map(() => 0);
  let left = SCANNED;
  const bySize = [...sizes.keys()].toSorted((a, b) => sizes[a]! - sizes[b]!);
  for (const [at, session] of bySize.entries()) {
    const share = Math.min(sizes[session]!, Math.ceil(left / (bySize.length - at)));
    shares[session] = share;
    left -= share;
  }
  return shares;
}
