/**
 * What a window of a long log is about, in a few of its own events: a projection that names events and holds none of
 * their text, so that what is forgotten later is not in it (DESIGN law 12).
 */
import type { Said } from './said.ts';
import { renderCitation, type Channel, type StoredEvent } from '@hookloom/core';
import { excerpt, foldText } from '../checkout/clean-text.ts';
import { withhold } from '../checkout/withhold.ts';
import { extract } from '../extract/index.ts';
import { splitWords } from '../search/words.ts';
import { pickExemplars, pickMedoids } from './pick.ts';

export const STRATEGIES = ['medoid', 'exemplar'] as const;
export type Strategy = (typeof STRATEGIES)[number];

export interface DigestOptions {
  session: string;
  strategy: Strategy;
  /** Events named for one window. */
  maxRecords: number;
  /** Words that make an event more worth naming. */
  purpose: string | null;
}

/** An event that stands for others of its window. */
export interface Representative {
  citation: string;
  seq: number;
  event_type: string;
  channel: Channel | 'unknown';
  /** Higher stands for more. */
  score: number;
  /** Events of its type in the window, itself among them. */
  stands_for: number;
}

export interface WindowDigest {
  from_seq: number;
  to_seq: number;
  from_time: string;
  to_time: string;
  /** 64 hex of the last event: the chain up to it is what the digest is about. */
  last_hash: string;
  event_count: number;
  /** Events that say something to the memory. */
  memory_event_count: number;
  forgotten_count: number;
  types: Record<string, number>;
  representatives: Representative[];
}

const SHOWN_CHARS = 200;

/** Throws nothing; the window holds at least one event. */
export function digestWindow(events: readonly StoredEvent[], options: DigestOptions): WindowDigest {
  const types: Record<string, number> = {};
  for (const type of events.map((event) => event.type).sort()) types[type] = (types[type] ?? 0) + 1;
  const said = events.flatMap((event) => sayingOf(event) ?? []);
  const { kept } = withhold(said, ({ event, text }) => ({
    session: options.session,
    seq: event.seq,
    hash: event.hash,
    channel: channelOf(event),
    text,
  }));
  const purpose = new Set(splitWords(options.purpose ?? ''));
  const pick = options.strategy === 'medoid' ? pickMedoids : pickExemplars;
  const first = events[0]!;
  const last = events.at(-1)!;
  return {
    from_seq: first.seq,
    to_seq: last.seq,
    from_time: first.timestamp,
    to_time: last.timestamp,
    last_hash: last.hash.replace('sha256:', ''),
    event_count: events.length,
    memory_event_count: said.length,
    forgotten_count: events.filter(({ shredded }) => shredded !== null).length,
    types,
    representatives: pick(kept, purpose, options.maxRecords).map(({ event, score, standsFor }) => ({
      citation: renderCitation(options.session, event.seq, event.hash),
      seq: event.seq,
      event_type: event.type,
      channel: event.origin?.channel ?? 'unknown',
      score: Math.round(score * 10_000) / 10_000,
      stands_for: standsFor,
    })),
  };
}

/** What an event says, as one bounded line; null for what never comes back as memory. For the screen, never for a file. */
export function sayingLine(event: StoredEvent): string | null {
  const said = sayingOf(event);
  return said === null ? null : excerpt(foldText(said.text), SHOWN_CHARS);
}

function sayingOf(event: StoredEvent): Said | null {
  const { document } = extract(event);
  if (document === null || document === undefined || document.content.trim() === '') return null;
  return { event, text: document.content, words: new Set(splitWords(document.content)) };
}

/** Text of an older log that names no channel is taken for reported text. */
function channelOf({ origin }: StoredEvent): Channel {
  return origin?.channel ?? 'file';
}
