/**
 * Which documents contain a word, asked many times while a log is followed. The search table is read once for each word
 * and the result is then updated. Otherwise, it would be read from the beginning for every sentence.
 */
import { QUESTION_MARK, RELIED_TERM } from '../words/marks.ts';
import { docId, sidOfDoc } from '../store/stored-ids.ts';
import type { Database } from '../store/port.ts';
import type { Postings } from '../store/search-rows.ts';

/** The newest documents of one word. */
const MAX_OF_WORD = 200;
/** Number of words, and of phrases by their first word, to cache. */
const MAX_CACHED = 50_000;

/** The first document with a phrase; none before `below` if it is null. */
interface FirstUse {
  first: number | null;
  below: number;
}

/** Documents that are not in the search table yet, in order, without text from the web and from other servers. */
interface Pending {
  bodies: Map<number, { text: string; isRelied: boolean }>;
  withWord: Map<string, number[]>;
}

export function openReliedWords(db: Database, postings: Postings) {
  /** By session and word, oldest first. */
  const lists = new Map<number, Map<string, number[]>>();
  /** By session, first word and phrase. */
  const uses = new Map<number, Map<string, Map<string, FirstUse>>>();
  const pending: Pending = { bodies: new Map(), withWord: new Map() };
  /** The table has everything except `pending`. If false, it also lacks other documents. */
  let isTracked = false;

  postings.watch({
    added(doc, body) {
      const known = lists.get(sidOfDoc(doc));
      if ((!isTracked && known === undefined) || OUTSIDE.test(body)) return;
      const isRelied = body.endsWith(RELIED_TERM);
      const text = wordsOf(body);
      if (isTracked) pending.bodies.set(doc, { text: ` ${text} `, isRelied });
      for (const word of new Set(text.split(' '))) {
        if (isTracked) push(pending.withWord, word, doc);
        const list = isRelied ? known?.get(word) : undefined;
        if (list === undefined) continue;
        list.push(doc);
        if (list.length >= 2 * MAX_OF_WORD) list.splice(0, list.length - MAX_OF_WORD);
      }
    },
    changed(doc, body) {
      isTracked = false;
      const sid = sidOfDoc(doc);
      for (const word of new Set(wordsOf(body).split(' '))) {
        lists.get(sid)?.delete(word);
        uses.get(sid)?.delete(word);
      }
    },
    removed: drop,
    flushed: forgetPending,
  });

  function forgetPending(): void {
    pending.bodies.clear();
    pending.withWord.clear();
  }

  function drop(): void {
    lists.clear();
    uses.clear();
    isTracked = false;
    forgetPending();
  }

  /** From now on, additions are remembered until they are in the table. */
  function track(): void {
    if (!isTracked) postings.flush();
    isTracked = true;
  }

  return {
    drop,
    /** The newest documents of people and their agents with the word, in order. */
    withWord(sid: number, word: string): readonly number[] {
      track();
      const known = mapOf(lists, sid);
      let list = known.get(word);
      if (list === undefined) {
        const range = [docId(sid, 0), docId(sid, Number.MAX_SAFE_INTEGER)] as const;
        list = db.postings
          .find({ all: [word, RELIED_TERM] }, range, 'newest', MAX_OF_WORD)
          .reverse();
        for (const doc of pending.withWord.get(word) ?? [])
          if (sidOfDoc(doc) === sid && pending.bodies.get(doc)!.isRelied) list.push(doc);
        if (known.size >= MAX_CACHED) known.clear();
        known.set(word, list);
      }
      return list.length > MAX_OF_WORD ? list.slice(-MAX_OF_WORD) : list;
    },
    /**
     * True if an earlier document contains the words as a phrase. Documents of the web and of other servers do not
     * count.
     */
    isUsedBefore(sid: number, words: readonly string[], doc: number): boolean {
      track();
      const text = words.join(' ');
      const known = mapOf(uses, sid);
      const phrases = mapOf(known, words[0]!);
      let use = phrases.get(text);
      if (use === undefined) {
        if (known.size >= MAX_CACHED) known.clear();
        if (phrases.size >= MAX_CACHED) phrases.clear();
        phrases.set(text, (use = { first: null, below: docId(sid, 0) }));
        known.set(words[0]!, phrases);
      }
      if (use.first === null && use.below < doc) {
        const match = { of: text, without: ['c@web', 'c@mcp'] };
        const [found] = db.postings.find(match, [use.below, doc - 1], 'oldest', 1);
        use.first = found ?? pendingUse(words, use, doc) ?? null;
        use.below = doc;
      }
      return use.first !== null && use.first < doc;
    },
  };

  function pendingUse(words: readonly string[], { below }: FirstUse, doc: number) {
    return pending.withWord
      .get(words[0]!)
      ?.find(
        (id) =>
          id >= below && id < doc && pending.bodies.get(id)!.text.includes(` ${words.join(' ')} `),
      );
  }
}

const OUTSIDE = / c@(?:web|mcp)$/;

/** As the table splits a body. */
function wordsOf(body: string): string {
  return body.replaceAll(` ${QUESTION_MARK}`, ' ').replace(/ {2,}/g, ' ').trim();
}

function push<K>(lists: Map<K, number[]>, key: K, doc: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [doc]);
  else list.push(doc);
}

function mapOf<K, A, B>(maps: Map<K, Map<A, B>>, key: K): Map<A, B> {
  let found = maps.get(key);
  if (found === undefined) maps.set(key, (found = new Map()));
  return found;
}
