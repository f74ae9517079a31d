/**
 * Outside sentences by their words. The rare words of a sentence lead to the few that it may repeat, so that the work
 * per sentence is bounded for any log size.
 */
import type { Database } from '../store/port.ts';
import { featuresOf, type Features } from './features.ts';
import { openTally } from './tally.ts';
import { openOutsideRows, type OutsideRow } from '../store/outside-rows.ts';
import { openRepeatRows } from '../store/repeat-rows.ts';

export interface OutsideSentence extends OutsideRow {
  features: Features;
}

/** Newest sentences per word to check. */
const MAX_OF_WORD = 256;
/** Sentences to compare with one sentence. */
const MAX_CANDIDATES = 24;
const MAX_CACHED = 100_000;

const NONE: readonly number[] = [];

export function openOutsideIndex(db: Database) {
  const rows = openOutsideRows(db);
  const repeats = openRepeatRows(db);
  /** By sid and word, oldest first. Also caches words without a sentence, because most words have none. */
  const words = new Map<string, number[]>();
  const sentences = new Map<number, OutsideSentence>();
  /** By document. */
  const tokens = new Map<number, ReadonlySet<string>>();
  const known = new Map<string, boolean>();
  /** Contains every word of a log that was followed from the start, so other words need no lookup in the table. */
  const all = new Map<number, Set<string>>();
  /** The number of requested words in each sentence, by unit. */
  const tally = openTally();

  function unitsOf(sid: number, word: string): readonly number[] {
    return all.get(sid)?.has(word) === false ? NONE : readUnits(sid, word);
  }

  function readUnits(sid: number, word: string): number[] {
    const key = `${sid} ${word}`;
    let units = words.get(key);
    if (units === undefined) {
      const isNew = all.get(sid)?.has(word) === false;
      units = isNew ? [] : rows.withWord(sid, word, MAX_OF_WORD);
      if (words.size >= MAX_CACHED) words.clear();
      words.set(key, units);
    }
    return units;
  }

  function sentence(unit: number): OutsideSentence {
    let found = sentences.get(unit);
    if (found === undefined) {
      const row = rows.read(unit);
      found = { ...row, features: featuresOf(row.text) };
      if (sentences.size >= MAX_CACHED) sentences.clear();
      sentences.set(unit, found);
    }
    return found;
  }

  /** The sentences in a document. */
  function of(doc: number): OutsideSentence[] {
    return rows.ofDocument(doc).map(sentence);
  }

  function hasAny(sid: number): boolean {
    const found = has(`any ${sid}`, () => rows.hasAny(sid));
    if (!found && !all.has(sid)) all.set(sid, new Set());
    return found;
  }

  function has(key: string, read: () => boolean): boolean {
    let found = known.get(key);
    if (found === undefined) {
      found = read();
      known.set(key, found);
    }
    return found;
  }

  return {
    /** False if the log contains no outside text, so that no sentence has to be compared. */
    hasAny,
    hasRepeats: (sid: number): boolean => has(`repeats ${sid}`, () => repeats.hasAny(sid)),
    noteRepeats: (sid: number): void => void known.set(`repeats ${sid}`, true),
    add(
      sid: number,
      row: Omit<OutsideSentence, 'unit' | 'released' | 'text' | 'features'>,
      text: string,
      features = featuresOf(text),
    ) {
      if (features.words.size === 0) return;
      hasAny(sid);
      const unit = rows.add(sid, { ...row, text });
      known.set(`any ${sid}`, true);
      sentences.set(unit, { ...row, unit, released: false, text, features });
      for (const word of features.words) {
        const units = readUnits(sid, word);
        all.get(sid)?.add(word);
        units.push(unit);
        if (units.length > MAX_OF_WORD) units.shift();
      }
      // Written last: reading a list above would otherwise find the sentence in it twice.
      rows.addWords(sid, unit, features.words);
    },
    /** Sentences that share most words with this one, the oldest first. Very common words are ignored. */
    candidates(sid: number, { words: asked, tokens }: Features): OutsideSentence[] {
      const lists = [...asked].map((word) => unitsOf(sid, word)).filter(({ length }) => length > 0);
      const rare = lists.filter(({ length }) => length < MAX_OF_WORD);
      const sharing: number[] = [];
      /** The number of sentences for each number of shared words. */
      const sizes = new Uint32Array(lists.length + 1);
      for (const list of rare.length > 0 ? rare : lists)
        for (const unit of list) {
          const count = tally.add(unit);
          if (count === 1) sharing.push(unit);
          else sizes[count - 1]!--;
          sizes[count]!++;
        }
      const fewest = tokens.size > 0 ? 1 : Math.min(2, rare.length);
      // All sentences with at least as many words as the last candidate.
      let least = lists.length;
      for (let left = MAX_CANDIDATES; least > fewest && left > sizes[least]!; least--)
        left -= sizes[least]!;
      const found = sharing
        .filter((unit) => tally.of(unit) >= least)
        .toSorted((a, b) => tally.of(b) - tally.of(a) || b - a)
        .slice(0, MAX_CANDIDATES)
        .toSorted((a, b) => a - b);
      tally.clear(sharing);
      return found.map(sentence);
    },
    of,
    /** Whether a sentence of the document contains this number, name or command. */
    hasToken(doc: number, token: string): boolean {
      let held = tokens.get(doc);
      if (held === undefined) {
        held = new Set(of(doc).flatMap(({ features }) => [...features.tokens.keys()]));
        if (tokens.size >= MAX_CACHED) tokens.clear();
        tokens.set(doc, held);
      }
      return held.has(token);
    },
    release(unit: number): void {
      rows.release(unit);
      const found = sentences.get(unit);
      if (found !== undefined) found.released = true;
    },
    /** The transaction was rolled back, or another process has written. */
    drop(): void {
      words.clear();
      sentences.clear();
      tokens.clear();
      known.clear();
      all.clear();
    },
  };
}
