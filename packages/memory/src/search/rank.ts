/** Combines the parts of the score: each is divided by its maximum, then added. */
import { SCORING_PROFILES, type ScoringWeights } from './scoring-profiles.ts';
import type { Scored } from './windows.ts';
import { compareText } from '@hookloom/core';
import type { Channel } from '@hookloom/core/events';
import { isUntrusted } from '../channels.ts';
import type { SearchResult } from '../rows.ts';

const PARTS = [
  'own',
  'window1',
  'window3',
  'window5',
  'answers',
  'told',
  'named',
  'also',
  'date',
  'time',
  'order',
  'vector',
  'vectorWindow',
] as const;
type Part = (typeof PARTS)[number];
/** The names of the parts for callers. */
const NAMES: Partial<Record<Part, string>> = { vectorWindow: 'vector_window' };
/**
 * The deduction for a text that asks, because a question does not contain its answer. Never more than the text's own
 * score.
 */
const ASKS = 0.15;

export interface Ranked extends Scored {
  score: number;
  /** Named parts that add up to the score. */
  parts(): Record<string, number>;
}

/**
 * Best first; equal scores by session name, then in log order. Session ids depend on which session was projected first
 * and must not affect the order.
 */
export function rank(
  scored: Scored[],
  nameOf: (sid: number) => string = String,
  weights: ScoringWeights = SCORING_PROFILES.balanced,
): Ranked[] {
  const most = Object.fromEntries(
    PARTS.map((part) => [part, scored.reduce((max, row) => Math.max(max, row[part] ?? 0), 0)]),
  ) as Record<Part, number>;
  most.also = 1;
  const newest = new Map<number, number>();
  for (const { sid, seq } of scored) newest.set(sid, Math.max(seq, newest.get(sid) ?? 0));
  /** The sum of the parts. Few rows are shown with their parts, so names are added on demand. */
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
    // Recency only matters among rows that the question found.
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
      (a, b) => b.score - a.score || compareText(nameOf(a.sid), nameOf(b.sid)) || a.seq - b.seq,
    );
}

/** Six decimals: the same bytes on every machine, and sums that readers can check. */
export function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** Shares apply to a fixed number of rows, so that a longer list starts like a shorter one. */
export const SHARED_SLOTS = 18;
/** The largest part of a list that all untrusted channels together may have while authoritative rows wait. */
const REPORTED_SHARE = 1 / 2;
/** The largest part of a list that one untrusted channel may have while others wait. */
const CHANNEL_SHARE = 1 / 2;
/** The largest part of a list that one source (a channel, a speaker, a conversation) may have while others wait. */
const SOURCE_SHARE = 1 / 3;

export interface Sourced {
  channel: Channel;
  /** The source. Rows of one source have one part of the list. */
  source(): string;
}

/**
 * The same rows, best first within their shares: a row that exceeds the share of its untrusted channel or source comes
 * after all rows that do not. Rows from a person or an agent are never moved behind reported ones.
 *
 * @param slots The number of rows that the shares apply to.
 * @param most The number of rows needed. Rows that cannot be among them are not checked.
 * @example shareOut([web1, web2, web3, tool1], 2, read) // web1, tool1, web2, web3
 */
export function shareOut<T>(
  rows: readonly T[],
  slots: number,
  read: (row: T) => Sourced,
  most = Number.MAX_SAFE_INTEGER,
): T[] {
  const ofChannel = Math.max(1, Math.floor(slots * CHANNEL_SHARE));
  const ofSource = Math.max(1, Math.floor(slots * SOURCE_SHARE));
  const taken = new Map<string, number>();
  const take = (name: string, most: number): boolean => {
    const before = taken.get(name) ?? 0;
    taken.set(name, before + 1);
    return before < most;
  };
  const within: T[] = [];
  const waiting: T[] = [];
  const beyond: T[] = [];
  let reported = 0;
  for (const row of rows) {
    if (within.length >= most) return within;
    const { channel, source } = read(row);
    if (!isUntrusted(channel)) within.push(row);
    else if (!take(`${channel}\n${source()}`, ofSource) || !take(channel, ofChannel)) {
      beyond.push(row);
    } else (++reported <= slots * REPORTED_SHARE ? within : waiting).push(row);
  }
  return [...within, ...waiting, ...beyond].slice(0, most);
}

/** The first rows of each list. */
export function cutTo(result: SearchResult, limit: number): SearchResult {
  const { facts, sources } = result;
  return { ...result, facts: facts.slice(0, limit), sources: sources.slice(0, limit) };
}
