/** Shares of a list for untrusted channels: however many rows one has, others get their share. */
import type { Channel } from '@hookloom/core/events';
import { isUntrusted } from '../channels.ts';
import type { SearchResult } from '../rows.ts';

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
