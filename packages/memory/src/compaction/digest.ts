/**
 * Summarises a window of a long log by a few of its own events. The digest names events and contains none of their
 * text, so text that is forgotten later is not in it.
 */
import { type EventText, pickExemplars, pickMedoids } from './pick.ts';
import { renderCitation } from '@hookloom/core';
import type { Channel, StoredEvent } from '@hookloom/core/events';
import { excerpt, foldText } from '../shown/clean-text.ts';
import { withhold } from '../shown/withhold.ts';
import { extract } from '../extract/index.ts';
import { splitWords } from '../words/analyze.ts';

export const STRATEGIES = ['medoid', 'exemplar'] as const;
export type Strategy = (typeof STRATEGIES)[number];

export interface DigestOptions {
  session: string;
  strategy: Strategy;
  /** How many events represent one window. */
  maxRecords: number;
  /** Words that raise the rank of an event. */
  purpose: string | null;
}

export type WindowDigest = ReturnType<typeof digestWindow>;

const SHOWN_CHARS = 200;

/** Never throws. The window must contain at least one event. */
export function digestWindow(events: readonly StoredEvent[], options: DigestOptions) {
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
    /** Hash of the last event, 64 hex digits. The digest covers the chain up to it. */
    last_hash: last.hash.replace('sha256:', ''),
    event_count: events.length,
    /** Events that the memory indexes. */
    memory_event_count: said.length,
    forgotten_count: events.filter(({ shredded }) => shredded !== null).length,
    types,
    representatives: pick(kept, purpose, options.maxRecords).map(({ event, score, standsFor }) => ({
      citation: renderCitation(options.session, event.seq, event.hash),
      seq: event.seq,
      event_type: event.type,
      channel: event.origin?.channel ?? 'unknown',
      /** Higher means more representative. */
      score: Math.round(score * 10_000) / 10_000,
      /** Number of events of its type in the window, including itself. */
      stands_for: standsFor,
    })),
  };
}

/**
 * The content of an event as one bounded line, for display and never for a file. Null for content that is never
 * recalled.
 */
export function eventLine(event: StoredEvent): string | null {
  const said = sayingOf(event);
  return said === null ? null : excerpt(foldText(said.text), SHOWN_CHARS);
}

function sayingOf(event: StoredEvent): EventText | null {
  const { document } = extract(event);
  if (document === null || document === undefined || document.content.trim() === '') return null;
  return { event, text: document.content, words: new Set(splitWords(document.content)) };
}

/** In an older log without channels, text counts as reported. */
function channelOf({ origin }: StoredEvent): Channel {
  return origin?.channel ?? 'file';
}
