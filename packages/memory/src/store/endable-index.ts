/**
 * The sentences that a newer one may end: current statements, and the plain sentences of people's newest turns. Cached
 * in memory for each session and read from the projection when first needed.
 */
import { plainSentences } from '../statements/plain-sentences.ts';
import { meaningOf, type Meaning } from '../statements/meaning.ts';
import { STATEMENT_KINDS } from '../statements/statement.ts';
import { validityOf } from '../statements/validity.ts';
import type { EntityKey } from '../extract/extracted.ts';
import { docId, seqOfDoc } from './stored-ids.ts';
import type { Database } from './port.ts';

export interface Said {
  doc: number;
  seq: number;
  at: string;
  text: string;
  meaning: Meaning;
  /** Null: the sentence is not a statement. */
  key: EntityKey | null;
}

export interface EndableIndex {
  add(said: Omit<Said, 'meaning'>, meaning?: Meaning): void;
  /** A person's turn. Its sentences other than `stated` are read when they are needed. */
  turn(turn: SaidTurn): void;
  remove(said: Said): void;
  /** Its statement was ended or replaced. */
  forget(key: EntityKey): void;
  /** Sentences that it may end or repeat, in no order. */
  near(meaning: Meaning): Said[];
  /** Whether it means this sentence: few others have all the words that the two share. */
  means(meaning: Meaning, said: Said): boolean;
}

interface SaidTurn {
  doc: number;
  at: string;
  content: string;
  stated: readonly string[];
}

/** Turns of people whose plain sentences are cached. */
const TURNS = 2_000;
/** The newest sentences with one word. */
const MOST_OF_WORD = 100;
/** More sentences than these have only their topic in common: "remove the task spec too" ends none of them. */
const MOST_ALIKE = 3;
/** A sentence that names the replaced part means a sentence of which it has this share. */
const MOST_SHARED = 0.6;
/** The rarest words of a sentence, for the lookup. */
const RAREST = 4;
const TYPES: ReadonlySet<string> = new Set([...STATEMENT_KINDS, 'memory']);
const TYPE_LIST = [...TYPES].map((kind) => `'${kind}'`).join();

/** Facts that a person's sentence may end. */
export function canBeEnded({ type }: EntityKey): boolean {
  return TYPES.has(type);
}

/** The text without the reasons and alternatives of a recorded decision. */
export function statementText({ name, content }: { name: string; content: string }): string {
  return content.startsWith(`Decision: ${name}`) ? name : content;
}

export function openEndableIndexes(db: Database) {
  const openRows = db.prepare(
    `SELECT f.doc AS doc, f.valid_from AS at, f.content AS content, e.type AS type, e.name AS name
     FROM entities e CROSS JOIN facts f ON f.eid = e.eid
     WHERE e.sid = ? AND e.type IN (${TYPE_LIST}) AND f.valid_to IS NULL AND f.reported = 0 AND f.doc < ? ORDER BY f.doc, f.fid`,
  );
  const turns = db.prepare(
    `SELECT id, ts, content FROM docs WHERE id BETWEEN ? AND ? AND kind = 'transcript' AND channel = 'user'
     AND json_extract(meta, '$.role') = 'user' ORDER BY id DESC LIMIT ${TURNS}`,
  );
  const stated = db.prepare('SELECT content FROM facts WHERE doc = ?');
  const indexes = new Map<number, EndableIndex>();

  return {
    /** @param before The document that is being projected. */
    of(sid: number, before: number): EndableIndex {
      let index = indexes.get(sid);
      if (index === undefined) indexes.set(sid, (index = read(sid, before)));
      return index;
    },
    /** Undefined: not read yet. */
    loaded: (sid: number): EndableIndex | undefined => indexes.get(sid),
    drop: () => indexes.clear(),
  };

  function read(sid: number, before: number): EndableIndex {
    const index = createIndex();
    for (const { id, ts, content } of turns.all(docId(sid, 0), before - 1).reverse())
      index.turn({
        doc: Number(id),
        at: String(ts),
        content: String(content).replace(/^user: /, ''),
        stated: stated.all(id!).map((row) => String(row['content'])),
      });
    for (const { doc, at, content, type, name } of openRows.all(sid, before)) {
      const place = { doc: Number(doc), seq: seqOfDoc(Number(doc)), at: String(at) };
      const key = { type: String(type), name: String(name) };
      index.add({ ...place, text: statementText({ ...key, content: String(content) }), key });
    }
    return index;
  }
}

function createIndex(): EndableIndex {
  const byStem = new Map<string, Said[]>();
  const byKey = new Map<string, Said>();
  const nameOf = ({ type, name }: EntityKey): string => `${type} ${name}`;
  /** The plain sentences of each turn; undefined until they are read. */
  const plain = new Map<number, Said[]>();
  let unread: SaidTurn[] = [];

  function add(said: Omit<Said, 'meaning'>, given?: Meaning): Said {
    const meaning = given ?? meaningOf(validityOf(said.text, said.at).rest);
    const whole = { ...said, meaning };
    if (said.key !== null) {
      forget(said.key);
      byKey.set(nameOf(said.key), whole);
    }
    for (const stem of meaning.stems) {
      const list = byStem.get(stem);
      if (list === undefined) byStem.set(stem, [whole]);
      else insert(list, whole);
    }
    return whole;
  }

  function forget(key: EntityKey): void {
    const said = byKey.get(nameOf(key));
    if (said !== undefined) remove(said);
    byKey.delete(nameOf(key));
  }

  function remove(said: Said): void {
    for (const stem of said.meaning.stems) {
      const list = byStem.get(stem);
      const at = list?.indexOf(said) ?? -1;
      if (at >= 0) list!.splice(at, 1);
    }
  }

  function readTurns(): void {
    const turns = unread.slice(-TURNS);
    unread = [];
    for (const { doc, at, content, stated } of turns) {
      const texts = plainSentences(content).filter((text) => !stated.includes(text));
      const place = { doc, seq: seqOfDoc(doc), at, key: null };
      plain.set(
        doc,
        texts.map((text) => add({ ...place, text })),
      );
      if (plain.size <= TURNS) continue;
      const [oldest, sentences] = plain.entries().next().value!;
      plain.delete(oldest);
      for (const said of sentences) remove(said);
    }
  }

  return {
    remove,
    forget,
    add: (said, meaning) => void add(said, meaning),
    turn: (turn) => {
      unread.push(turn);
      if (unread.length >= 2 * TURNS) unread = unread.slice(-TURNS);
    },
    near({ stems, gone }) {
      if (unread.length > 0) readTurns();
      const lists = [...(gone.length > 0 ? gone : stems)].flatMap((stem) => {
        const list = byStem.get(stem);
        return list === undefined ? [] : [list];
      });
      const rarest = lists.toSorted((a, b) => a.length - b.length).slice(0, RAREST);
      return [...new Set(rarest.flatMap((list) => list.slice(-MOST_OF_WORD)))];
    },
    means({ stems, gone }, { meaning: { stems: said } }) {
      const shared = [...stems].filter((stem) => said.has(stem));
      if (gone.length > 0 && shared.length >= MOST_SHARED * said.size) return true;
      const lists = shared.map((stem) => byStem.get(stem) ?? []);
      const [rarest = []] = lists.toSorted((a, b) => a.length - b.length);
      const alike = rarest.filter(({ meaning }) => shared.every((stem) => meaning.stems.has(stem)));
      return alike.length <= MOST_ALIKE;
    },
  };
}

/** Inserts by age. Most are the newest, but plain sentences are read later than they were said. */
function insert(list: Said[], said: Said): void {
  let at = list.length;
  while (at > 0 && list[at - 1]!.doc > said.doc) at--;
  if (at === list.length) list.push(said);
  else list.splice(at, 0, said);
}

/** Newest first. */
export function byAge(a: Said, b: Said): number {
  return b.doc - a.doc || (a.text < b.text ? -1 : Number(a.text > b.text));
}
