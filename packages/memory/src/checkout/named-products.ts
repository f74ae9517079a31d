/** The products that the memory names, for a question that asks for all of a kind: "Which databases did we consider?" */
import { PRODUCT_KINDS, type Kind } from '../search/related-words.ts';
import type { Question } from '../question/question.ts';
import type { SearchResult, SourceHit, SourceRow } from '../rows.ts';
import { rawWords, wordStem } from '../words/analyze.ts';

/** Between "which" and the verb: the kind in the plural. */
const ASKS =
  /^\W*(?:which|what|list|name)(?: (?:all|of|the|our|other|different))* ((?:[a-z][\w-]* ){0,3}[a-z][\w-]*s)(?= (?:do|does|did|are|were|have|has|had|can|should|we|you|i)\b|\W*$)/i;
/** A kind that is named in the plural is something else: "Which charts does the page show?" */
const PLURAL = /s$/;
/** Without its marks, C# is another word. So is a lower-case name that is also a word: `moment`. */
const NEEDS_MARKS = /^\.|[+#]/;
const READ = 20;
const TYPES = ['transcript.turn', 'document.indexed'];
const SHARE = 0.9;
const MOST_NAMED = 12;

/** @example askedProducts('Which hosting providers did we look at?')[0].names[0] // 'hosting' */
export function askedProducts(question: string): Kind[] {
  const asked =
    ASKS.exec(question.slice(0, 200))?.[1]?.toLowerCase().split(' ').map(wordStem) ?? [];
  if (asked.length === 0) return [];
  return PRODUCT_KINDS.filter(({ names }) => {
    const [usual] = names as [string];
    if (asked.length === 1)
      return !PLURAL.test(usual) && wordStem(usual.split(' ').at(-1)!) === asked[0];
    const stems = new Set(names.flatMap((name) => name.split(' ').map(wordStem)));
    return asked.every((stem) => stems.has(stem));
  });
}

/**
 * The search, with a row for each product of the kinds that a turn or a document names.
 *
 * @param read Returns events of these types with these words, newest first, at most `limit`.
 */
export async function withProducts(
  search: SearchResult,
  kinds: readonly Kind[],
  read: (types: string[], limit: number, containing: string) => Promise<SourceRow[]>,
): Promise<SearchResult> {
  const rows: SourceRow[] = [];
  for (const { name, isIn } of productsOf(kinds)) {
    const found = await read(TYPES, READ, name);
    const holding = found.filter(
      ({ content, endedAt }) => endedAt === undefined && isIn(spelled(content)),
    );
    const best = holding.find(({ channel }) => channel === 'user') ?? holding[0];
    if (best !== undefined && !rows.includes(best)) rows.push(best);
  }
  const known = new Set(rows.map(({ session, seq }) => `${session} ${seq}`));
  const top = Math.max(1, ...search.sources.map(({ score }) => score));
  const added = rows.map((source, at): SourceHit => {
    const score = (top * SHARE * (rows.length - at)) / rows.length;
    return { lane: 'verbatim', source, score, parts: { also: 1 }, coverage: 0 };
  });
  const others = search.sources.filter(
    ({ source: { session, seq } }) => !known.has(`${session} ${seq}`),
  );
  return { ...search, sources: [...others, ...added].sort((a, b) => b.score - a.score) };
}

/** Notes "Named in the rows: PostgreSQL (4), SQLite (1)." on a question for products: the rows that name each. */
export function nameProducts(
  question: Question,
  query: string,
  rows: readonly { content: string }[],
): void {
  const products = productsOf(askedProducts(query));
  if (products.length === 0) return;
  const texts = rows.map(({ content }) => spelled(content));
  const counts = products
    .map(({ name, isIn }) => ({ name, count: texts.filter(isIn).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_NAMED);
  const list = counts.map(({ name, count }) => `${name} (${count})`).join(', ');
  if (list !== '') question.named = `Named in the rows: ${list}.`;
}

interface Spelled {
  exact: string;
  lower: string;
}

function spelled(text: string): Spelled {
  const exact = ` ${rawWords(text).join(' ')} `;
  return { exact, lower: exact.toLowerCase() };
}

function productsOf(kinds: readonly Kind[]) {
  return kinds.flatMap(({ members }) =>
    members.flatMap((member) => {
      const isExact = member.endsWith('*');
      const name = member.replaceAll('_', ' ').replace('*', '');
      if (NEEDS_MARKS.test(name) || (isExact && name === name.toLowerCase())) return [];
      const wanted = spelled(name);
      const isIn = ({ exact, lower }: Spelled): boolean =>
        isExact ? exact.includes(wanted.exact) : lower.includes(wanted.lower);
      return { name, isIn };
    }),
  );
}
