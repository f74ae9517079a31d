/** Everything that competes for the budget of the short form, in the order in which a budget admits it. */
import type { JsonObject } from '@hookloom/core';
import { isProposed } from '../../channels.ts';
import { foldText, fence, laneOf, nameInLane } from '../../shown/clean-text.ts';
import type { Findings } from '../findings.ts';
import { eventItems, workingSetItems, type Item } from '../items.ts';
import { authorOf } from '../candidate.ts';
import type { SupersededEntry } from '../response.ts';
import type { Row } from '../select.ts';
import type { LeanRow } from './answer.ts';
import type { Question } from '../../question/question.ts';

/** The lists of the answer. */
export type Section =
  | 'current_facts'
  | 'evidence'
  | 'working_set'
  | 'recent_events'
  | 'superseded'
  | 'answer_candidates'
  | 'skills';

export interface Part {
  section: Section;
  /** What it adds to the answer as JSON, and to a prompt as a line. */
  json: LeanRow | JsonObject | string;
  line: string;
  /** The item on which a judgement is based, if there is one. */
  item?: Item;
  row?: Row;
}

/** Other things that a budget admits: the answer's notes about itself, and more text of a row. */
export type Extra =
  | { section: 'details' }
  | { section: 'longer'; of: Part; by: Part }
  /** `by` is `of` together with `other`, whose own part is left out then. */
  | { section: 'answered'; of: Part; by: Part; other: Part };

/** Bytes of a row's text. */
const TEXT_BYTES = 170;
/** The number of rows that come before every extra. */
const FIRST_ROWS = 6;
/** The first rows contain the answer most often: their texts grow to this. */
const LONGER_ROWS = 10;
const LONGER_BYTES = 420;
const RECENT_EVENTS = 8;
const MAX_SUPERSEDED = 3;

/** Whether the question is about the state of the work: its progress, or what happened last. */
export function showsState({ question, plan }: Findings): boolean {
  if (question.listed !== undefined || question.records !== undefined) return false;
  return question.aboutState || question.aboutTime === true || LAST.test(plan.query);
}

const LAST =
  /\b(?:what|anything) (?:has |have |had |did )?(?:we |you |i )?(?:just )?(?:happen|change|do|done|work)\w*\b.*\b(?:last|recently|lately|so far|just|today|yesterday|since)\b|\bwhere (?:are|were|did|do) we\b|\bmost recent\b|\blatest (?:event|change|work|step)s?\b/i;

export function partsOf(findings: Findings, most: number): (Part | Extra)[] {
  const ranked = rankedRows(findings).slice(0, most);
  const rows = ranked.map((row) => rowPart(findings, row, TEXT_BYTES));
  const longer = rows.slice(0, LONGER_ROWS).flatMap((of, at): Extra[] => {
    const by = rowPart(findings, ranked[at]!, LONGER_BYTES);
    return by.line === of.line ? [] : [{ section: 'longer', of, by }];
  });
  const shown = new Set(rows.map(({ row }) => row?.citation));
  const state = showsState(findings) ? stateParts(findings, shown) : [];
  const first = state.length > 0 ? 1 : FIRST_ROWS;
  const pairs = pairsOf(findings, rows.slice(0, first), rows);
  return [
    ...withPair(rows.slice(0, 1), pairs),
    ...blockParts(findings),
    ...withPair(rows.slice(1, first), pairs),
    { section: 'details' },
    ...longer,
    ...alternate(state, rows.slice(first)),
    ...supersededParts(findings),
  ];
}

/** The first rows that ask or answer, each joined with its other half in one line. */
function pairsOf(
  findings: Findings,
  first: readonly Part[],
  rows: readonly Part[],
): Map<Part, Extra> {
  const partOf = new Map(rows.map((part) => [part.row, part]));
  const pairs = new Map<Part, Extra>();
  for (const [question, answer] of answersOf(rows.flatMap(({ row }) => row ?? []))) {
    const [asks, tells] = [partOf.get(question)!, partOf.get(answer)!];
    const [of, other] = rows.indexOf(asks) < rows.indexOf(tells) ? [asks, tells] : [tells, asks];
    if (!first.includes(of) || pairs.has(of)) continue;
    const whole = rowPart(findings, question, LONGER_BYTES);
    const [before, after] = [whole.json as LeanRow, tells.json as LeanRow];
    const content = `${before.content} → ${after.content}`;
    const json = { ...before, content, answered_in: after.citation };
    const line = `${whole.line} → ${tells.line}`;
    pairs.set(of, { section: 'answered', of, other, by: { ...whole, json, line } });
  }
  return pairs;
}

function withPair(parts: readonly Part[], pairs: ReadonlyMap<Part, Extra>): (Part | Extra)[] {
  return parts.flatMap((part) => [part, ...(pairs.has(part) ? [pairs.get(part)!] : [])]);
}

/** The best fact, then the order of `memory_query`, so that a checkout never shows less than the tool. */
function rankedRows({ selection }: Findings): Row[] {
  const { facts, reported, more } = selection;
  const kept = eachTextOnce([...facts, ...reported, ...more]);
  const [first] = facts;
  const searched = [...kept].toSorted((a, b) => b.score - a.score);
  return [...new Set([...(first === undefined ? [] : [first]), ...searched])];
}

/** Leaves out rows whose text an earlier row contains, and turns whose own statement is a row. */
function eachTextOnce(rows: readonly Row[]): Set<Row> {
  const texts: { event: string; text: string }[] = [];
  return new Set(
    rows.filter((row) => {
      const text = foldText(row.content).toLowerCase();
      const event = `${row.session}/${row.seq}`;
      const isTold = texts.some(
        (told) => told.text.includes(text) || (told.event === event && text.includes(told.text)),
      );
      if (!isTold) texts.push({ event, text });
      return !isTold;
    }),
  );
}

function rowPart({ question, slots }: Findings, row: Row, bytes: number): Part {
  const text = snippet(row.content, question, bytes);
  const isDated =
    slots.answer_type === 'time' ||
    question.aboutLast !== undefined ||
    question.records !== undefined;
  const shown = laneOf(row) === 'reported' ? fence(text) : text;
  const day = row.validFrom.slice(0, 10);
  // A later run of the same command has another result.
  const isStale = row.stale || (row.role !== 'fact' && row.validTo !== null);
  const author = authorOf(row);
  const branch = branchOfRow(row);
  const trust = trustLabel(row);
  const labels = [
    ...(author === null ? [] : [`by ${author}`]),
    ...(branch === null ? [] : [`on ${branch}`]),
    ...(isDated ? [day] : []),
    ...(trust === null ? [] : [trust]),
    ...(isStale ? ['stale'] : []),
  ];
  const label = labels.length === 0 ? '' : ` [${labels.join(', ')}]`;
  return {
    section: row.role === 'fact' ? 'current_facts' : 'evidence',
    json: {
      content: shown,
      citation: row.citation,
      ...(author !== null && { author }),
      ...(branch !== null && { branch }),
      ...(isDated && { valid_from: day }),
      ...(trust !== null && { trust }),
      ...(isStale && { stale: true as const }),
    },
    line: `${shown} (${row.citation ?? 'no citation'})${label}`,
    row,
  };
}

/** Generated text, or an assistant's statement without a review. A teammate's shared text names its author instead. */
function trustLabel(row: Row): 'non_authoritative' | 'proposed' | null {
  if (row.authority === 'non_authoritative') return 'non_authoritative';
  return row.lane === 'graph' && authorOf(row) === null && isProposed(row) ? 'proposed' : null;
}

const BRANCH_CHARS = 60;

/** Named by whoever created the branch, so it is shown as text of its lane. */
function branchOfRow(row: Row): string | null {
  const { branch } = row.properties;
  return typeof branch === 'string' ? nameInLane(branch, BRANCH_CHARS, laneOf(row)) : null;
}

/** A session began or ended, which says nothing about the work. */
const MARKS = /^(?:hook\.)?(?:session[._](?:genesis|started|resumed|ended)|resumed)$/;

/** Open work and recent events, without content that a row already has. */
function stateParts({ gathered }: Findings, shown: ReadonlySet<string | null | undefined>): Part[] {
  const working = workingSetItems(gathered.workingSet).flatMap((item): Part[] => {
    const { kind, content, status, citation } = item.workingSet!;
    if (shown.has(citation)) return [];
    const json = { kind, content, ...(status !== null && { status }), citation };
    return [{ section: 'working_set', json, line: item.line.slice(2), item }];
  });
  const cited = new Set(
    [...shown, ...gathered.workingSet.map(({ citation }) => citation)].map(placeOf),
  );
  const recent = eventItems(gathered.recent)
    .map((item, at) => ({ item, event: gathered.recent[at]! }))
    .filter(
      ({ event }) =>
        !MARKS.test(event.type) &&
        !cited.has(`events/${event.seq}#${event.hash.replace('sha256:', '').slice(0, 12)}`),
    )
    .slice(-RECENT_EVENTS)
    .toReversed()
    .map(({ item }): Part => {
      const line = item.line.slice(2);
      return { section: 'recent_events', json: line, line };
    });
  return alternate(working, recent);
}

function placeOf(citation: string | null | undefined): string {
  return /events\/.*$/.exec(citation ?? '')?.[0] ?? '';
}

/** Computed answers and procedures. The documented form also has their ledger and their history. */
function blockParts({ blocks }: Findings): Part[] {
  return blocks.flatMap(({ items }) =>
    items.flatMap((item): Part[] => {
      const { kind, line } = item;
      const said = line.replace(/^- /, '').replace(/; generated, check the ledger below\)$/, ')');
      if (kind !== 'answer_candidates' && kind !== 'applicable_skills') return [];
      const section = kind === 'applicable_skills' ? 'skills' : kind;
      return [{ section, json: said, line: said, item }];
    }),
  );
}

/** Never in a prompt. */
function supersededParts({ blocks }: Findings): Part[] {
  const kept = new Set(blocks.flatMap(({ items }) => items));
  const { superseded = [] } = Object.assign(
    {},
    ...blocks.map((block) => block.diagnostics(kept)),
  ) as {
    superseded?: SupersededEntry[];
  };
  return superseded
    .slice(0, MAX_SUPERSEDED)
    .map((older): Part => ({ section: 'superseded', json: { ...older }, line: '' }));
}

/** Takes one of each list in turn. */
function alternate<T>(a: readonly T[], b: readonly T[]): T[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, at) => [
    ...(at < a.length ? [a[at]!] : []),
    ...(at < b.length ? [b[at]!] : []),
  ]).flat();
}

const SENTENCE_ENDS = /(?<=[.!?])\s+|(?<=[。！？]|\s⏎)\s*/u;
/** The start of a text often says what the rest is about. A snippet of this many bytes has room for it. */
const LEAST_WITH_START = 260;
const START_SHARE = 0.35;
/** The number of words in one piece of a long sentence. */
const PIECE = /(?:\S+\s*){1,10}/gu;

/**
 * One line of about `most` bytes: the complete text, or the sentences around the one that covers most of the question,
 * after the start of the text if there is room for both. `…` marks omissions.
 */
export function snippet(text: string, question: Question, most: number): string {
  const folded = foldText(text);
  if (bytes(folded) <= most) return folded;
  if (most < LEAST_WITH_START) return passage(folded, question, most);
  const start = cutTo(folded, Math.floor(most * START_SHARE)).replace(/\s+\S*$/, '');
  const rest = folded.slice(start.length).trimStart();
  return `${start} ${passage(rest, question, most - bytes(start) - 1)}`;
}

function passage(text: string, question: Question, most: number): string {
  if (bytes(text) <= most) return text;
  const sentences = text.split(SENTENCE_ENDS);
  const best = bestOf(sentences, question);
  const { [best]: sentence = '' } = sentences;
  if (bytes(sentence) <= most) return around(sentences, best, most);
  const pieces = (sentence.match(PIECE) ?? [sentence]).map((piece) => piece.trimEnd());
  const place = bestOf(pieces, question);
  if (bytes(pieces[place]!) <= most) return around(pieces, place, most);
  return `${cutTo(pieces[place]!, most - 4)} …`;
}

function around(parts: readonly string[], best: number, most: number): string {
  const line = (from: number, to: number): string =>
    `${from > 0 ? '… ' : ''}${parts.slice(from, to).join(' ')}${to < parts.length ? ' …' : ''}`;
  const fits = (from: number, to: number): boolean => bytes(line(from, to)) <= most;
  let [from, to] = [best, best + 1];
  for (;;) {
    // Text after a match contains the answer more often than text before it.
    if (to < parts.length && fits(from, to + 1)) to++;
    else if (from > 0 && fits(from - 1, to)) from--;
    else return line(from, to);
  }
}

/** The first sentence with the most weight of the question. */
function bestOf(parts: readonly string[], { terms }: Question): number {
  const starts = terms.map(({ word, weight }) => ({
    start: word.slice(0, Math.max(4, Math.ceil(word.length * 0.7))).toLowerCase(),
    weight,
  }));
  const worth = parts.map((part) => {
    const lower = part.toLowerCase();
    return starts.reduce((sum, { start, weight }) => sum + (lower.includes(start) ? weight : 0), 0);
  });
  return Math.max(0, worth.indexOf(Math.max(...worth)));
}

function cutTo(text: string, most: number): string {
  let end = Math.min(text.length, most);
  while (end > 0 && bytes(text.slice(0, end)) > most) end -= 1;
  return text
    .slice(0, end)
    .toWellFormed()
    .replace(/\ufffd$/, '');
}

function bytes(text: string): number {
  return Buffer.byteLength(text);
}

/** Events between a question and its answer, such as the records of a client's hooks. */
const APART = 3;
/** A longer answer is clear without the question. */
const SHORT_CHARS = 120;
const ASKS = /\?["'”’)\s]*$/;

/**
 * The short answer to each row that asks, if both may be used in the same way. "Redis or Memcached?" and "Yes, that
 * one" are unclear alone, so both become one row, which cites both.
 */
function answersOf(rows: readonly Row[]): Map<Row, Row> {
  const turns = rows
    .filter((row) => row.conversation !== null && row.eventType === 'transcript.turn')
    .toSorted((a, b) => a.seq - b.seq);
  const of = ({ session, conversation }: Row) => `${session} ${conversation}`;
  const answers = new Map<Row, Row>();
  turns.forEach((row, at) => {
    const next = turns.slice(at + 1).find((one) => one.seq > row.seq && of(one) === of(row));
    if (next === undefined || next.seq - row.seq > APART) return;
    const isShort = next.content.length <= SHORT_CHARS && !ASKS.test(next.content);
    const isAsked = ASKS.test(row.content) && row.actor !== next.actor;
    if (isShort && isAsked && row.role === next.role) answers.set(row, next);
  });
  return answers;
}
