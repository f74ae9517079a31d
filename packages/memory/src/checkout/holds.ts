/**
 * Which rows are valid now, and which have ended, expired, not begun, or are paused; which are from the asked time, and which
 * say that something is done.
 */
import { isJsonObject } from '@hookloom/core';
import type { Candidate } from './candidate.ts';
import type { AskedTimeRow, SearchResult } from '../rows.ts';
import { questionTerms } from '../words/analyze.ts';
import { dateTerms } from '../words/marks.ts';
import type { Question } from '../question/question.ts';

/** A statement of a turn, a decision or a preference: words of a person or an agent, not an observation. */
export function isStatement({ lane, properties }: Pick<Candidate, 'lane' | 'properties'>): boolean {
  return lane === 'graph' && typeof properties['speaker'] === 'string';
}

export function hasEnded({ validTo }: Pick<Candidate, 'validTo'>, nowMs: number): boolean {
  return validTo !== null && !(Date.parse(validTo) > nowMs);
}

/** Its own end has passed. */
export function isOver({ properties }: Pick<Candidate, 'properties'>, nowMs: number): boolean {
  const expires = properties['expires_at'];
  return typeof expires === 'string' && Date.parse(expires) <= nowMs;
}

/** Its validity begins later. */
export function isFuture({ properties }: Pick<Candidate, 'properties'>, nowMs: number): boolean {
  const starts = properties['starts_at'];
  return typeof starts === 'string' && Date.parse(starts) > nowMs;
}

export function isStale(row: Candidate, nowMs: number): boolean {
  return row.properties['stale'] === true || isOver(row, nowMs) || isFuture(row, nowMs);
}

/** The earlier events that said the same, newest first. */
export function earlierMentions({
  session,
  properties,
}: Pick<Candidate, 'session' | 'properties'>): { session: string; seq: number; hash: string }[] {
  const cited = properties['said_at'];
  if (!Array.isArray(cited)) return [];
  return cited.toReversed().flatMap((each) => {
    if (!isJsonObject(each)) return [];
    const { seq, hash } = each;
    return typeof seq === 'number' && typeof hash === 'string' ? [{ session, seq, hash }] : [];
  });
}

/** The labels next to its text: how often it was said, and when it is valid. */
export function validityLabels({
  properties,
  validFrom,
  stale,
}: Pick<Candidate, 'properties' | 'validFrom'> & { stale: boolean }): string[] {
  const { said, expires_at: until, starts_at: from } = properties;
  return [
    ...(typeof said === 'number' ? [`said ${said} times, last on ${validFrom.slice(0, 10)}`] : []),
    ...(typeof from === 'string' ? [`from ${from.slice(0, 10)}`] : []),
    ...(typeof until === 'string' ? [`${stale ? 'expired' : 'until'} ${until.slice(0, 16)}`] : []),
  ];
}

/** Events whose statements pause while a temporary one holds: "until Friday, Paul is on call". As `session/seq`. */
export function suspendedBy(
  rows: readonly Pick<Candidate, 'session' | 'properties' | 'validTo'>[],
  nowMs: number,
): Set<string> {
  const suspended = new Set<string>();
  for (const row of rows) {
    const named = row.properties['suspends'];
    if (!Array.isArray(named) || hasEnded(row, nowMs) || isOver(row, nowMs)) continue;
    for (const each of named)
      if (isJsonObject(each)) suspended.add(`${row.session}/${Number(each['seq'])}`);
  }
  return suspended;
}

export function isWindow(time: AskedTimeRow | undefined): boolean {
  return time !== undefined && (time.from !== null || time.to !== null);
}

/** True if no window was requested, or one of the rows is inside it. */
export function isInWindow(
  time: AskedTimeRow | undefined,
  query: string,
  rows: readonly Pick<Candidate, 'validFrom' | 'content'>[],
): boolean {
  if (time === undefined || !isWindow(time)) return true;
  const from = time.from === null ? -Infinity : Date.parse(time.from);
  const to = time.to === null ? Infinity : Date.parse(time.to);
  const named = new Set(dateTerms(query));
  return rows.some(({ validFrom, content }) => {
    const at = Date.parse(validFrom);
    return (at >= from && at < to) || dateTerms(content).some((term) => named.has(term));
  });
}

/** Terms of the question without its date: a record rarely repeats its own day. */
export function beyondTime({ terms, time }: SearchResult): SearchResult['terms'] {
  if (time === undefined || (!isWindow(time) && time.as_of === null)) return terms;
  const spent = new Set(questionTerms(time.phrase));
  return terms.filter(({ term }) => !spent.has(term));
}

const DONE =
  /\b(?:done|finish(?:ed|es)|completed?|ready|fixed|merged|implemented|resolved|closed|shipped|landed|released|works now|fertig|erledigt)\b/i;
const OPEN =
  /\b(?:open|todo|to ?do|left|missing|remain(?:s|ing)|unfinished|pending|in progress|wip|half|not|n['’]t|never|tomorrow|next|later|offen|nicht)\b/i;
const KINDS: ReadonlySet<string> = new Set(['done', 'open', 'plan', 'task', 'blocker']);
/** Rows that cover about as much of the question as the best one are about the same thing. */
const ABOUT = 0.8;

export function saysStatus({
  content,
  entityType,
}: Pick<Candidate, 'content'> & Partial<Pick<Candidate, 'entityType'>>): boolean {
  return KINDS.has(entityType ?? '') || DONE.test(content) || OPEN.test(content);
}

/** An older row may say that something is open that is done now, so the newest one about it comes first. */
export function latestStatusFirst<T extends Candidate>(
  question: Question,
  rows: readonly T[],
): T[] {
  const told = question.aboutStatus === true ? rows.filter(saysStatus) : [];
  const best = Math.max(0, ...told.map(({ coverage }) => coverage));
  const latest = told
    .filter(({ coverage }) => coverage > 0 && coverage >= ABOUT * best)
    .toSorted((a, b) => Date.parse(b.validFrom) - Date.parse(a.validFrom) || b.seq - a.seq);
  return [...latest, ...rows.filter((row) => !latest.includes(row))];
}
