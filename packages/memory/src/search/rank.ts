/** Puts the parts of the score together: each divided by its maximum, then added (retrieval.md §7). */
import type { Scored } from './windows.ts';

const WEIGHTS = {
  own: 1,
  window1: 1,
  window3: 1,
  window5: 0.5,
  answers: 0.5,
  told: 0.3,
  named: 1,
  date: 2,
} as const;
/** Who asks has no answer yet: taken off, but never what speaks for a text as a whole. */
const ASKS = 0.15;
type Part = keyof typeof WEIGHTS;
const PARTS = Object.keys(WEIGHTS) as Part[];

export interface Ranked extends Scored {
  score: number;
  /** Named parts that add up to the score. */
  parts: Record<string, number>;
}

/**
 * Best first; equal scores by name of the session, then in the order of the log. The ids of sessions depend on which was
 * projected first and must not show.
 */
export function rank(scored: Scored[], nameOf: (sid: number) => string = String): Ranked[] {
  const most = Object.fromEntries(
    PARTS.map((part) => [part, scored.reduce((max, row) => Math.max(max, row[part]), 0)]),
  ) as Record<Part, number>;
  const ranked = scored.map((row) => {
    const parts: Record<string, number> = {};
    let score = 0;
    for (const part of PARTS) {
      if (most[part] === 0 || row[part] === 0) continue;
      parts[part] = round((WEIGHTS[part] * row[part]) / most[part]);
      score += parts[part];
    }
    if (row.asks > 0 && score > 0) {
      parts['asks'] = -round(Math.min(ASKS, score / 2));
      score += parts['asks'];
    }
    return { ...row, score: round(score), parts };
  });
  return ranked
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
