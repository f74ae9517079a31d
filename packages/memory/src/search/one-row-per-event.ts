/**
 * One text per event: its statement if that contains what the question found, otherwise the passage. A statement has
 * the score of its complete event, even if another part of the event contains the answer.
 */
import type { FactHit, SearchResult, SourceHit } from '../rows.ts';
import { analyze } from '../words/analyze.ts';

/** How much less of the question's weight a statement may have than its passage. */
const LACKS = 0.15;
/** A statement that is most of its passage replaces it. */
const MOST = 0.6;

/** Facts and sources of a search without texts that another row of the same event repeats. */
export function oneRowPerEvent({
  facts,
  sources,
  terms,
}: Pick<SearchResult, 'facts' | 'sources' | 'terms'>): { facts: FactHit[]; sources: SourceHit[] } {
  const weights = new Map(
    terms.map(({ term, documentFrequency }) => [term, 1 / Math.log2(2 + documentFrequency)]),
  );
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const covers = (text: string): number => {
    let found = 0;
    for (const term of new Set(analyze(text))) found += weights.get(term) ?? 0;
    return all === 0 ? 0 : found / all;
  };
  const passages = new Map(sources.map((hit) => [eventOf(hit.source), hit.source.content]));
  const bears = ({ fact }: FactHit): boolean => {
    const passage = passages.get(eventOf(fact));
    if (passage === undefined || !isStatement(fact)) return true;
    if (fact.content.length >= MOST * passage.length) return true;
    const held = covers(passage);
    return held > 0 && covers(fact.content) >= held - LACKS;
  };
  const kept = facts.filter(bears);
  const told = new Set(kept.map(({ fact }) => eventOf(fact)));
  return { facts: kept, sources: sources.filter(({ source }) => !told.has(eventOf(source))) };
}

function isStatement({ properties }: FactHit['fact']): boolean {
  return typeof properties['speaker'] === 'string';
}

function eventOf({ session, seq }: { session: string; seq: number }): string {
  return `${session}/${seq}`;
}
