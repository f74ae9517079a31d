/** The time expression of a question, resolved against the visible events: a window, an order, or an earlier state. */
import { renderCitation } from '@hookloom/core';
import type { AskedTimeRow } from '../rows.ts';
import { seqOfDoc, sidOfDoc } from '../store/stored-ids.ts';
import type { Database } from '../store/port.ts';
import { questionTerms } from '../words/analyze.ts';
import type { Scope } from './scope.ts';
import { readTime, type QuestionTime } from './time-words.ts';
import type { Scored } from './windows.ts';
import { citedDocument, newestTime, timesOf } from '../store/document-rows.ts';

/** The share of its words that the event named in a question must contain. */
const IS_EVENT_FROM = 0.6;
/** Candidates for "first" or "last" must contain this share of what the best row contains. */
const MATCHES_FROM = 0.5;
/** Days of a window to search as terms, so that the window is searched even without other words. */
const MAX_DAYS = 31;
const DAY = 86_400_000;

export interface TimeOfQuestion {
  asked: QuestionTime;
  /** Day terms of a short window. */
  days: string[];
  /** Terms that express only the time. */
  spent: ReadonlySet<string>;
  /** The event that the question names in words, if found. */
  event: { id: number; ts: number } | null;
  row: AskedTimeRow;
}

export function createTimeReader(db: Database) {
  function newestOf({ sids, asOfSeq }: Scope): number {
    const times = sids.map((sid) => newestTime(db, sid, asOfSeq));
    return Math.max(...times.filter((ms) => !Number.isNaN(ms)));
  }

  return {
    /** For a question with words for a time. `find`: the best documents for words, with the share of the words that each contains. */
    of(query: string, scope: Scope, find: (words: string) => Scored[]): TimeOfQuestion | null {
      const now = newestOf(scope);
      const asked = Number.isFinite(now) ? readTime(query, now) : null;
      if (asked === null) return null;
      const found = asked.event === null ? null : best(find(asked.event.words));
      if (asked.event !== null && found === null) return null;
      const cited = found === null ? null : citedDocument(db, found.id);
      const event = found === null ? null : { id: found.id, ts: cited!.ts };
      const row: AskedTimeRow = {
        phrase: asked.phrase.slice(0, 200),
        from: iso(asked.window?.from),
        to: iso(asked.window?.to),
        order: asked.order,
        as_of: iso(asked.asOf),
        newest_event: iso(now)!,
        ...(found !== null && {
          event: {
            relation: asked.event!.relation,
            citation: renderCitation(cited!.session, seqOfDoc(found.id), cited!.hash),
          },
        }),
      };
      const spent = new Set(
        asked.spent.flatMap((word) => (word === '' ? [] : questionTerms(word))),
      );
      return { asked, days: daysOf(asked.window), spent, event, row };
    },

    /**
     * Places the rows in the window or the order. Leaves out rows after a requested state, and rows outside the window if
     * the question asks for nothing else.
     */
    mark({ asked, event }: TimeOfQuestion, scored: Scored[], isOnlyTime: boolean): Scored[] {
      if (scored.length === 0) return scored;
      const when = timesOf(
        db,
        scored.map(({ id }) => id),
      );
      const kept =
        asked.asOf === null ? scored : scored.filter(({ id }) => when.get(id)! <= asked.asOf!);
      const most = kept.reduce((max, { own }) => Math.max(max, own), 0);
      const matching = kept
        .filter(({ own }) => own > 0 && own >= most * MATCHES_FROM)
        .toSorted((a, b) => when.get(a.id)! - when.get(b.id)! || a.id - b.id);
      const last = Math.max(1, matching.length - 1);
      const place = new Map(matching.map(({ id }, at) => [id, at / last]));
      for (const row of kept) {
        const at = when.get(row.id)!;
        row.time = isInside(asked, event, row, at) ? 1 : 0;
        const share = place.get(row.id);
        if (asked.order === null || share === undefined) continue;
        row.order = row.own * (asked.order === 'newest' ? share : 1 - share);
      }
      return isOnlyTime ? kept.filter(({ time }) => time === 1) : kept;
    },
  };
}

function best(found: readonly Scored[]): Scored | null {
  const able = found.filter(({ coverage }) => coverage >= IS_EVENT_FROM);
  return able.toSorted((a, b) => b.own - a.own || a.id - b.id)[0] ?? null;
}

function isInside(
  { window, event: named }: QuestionTime,
  event: TimeOfQuestion['event'],
  { id }: Scored,
  at: number,
): boolean {
  if (window !== null)
    return (window.from === null || at >= window.from) && (window.to === null || at < window.to);
  if (named === null || event === null || id === event.id) return false;
  const isLater = sidOfDoc(id) === sidOfDoc(event.id) ? id > event.id : at > event.ts;
  return isLater === (named.relation === 'after');
}

function daysOf(window: QuestionTime['window']): string[] {
  if (window === null || window.from === null || window.to === null) return [];
  const first = Math.floor(window.from / DAY);
  const days = Math.ceil(window.to / DAY) - first;
  if (days > MAX_DAYS) return [];
  return Array.from(
    { length: days },
    (_, i) => `d@${new Date((first + i) * DAY).toISOString().slice(0, 10)}`,
  );
}

function iso(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined ? null : new Date(ms).toISOString();
}
