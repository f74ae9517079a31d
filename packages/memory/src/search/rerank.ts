/**
 * Orders the best rows of a question again by a cross-encoder. Without one, or if it fails, the order stays the same.
 */
import { isHookloomError } from '@hookloom/core';
import type { Clock, Reranker } from '@hookloom/core/events';
import type { FactHit, SearchRequest, SearchResult, SourceHit } from '../rows.ts';
import { round, cutTo } from './rank.ts';
import { READ_ROWS } from './signs.ts';

/** Larger than all other parts of a score together, which only order rows that the reranker scores equally. */
const WEIGHT = 20;
const MAX_CHARS = 2000;
/** How long a question waits at most. */
const QUESTION_MS = 2000;
/** Pause after a failure, so that questions do not wait for it repeatedly. */
const REST_MS = 30_000;

export function createRerankLane(reranker: Reranker, clock: Clock) {
  let failure: { reason: string; atMs: number } | null = null;

  async function scoresFor(query: string, texts: readonly string[]): Promise<number[] | string> {
    if (failure !== null && clock.now() - failure.atMs < REST_MS) return failure.reason;
    try {
      const scores = await reranker.score(query, texts, AbortSignal.timeout(QUESTION_MS));
      failure = null;
      return scores;
    } catch (error) {
      const reason = isHookloomError(error) ? error.message : 'The cross-encoder failed.';
      failure = { reason, atMs: clock.now() };
      return reason;
    }
  }

  return {
    /** The rows of a widened request in their new order. A failure is named in `degraded`. */
    async reorder({ query, limit }: SearchRequest, found: SearchResult): Promise<SearchResult> {
      // Rows of a requested time keep their order.
      const best = found.time === undefined ? bestOf(found) : [];
      const texts = [...new Set(best.map(textOf))];
      const scores = texts.length < 2 ? [] : await scoresFor(query, texts);
      if (typeof scores === 'string') {
        const degraded = [...found.degraded, { lane: 'rerank', reason: scores }];
        return { ...cutTo(found, limit), degraded };
      }
      const shares = sharesOf(texts, scores);
      const isBest = new Set<FactHit | SourceHit>(best);
      const again = <T extends FactHit | SourceHit>(hits: readonly T[]): T[] =>
        hits
          .map((hit) => (isBest.has(hit) ? withShare(hit, shares.get(textOf(hit)) ?? 0) : hit))
          .toSorted((a, b) => b.score - a.score);
      return cutTo({ ...found, facts: again(found.facts), sources: again(found.sources) }, limit);
    },
  };
}

function bestOf({ facts, sources }: SearchResult): (FactHit | SourceHit)[] {
  return [...facts, ...sources].toSorted((a, b) => b.score - a.score).slice(0, READ_ROWS);
}

function textOf(hit: FactHit | SourceHit): string {
  const { content } = hit.lane === 'graph' ? hit.fact : hit.source;
  return content.slice(0, MAX_CHARS).toWellFormed();
}

/** From 0 for the worst text to 1 for the best. */
function sharesOf(texts: readonly string[], scores: readonly number[]): Map<string, number> {
  const least = Math.min(...scores);
  const span = Math.max(...scores) - least;
  return new Map(
    texts.map((text, at) => [text, span > 0 ? ((scores[at] ?? least) - least) / span : 0]),
  );
}

function withShare<T extends FactHit | SourceHit>(hit: T, share: number): T {
  const part = round(WEIGHT * share);
  return { ...hit, score: round(hit.score + part), parts: { ...hit.parts, rerank: part } };
}
