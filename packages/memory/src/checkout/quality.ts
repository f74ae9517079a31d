import type { JsonObject } from '@hookloom/core';
import type { Conflict } from './agreement.ts';
import { meantBy } from './answer-chance.ts';
import { askedPersons, bindingsOf, occursTogether, type Binding } from './binding.ts';
import type { AskedTimeRow } from '../rows.ts';
import {
  MIN_RELEVANT_COVERAGE,
  knows,
  missing,
  namesUnseen,
  unionCoverage,
  unknownTerms,
  isAboutEvent,
  cover,
  stemsOf,
  type Covering,
} from './relevance.ts';
import { inWords, nothingFound, partly, refresh } from './next-call.ts';
import { STATE_KINDS } from '../question/question-words.ts';
import type { Question } from '../question/question.ts';
import { partsOf, mayAnswer, missingSlots, type SlotPlan } from './slot-plan.ts';
import type { Row } from './select.ts';
import { isInWindow } from './holds.ts';

export type Answerability = 'answer_from_memory' | 'refresh_recommended' | 'ask_user';

export interface Quality {
  answerability: Answerability;
  /** 0 to 0.95, two decimals. */
  confidence: number;
  reasons: string[];
  required_action: JsonObject | null;
}

/** The reason for the answer in one word, in addition to the three documented values of `answerability`. */
export type RecallStatus = 'answerable' | 'partial' | 'cut_by_budget' | 'not_found' | 'unavailable';

export interface Judgement {
  quality: Quality;
  status: RecallStatus;
  /** Best share of the question that one current fact covers, 0 to 1. */
  coverage: number;
  missingTerms: string[];
  missingSlots: string[];
}

export interface QualityInput {
  query: string;
  question: Question;
  slots: SlotPlan;
  /** Current facts in the response. */
  facts: readonly Row[];
  /** Every row that was found, including those the budget left out. */
  found: readonly Row[];
  conflicts: readonly Conflict[];
  /** Slots that a block left open, and slots that a block filled. */
  opened: readonly string[];
  /** What must be settled first, according to a block. */
  unsettled?: JsonObject | undefined;
  filled: ReadonlySet<string>;
  supersededCount: number;
  /** What the question says about time. */
  time?: AskedTimeRow | undefined;
  /** As on `Embedder`. */
  oddsOfRecord?: number;
  warnings: readonly string[];
  /** Lanes that could not be read, and the number of events that could not be read. */
  unavailable: readonly string[];
  /** Cited items of the working set in the response. */
  workingSetCount: number;
}

/**
 * Calibrated on `fixtures/questions.json` (answerable and unanswerable questions over a coding log; a test checks the
 * thresholds): a single fact must cover this share of the question's weight to answer it.
 */
const ANSWERS_FROM = 0.6;
/**
 * The stricter threshold if the question names something that no row mentions, not even with a related word, or asks
 * who did something or when. Any event can look like such an answer.
 */
const ANSWERS_FROM_STRICT = 0.72;
/** Rows up to this much farther away than the nearest one count as equally close. */
const ABOUT_AS_NEAR = 0.05;

/** Decides what the caller may do with the answer. Relevance, agreement, freshness and citation must all hold. */
export function judge(input: QualityInput): Judgement {
  const { question, facts, warnings, conflicts } = input;
  const parts = partsOf(input.query, question, input.slots);
  const stems = stemsOf(input.found);
  const able = facts.filter((row) => mayAnswer(input.slots, row));
  const covered = parts.map((part) => cover(part, question, able, stems));
  // No single place contains a state, a time or a result that is computed from several rows.
  const isListed = question.aboutState || question.aboutTime === true || input.filled.size > 0;
  const bindings = isListed
    ? []
    : parts.map((part) => bindingsOf(input.query, question, part, able));
  const mostBound = bindings.flatMap((rows) =>
    rows.toSorted((a, b) => b.bound - a.bound).slice(0, 1),
  );
  const isStrict = namesUnseen(question, input.found, stems) || parts.some(isAboutEvent);
  const from = isStrict ? ANSWERS_FROM_STRICT : ANSWERS_FROM;
  const byMeaning = meantBy(bindings, { isStrict, oddsOfRecord: input.oddsOfRecord ?? 0 });
  const meant = byMeaning !== null && byMeaning.confidence >= ANSWER_CONFIDENCE;
  const nearest = bindings.map((rows) => Math.max(...rows.map(({ similarity }) => similarity)));
  const isMeant = (row: Row): boolean =>
    meant &&
    (byMeaning.rows.has(row) ||
      nearest.every((similarity) => row.similarity >= similarity - ABOUT_AS_NEAR));
  const supporting = able.filter((row, at) =>
    question.aboutState
      ? isOfState(row, question)
      : question.aboutTime === true ||
        isMeant(row) ||
        covered.some((rows) => rows[at]!.coverage >= MIN_RELEVANT_COVERAGE),
  );
  const relevance = relevanceOf(supporting, covered, question, from);
  const union = unionCoverage(input.found, question);
  const known = meant || knows(question, input.found, union, stems);
  const missingTerms = known ? missing(question, input.found) : unknownTerms(question, input.found);
  const answering = covered.map((rows) =>
    question.aboutState ? supporting : closest(rows, supporting, isMeant),
  );
  const slotsMissing =
    supporting.length === 0
      ? []
      : parts.flatMap(({ slots }, at) => missingSlots(slots, answering[at]!, question));
  if (supporting.length > 0 && !isInWindow(input.time, input.query, answering.flat()))
    slotsMissing.push('temporal');
  const left = supporting.length === 0 ? [] : input.opened;
  const openSlots = [...new Set([...slotsMissing, ...left])].filter(
    (slot) => slot !== 'source' && !input.filled.has(slot),
  );
  const cited = supporting.filter(({ citation }) => citation !== null).length;
  const base = { coverage: round(relevance.best), missingTerms, missingSlots: openSlots };
  const raw = confidenceOf(input, supporting.length, cited, relevance.share);
  const byWords = byMeaning === null && relevance.best >= from && mostBound.every(occursTogether);
  const covers = meant || byWords;
  const confidence =
    byMeaning === null
      ? byWords
        ? Math.min(raw, 0.95 - LOST_BY_MISSING * mostMissing(mostBound))
        : Math.min(raw, BELOW_ANSWER)
      : Math.max(0, byMeaning.confidence - lostBy(warnings));

  if (input.unavailable.length > 0 && supporting.length === 0) {
    const reasons = [
      `Part of the memory could not be read: ${input.unavailable.join(', ')}. This is not an empty result.`,
    ];
    const action = refresh(input.query, [], []);
    return judged('refresh_recommended', 'unavailable', 0, reasons, action, base);
  }
  if (question.records !== undefined && facts.length > 0) {
    const reasons = [
      question.records.of === 'documents'
        ? 'The documents of the project say this.'
        : 'The log recorded this work as it happened.',
      ...warned(warnings),
    ];
    const listed = LISTED_RECORDS - lostBy(warnings);
    return judged('answer_from_memory', 'answerable', listed, reasons, null, base);
  }
  if (supporting.length === 0 && input.found.some((row) => bears(row, question)) && known) {
    const reasons = input.found.some((row) => row.role === 'fact' && bears(row, question))
      ? ['The budget left out facts about this.']
      : ['Only reported or generated texts are about this, and no current fact.'];
    const action = refresh(input.query, missingTerms, []);
    return judged('refresh_recommended', 'partial', confidence, reasons, action, base);
  }
  if (supporting.length === 0 && question.aboutState && input.workingSetCount > 0) {
    const reasons = [
      'The working set shows the state of the work; no current fact matched the question.',
    ];
    const action = refresh(input.query, [], []);
    return judged('refresh_recommended', 'partial', 0.2, reasons, action, base);
  }
  const speaks = askedPersons(input.query, able).length > 0;
  if (
    (supporting.length === 0 || !known) &&
    facts.length > 0 &&
    (speaks || question.named !== undefined || byMeaning?.isNear === true)
  ) {
    const reasons = [
      speaks
        ? 'The memory has rows from this person; none says that it answers the question.'
        : question.unrecorded === 'documents'
          ? nothingFound(question)
          : 'Some rows are near to the question in meaning; none says that it answers it.',
      ...(missingTerms.length > 0 ? [`Not in memory: ${missingTerms.join(', ')}.`] : []),
      ...warned(warnings),
    ];
    const action = refresh(input.query, missingTerms, []);
    const doubtful = Math.min(confidence, BELOW_ANSWER);
    return judged('refresh_recommended', 'partial', doubtful, reasons, action, base);
  }
  if (supporting.length === 0 || !known) {
    const reasons = [
      facts.length === 0 && input.supersededCount > 0
        ? 'Only superseded facts were found.'
        : nothingFound(question),
      ...(missingTerms.length > 0 ? [`Not in memory: ${missingTerms.join(', ')}.`] : []),
      ...warned(warnings),
    ];
    const action = {
      type: 'ask_user',
      reason: 'The memory contains no answer; ask for the missing context.',
    };
    return judged('ask_user', 'not_found', Math.min(confidence, 0.2), reasons, action, base);
  }
  const reasons = [
    cited > 0
      ? 'Retrieved current facts with Eventloom citations.'
      : 'Retrieved current facts, but they lack Eventloom citations.',
    ...(covers ? [] : [partly(relevance.best < from, missingTerms, question)]),
    ...(openSlots.length > 0
      ? [`No supporting fact contains what was asked for: ${openSlots.map(inWords).join(', ')}.`]
      : []),
    ...(conflicts.length > 0 ? ['Current facts disagree with each other.'] : []),
    ...warned(warnings),
  ];
  const earned =
    covers &&
    cited > 0 &&
    openSlots.length === 0 &&
    conflicts.length === 0 &&
    warnings.length === 0 &&
    confidence >= ANSWER_CONFIDENCE;
  if (earned) return judged('answer_from_memory', 'answerable', confidence, reasons, null, base);
  const partial = covers ? [] : missingTerms;
  const [disputed] = conflicts;
  const action: JsonObject =
    disputed === undefined
      ? (input.unsettled ?? refresh(input.query, partial, openSlots))
      : {
          type: 'ask_user',
          reason: 'Two facts about what was asked disagree, and neither ended the other.',
          between: disputed.citations,
          ...(disputed.said !== undefined && { said: disputed.said }),
        };
  const doubtful = Math.min(confidence, BELOW_ANSWER);
  return judged('refresh_recommended', 'partial', doubtful, reasons, action, base);
}

/** An answer that matches by words but lacks one of them may be about something else. */
const LOST_BY_MISSING = 0.4;

function mostMissing(bindings: readonly Binding[]): number {
  return Math.max(0, ...bindings.map(({ heaviestMissing }) => heaviestMissing));
}

/** The confidence of recorded work that was asked for and nothing else. */
const LISTED_RECORDS = 0.95;

/** `answer_from_memory` starts at this confidence. */
const ANSWER_CONFIDENCE = 0.75;
const BELOW_ANSWER = 0.74;

/** A row that is related to the question. */
function bears(row: Row, question: Question): boolean {
  if (question.aboutState) return isOfState(row, question);
  return row.coverage >= MIN_RELEVANT_COVERAGE;
}

/** A row of the kinds that the question asks to list, or of the state of the work. */
function isOfState(row: Row, { aboutLast, listed }: Question): boolean {
  if (aboutLast !== undefined) return true;
  const { entityType, properties } = row;
  if (listed === undefined) return STATE_KINDS.has(entityType ?? '');
  if (listed.some((kind) => kind === entityType)) return true;
  // A pinned fact is valid, so it is neither open work nor rejected.
  return properties['pinned'] === true && listed.some((kind) => IN_FORCE.has(kind));
}
const IN_FORCE: ReadonlySet<string> = new Set(['decision', 'rule', 'preference']);

/** The requested attribute must appear where the question is answered, not in a row that only shares a word with it. */
const CLOSE_SHARE = 0.6;

function closest(
  covered: readonly Covering[],
  supporting: readonly Row[],
  isMeant: (row: Row) => boolean,
): readonly Row[] {
  const best = bestOf(covered);
  const close = covered.filter(
    ({ row, coverage }) => coverage >= CLOSE_SHARE * best || isMeant(row),
  );
  return close.length > 0 ? close.map(({ row }) => row) : supporting;
}

function bestOf(covered: readonly Covering[]): number {
  return Math.max(0, ...covered.map(({ coverage }) => coverage));
}

/** `best` is the coverage of the least covered part; `share` is 1 from the answering threshold on and falls to 0. */
function relevanceOf(
  supporting: readonly Row[],
  covered: readonly (readonly Covering[])[],
  question: Question,
  from: number,
): { best: number; share: number } {
  const full = (question.aboutState || question.aboutTime === true) && supporting.length > 0;
  const best = full ? 1 : Math.min(...covered.map(bestOf));
  const share = (best - MIN_RELEVANT_COVERAGE) / (from - MIN_RELEVANT_COVERAGE);
  return { best, share: Math.min(1, Math.max(0, share)) };
}

/** The confidence formula, over the facts related to the question and scaled by their coverage. */
function confidenceOf(
  { warnings, supersededCount }: QualityInput,
  supporting: number,
  cited: number,
  share: number,
): number {
  if (supporting === 0) return 0;
  const raw =
    0.25 +
    share * (0.22 * Math.min(supporting, 2) + 0.28 * Math.min(cited, 2)) +
    (supersededCount > 0 ? 0.07 * share : 0);
  return round(Math.max(0, Math.min(0.95, raw) - lostBy(warnings)));
}

function lostBy(warnings: readonly string[]): number {
  return Math.min(0.35, 0.18 * warnings.length);
}

function warned(warnings: readonly string[]): string[] {
  return warnings.length > 0 ? ['Checkout contains warnings that reduce confidence.'] : [];
}

function judged(
  answerability: Answerability,
  status: RecallStatus,
  confidence: number,
  reasons: string[],
  required_action: JsonObject | null,
  rest: Omit<Judgement, 'quality' | 'status'>,
): Judgement {
  return {
    quality: { answerability, confidence: round(confidence), reasons, required_action },
    status,
    ...rest,
  };
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
