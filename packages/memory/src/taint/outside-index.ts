/**
 * Outside sentences by their words. The rare words of a sentence lead to the few that it may repeat, so that the work
 * per sentence is bounded for any log size.
 */
import type { Channel } from '@hookloom/core/events';
import type { Database } from '../store/port.ts';
import { featuresOf, type Features } from './features.ts';
import { openTally } from './tally.ts';

export interface OutsideSentence {
  unit: number;
  /** The document that contains it. */
  doc: number;
  channel: Channel;
  /** Where it begins there. */
  start: number;
  /** The document it first came from. */
  source: number;
  released: boolean;
  text: string;
  features: Features;
}

/** Newest sentences per word to check. */
const MAX_OF_WORD = 256;
/** Sentences to compare with one sentence. */
const MAX_CANDIDATES = 24;
const MAX_CACHED = 100_000;

const NONE: readonly number[] = [];

export function openOutsideIndex(db: Database) {
  const any = db.prepare('SELECT 1 FROM outside WHERE sid = ? LIMIT 1');
  const anyTainted = db.prepare('SELECT 1 FROM repeats WHERE sid = ? LIMIT 1');
  const insert = db.prepare(
    'INSERT INTO outside(sid, doc, start, channel, source, text) VALUES (?, ?, ?, ?, ?, ?) RETURNING unit',
  );
  const insertWords = db.prepare(
    'INSERT INTO outside_words(sid, word, unit) SELECT CAST(? AS BIGINT), value, CAST(? AS BIGINT) FROM json_each(?) WHERE true ON CONFLICT DO NOTHING',
  );
  const ofWord = db.prepare(
    'SELECT unit FROM outside_words WHERE sid = ? AND word = ? ORDER BY unit DESC LIMIT ?',
  );
  const read = db.prepare(
    'SELECT unit, doc, start, channel, source, released, text FROM outside WHERE unit = ?',
  );
  const ofDocument = db.prepare('SELECT unit FROM outside WHERE doc = ? ORDER BY unit');
  const setReleased = db.prepare('UPDATE outside SET released = 1 WHERE unit = ?');
  /** By sid and word, oldest first. Also caches words without a sentence, because most words have none. */
  const words = new Map<string, number[]>();
  const sentences = new Map<number, OutsideSentence>();
  /** By document. */
  const tokens = new Map<number, ReadonlySet<string>>();
  const known = new Map<string, boolean>();
  /** Every word of a log that was followed from the start. Other words need no lookup in the table. */
  const all = new Map<number, Set<string>>();
  /** How many of the asked words a sentence has, by unit. */
  const tally = openTally();

  function unitsOf(sid: number, word: string): readonly number[] {
    return all.get(sid)?.has(word) === false ? NONE : readUnits(sid, word);
  }

  function readUnits(sid: number, word: string): number[] {
    const key = `${sid} ${word}`;
    let units = words.get(key);
    if (units === undefined) {
      const isNew = all.get(sid)?.has(word) === false;
      units = isNew
        ? []
        : ofWord
            .all(sid, word, MAX_OF_WORD)
            .map((row) => Number(row['unit']))
            .toReversed();
      if (words.size >= MAX_CACHED) words.clear();
      words.set(key, units);
    }
    return units;
  }

  function sentence(unit: number): OutsideSentence {
    let found = sentences.get(unit);
    if (found === undefined) {
      const row = read.get(unit)!;
      found = {
        unit,
        doc: Number(row['doc']),
        start: Number(row['start']),
        channel: String(row['channel']) as Channel,
        source: Number(row['source']),
        released: Number(row['released']) === 1,
        text: String(row['text']),
        features: featuresOf(String(row['text'])),
      };
      if (sentences.size >= MAX_CACHED) sentences.clear();
      sentences.set(unit, found);
    }
    return found;
  }

  /** The sentences in a document. */
  function of(doc: number): OutsideSentence[] {
    return ofDocument.all(doc).map((row) => sentence(Number(row['unit'])));
  }

  function hasAny(sid: number): boolean {
    const found = has(any, `any ${sid}`, sid);
    if (!found && !all.has(sid)) all.set(sid, new Set());
    return found;
  }

  function has(statement: typeof any, key: string, sid: number): boolean {
    let found = known.get(key);
    if (found === undefined) {
      found = statement.get(sid) !== undefined;
      known.set(key, found);
    }
    return found;
  }

  return {
    /** False: the log contains no outside text, and no sentence has to be compared. */
    hasAny,
    hasRepeats: (sid: number): boolean => has(anyTainted, `repeats ${sid}`, sid),
    noteRepeats: (sid: number): void => void known.set(`repeats ${sid}`, true),
    add(
      sid: number,
      row: Omit<OutsideSentence, 'unit' | 'released' | 'text' | 'features'>,
      text: string,
      features = featuresOf(text),
    ) {
      if (features.words.size === 0) return;
      hasAny(sid);
      const unit = Number(
        insert.get(sid, row.doc, row.start, row.channel, row.source, text)!['unit'],
      );
      known.set(`any ${sid}`, true);
      sentences.set(unit, { ...row, unit, released: false, text, features });
      for (const word of features.words) {
        const units = readUnits(sid, word);
        all.get(sid)?.add(word);
        units.push(unit);
        if (units.length > MAX_OF_WORD) units.shift();
      }
      const stored = [...features.words].map((word) => word.toWellFormed());
      insertWords.run(sid, unit, JSON.stringify(stored));
    },
    /** Sentences that share most words with this one, the oldest first. Words that are everywhere are ignored. */
    candidates(sid: number, { words: asked, tokens }: Features): OutsideSentence[] {
      const lists = [...asked].map((word) => unitsOf(sid, word)).filter(({ length }) => length > 0);
      const rare = lists.filter(({ length }) => length < MAX_OF_WORD);
      const sharing: number[] = [];
      /** How many sentences have that many of the words. */
      const sizes = new Uint32Array(lists.length + 1);
      for (const list of rare.length > 0 ? rare : lists)
        for (const unit of list) {
          const count = tally.add(unit);
          if (count === 1) sharing.push(unit);
          else sizes[count - 1]!--;
          sizes[count]!++;
        }
      const fewest = tokens.size > 0 ? 1 : Math.min(2, rare.length);
      // All that have more words than the last of the candidates, and those that have as many.
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
    /** Whether a sentence of the document holds this number, name or command. */
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
      setReleased.run(unit);
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
