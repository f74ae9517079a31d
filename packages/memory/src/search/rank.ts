/** Puts the parts of the score together: each divided by its maximum, then added (retrieval.md §7). */
import { SCORING_PROFILES, type ScoringWeights } from './scoring-profiles.ts';
import type { Scored } from './windows.ts';

const PARTS = [
  'own',
  'window1',
  'window3',
  'window5',
  'answers',
  'told',
  'named',
  'date',
  'time',
  'order',
  'vector',
  'vectorWindow',
] as const;
type Part = (typeof PARTS)[number];
/** As a caller reads them. */
const NAMES: Partial<Record<Part, string>> = { vectorWindow: 'vector_window' };
/** Who asks has no answer yet: taken off, but never what speaks for a text as a whole. */
const ASKS = 0.15;

export interface Ranked extends Scored {
  score: number;
  /** Named parts that add up to the score. */
  parts(): Record<string, number>;
}

/**
 * Best first; equal scores by name of the session, then in the order of the log. The ids of sessions depend on which was
 * projected first and must not show.
 */
export function rank(
  scored: Scored[],
  nameOf: (sid: number) => string = String,
  weights: ScoringWeights = SCORING_PROFILES.balanced,
): Ranked[] {
  const most = Object.fromEntries(
    PARTS.map((part) => [part, scored.reduce((max, row) => Math.max(max, row[part] ?? 0), 0)]),
  ) as Record<Part, number>;
  const newest = new Map<number, number>();
  for (const { sid, seq } of scored) newest.set(sid, Math.max(seq, newest.get(sid) ?? 0));
  /** The sum of the parts; few rows are ever shown with their parts, so those are named on demand. */
  const total = (row: Scored, name?: (part: string, value: number) => void): number => {
    let score = 0;
    const add = (part: string, value: number): void => {
      score += value;
      name?.(part, value);
    };
    for (const part of PARTS) {
      const value = row[part] ?? 0;
      if (value === 0 || most[part] === 0) continue;
      add(NAMES[part] ?? part, round((weights[part] * value) / most[part]));
    }
    // Newer is better only among what the question found at all.
    if (weights.recency > 0 && score > 0)
      add('recency', round((weights.recency * row.seq) / (newest.get(row.sid) ?? row.seq)));
    if (row.asks > 0 && score > 0) add('asks', -round(Math.min(ASKS, score / 2)));
    return round(score);
  };
  const parts = (row: Scored): Record<string, number> => {
    const named: Record<string, number> = {};
    total(row, (part, value) => (named[part] = value));
    return named;
  };
  return scored
    .map((row): Ranked => Object.assign(row, { score: total(row), parts: () => parts(row) }))
    .filter(({ score }) => score > 0)
    .toSorted(
      (a, b) => b.score - a.score || compare(nameOf(a.sid), nameOf(b.sid)) || a.seq - b.seq,
    );
}

/** By code units: the same order on every machine. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Six decimals: the same bytes on every machine, and sums that readers can check. */
export function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
