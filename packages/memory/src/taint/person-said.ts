/** Whether a person said this sentence. A person's statement is theirs, wherever else it appears. */
import { analyze } from '../search/analyze.ts';
import { docId } from '../stores/sqlite/doc-id.ts';
import type { Database } from '../stores/sqlite/driver.ts';
import { saysTheSame } from './compare.ts';
import { featuresOf, type Features } from './features.ts';
import { splitSentences } from './sentences.ts';

const MAX_WORDS_ASKED = 8;
const MAX_OF_WORD = 200;
const MAX_READ = 20;
const MAX_SENTENCES = 200;
/** Share of the words that a document must contain to be read. */
const HELD_SHARE = 0.5;

const QUESTION =
  /[?？]["'”’)»」]*$|^(?:is|are|was|does|do|did|why|what|which|who|how|check|verify|can|could|should)\b|[吗嗎か呢][。.]?$/iu;
const NEGATION =
  /\b(?:not|never|no|don'?t|doesn'?t|isn'?t|wrong|false|untrue|ignore|nicht|nie|niemals|kein\w*|falsch|ne|pas|jamais|faux|nunca|jamas|falso|non|mai|não|nao|jamais|sbagliato|errado)\b|(?:^|\s)(?:не|нет|никогда|неверно|нельзя)(?:\s|$)|不|没|別|别|ない|ません|않|아니|마세요/iu;

/** Whether a person asserts the sentence with the same polarity. */
export function assertsTheSame(spoken: string, sentence: string, of: Features): boolean {
  if (QUESTION.test(spoken) || NEGATION.test(spoken) !== NEGATION.test(sentence)) return false;
  return saysTheSame(featuresOf(spoken), of);
}

/** @param flush Writes the postings that are still in memory. */
export function openPersonSaid(db: Database, flush: () => void) {
  const find = db.prepare(
    'SELECT rowid AS id FROM postings WHERE postings MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid DESC LIMIT ?',
  );
  const read = db.prepare(
    "SELECT content FROM docs WHERE id = ? AND channel = 'user' AND json_extract(meta, '$.dialogue') IS NULL",
  );
  const before = db.prepare(
    'SELECT 1 FROM postings WHERE postings MATCH ? AND rowid BETWEEN ? AND ? LIMIT 1',
  );

  return {
    said(sid: number, sentence: string, of: Features): boolean {
      flush();
      const words = [...new Set(analyze(sentence))]
        .toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1))
        .slice(0, MAX_WORDS_ASKED);
      const held = new Map<number, number>();
      for (const word of words)
        for (const { id } of find.all(
          `${quote([word])} AND "c@relied"`,
          docId(sid, 0),
          docId(sid, Number.MAX_SAFE_INTEGER),
          MAX_OF_WORD,
        ))
          held.set(Number(id), (held.get(Number(id)) ?? 0) + 1);
      return [...held]
        .filter(([, count]) => count >= HELD_SHARE * words.length)
        .toSorted(([a, inA], [b, inB]) => inB - inA || b - a)
        .slice(0, MAX_READ)
        .some(([id]) => {
          const content = read.get(id)?.['content'];
          return (
            typeof content === 'string' &&
            splitSentences(content.replace(/^[\w-]{1,40}: /, ''), MAX_SENTENCES).some(({ text }) =>
              assertsTheSame(text, sentence, of),
            )
          );
        });
    },
    /** The project itself used this name or number before the document. */
    isOwnToken(sid: number, token: string, doc: number): boolean {
      flush();
      const words = analyze(token);
      if (words.length === 0) return true;
      const match = `${quote(words)} NOT ("c@web" OR "c@mcp")`;
      return before.get(match, docId(sid, 0), doc - 1) !== undefined;
    },
  };
}

/** The words as a phrase. */
function quote(words: readonly string[]): string {
  return `"${words.join(' ').replaceAll('"', '""')}"`;
}
