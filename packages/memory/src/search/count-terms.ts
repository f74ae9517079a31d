/**
 * Counts a question's terms in many texts at once: the texts are one string, and each term is searched in all of it.
 */
import type { WeightedTerm } from './bm25.ts';
import { QUESTION_MARK } from '../words/marks.ts';
import { relatedTo } from './related-words.ts';

/** A word of a question that the text answers, compared with a word of the text. */
const ASKED_SHARE = 0.5;

export interface TermCounts {
  /** Counts of the question's own words, and counts including related words, by place in the question. */
  exact: readonly number[];
  counts: readonly number[];
  /** Like `exact`, including the questions that the text answers. */
  reached: readonly number[];
  /** None of the terms occurs. This is true for most neighbours, which can then be skipped. */
  isSilent: boolean;
}

/**
 * One entry per line.
 *
 * @param lines Terms joined by blanks, one line per text.
 * @example countTerms('dog barn\nfire', [pet])[0] // { exact: [0], counts: [0.35], isSilent: false }
 */
export function countTerms(lines: string, terms: readonly WeightedTerm[]): TermCounts[] {
  const silence = terms.map(() => 0);
  const silent: TermCounts = { exact: silence, counts: silence, reached: silence, isSilent: true };
  const ends = lineEnds(lines);
  const found = new Map<number, { exact: number[]; counts: number[]; reached: number[] }>();
  for (const [said, places] of placesOf(terms, lines.includes(QUESTION_MARK))) {
    let line = 0;
    for (const at of occurrences(lines, said)) {
      while (at > ends[line]!) line++;
      let row = found.get(line);
      if (row === undefined) {
        row = { exact: [...silence], counts: [...silence], reached: [...silence] };
        found.set(line, row);
      }
      for (const { place, share, isAsked = false } of places) {
        row.counts[place]! += share;
        if (share === 1) row.exact[place]!++;
        if (share === 1 || isAsked) row.reached[place]!++;
      }
    }
  }
  return ends.map((_, line) => {
    const row = found.get(line);
    return row === undefined ? silent : { ...row, isSilent: false };
  });
}

interface Place {
  /** Of a term in the question. */
  place: number;
  share: number;
  isAsked?: true;
}

/** Index terms that count for a term of the question, and how much. */
function placesOf(
  terms: readonly WeightedTerm[],
  hasAsked: boolean,
): ReadonlyMap<string, readonly Place[]> {
  const places = new Map<string, Place[]>(
    terms.map(({ term }, place) => [term, [{ place, share: 1 }]]),
  );
  if (hasAsked)
    terms.forEach(({ term }, place) =>
      places.set(`${QUESTION_MARK}${term}`, [{ place, share: ASKED_SHARE, isAsked: true }]),
    );
  terms.forEach(({ term }, place) => {
    for (const [said, share] of relatedTo(term)) {
      const known = places.get(said);
      if (known === undefined) places.set(said, [{ place, share }]);
      else if (known[0]!.share < 1) known.push({ place, share });
    }
  });
  return places;
}

function lineEnds(lines: string): number[] {
  const ends: number[] = [];
  for (let at = lines.indexOf('\n'); at >= 0; at = lines.indexOf('\n', at + 1)) ends.push(at);
  return [...ends, lines.length];
}

function* occurrences(lines: string, term: string): Generator<number> {
  const { length } = term;
  for (let at = lines.indexOf(term); at >= 0; at = lines.indexOf(term, at + length))
    if (isBetween(lines, at - 1) && isBetween(lines, at + length)) yield at;
}

/** A blank, the end of a line or of the string. */
function isBetween(lines: string, at: number): boolean {
  const code = lines.charCodeAt(at);
  return code === 0x20 || code === 0x0a || Number.isNaN(code);
}
