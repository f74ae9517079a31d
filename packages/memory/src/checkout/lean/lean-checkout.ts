/** The short form of a checkout: one line per row, every text once, within every budget from 200 tokens on. */
import { findAll } from '../checkout.ts';
import { WINDOW_CUT, type Findings } from '../findings.ts';
import { placedRows, type JudgedItem } from '../items.ts';
import { estimateTokens, packToBudget, sizeOf } from '../pack.ts';
import type { CheckoutDeps, CheckoutRequest } from '../request.ts';
import type { LeanAnswer, LeanPromptAnswer, LeanRow } from './answer.ts';
import { partsOf, showsState, type Extra, type Part, type Section } from './parts.ts';
import { defined, type JsonObject } from '@hookloom/core';
import { judgeAnswer } from '../assemble.ts';
import { excerpt, foldText, label, laneOf, nameInLane } from '../../shown/clean-text.ts';
import type { Quality } from '../quality.ts';
import type { SupersededEntry } from '../response.ts';
import { unavailableEntries } from '../unavailable.ts';
import { renderLeanPrompt } from './prompt.ts';

export interface LeanRequest extends CheckoutRequest {
  /** Where the text of the rows is: in the fields (`json`), or in `prompt`. Default `json`. */
  format?: 'json' | 'prompt' | undefined;
}

type Answer = LeanAnswer | LeanPromptAnswer;

const LEAN_ROWS = 40;
/** Share of the question. A row above it may be useful, even if it is not an answer. */
const KNOWN_FROM = 0.3;
const UNKNOWN_ROWS = 16;

/**
 * Reads the same rows as `checkout` and reaches the same judgement. The budget admits rows in a fixed order; a larger
 * one never removes a row.
 *
 * @example
 * const { quality, current_facts } = await leanCheckout(deps, { query: 'Which store?', session: 'demo-default' });
 */
export async function leanCheckout<R extends LeanRequest>(
  deps: CheckoutDeps,
  request: R,
): Promise<R extends { format: 'prompt' } ? LeanPromptAnswer : LeanAnswer> {
  const answer = packLean(deps, request, await findLean(deps, request));
  return answer as Awaited<ReturnType<typeof leanCheckout<R>>>;
}

/** The input of an answer in this form. */
export async function findLean(deps: CheckoutDeps, request: LeanRequest): Promise<Findings> {
  const findings = await findAll(deps, request, request.limit ?? LEAN_ROWS);
  if (!showsState(findings))
    findings.warnings = findings.warnings.filter((warning) => warning !== WINDOW_CUT);
  return findings;
}

/** The answer within the budget of the plan. */
export function packLean(
  deps: Pick<CheckoutDeps, 'estimateTokens'>,
  request: LeanRequest,
  findings: Findings,
): Answer {
  const { maxTokens } = findings.plan;
  const estimate = deps.estimateTokens ?? estimateTokens;
  const asPrompt = request.format === 'prompt';
  const partsFor = (rows: number): ReturnType<typeof partsOf> =>
    partsOf(findings, rows).filter(({ section }) => !asPrompt || section !== 'superseded');
  const { facts, reported } = findings.selection;
  const judged = placedRows(facts, reported);
  let parts = partsFor(request.limit ?? LEAN_ROWS);
  const at = (count: number, enough: number, isBrief = false, isJudged = true): Answer =>
    assembleLean(findings, {
      rows: judged,
      kept: parts.slice(0, count),
      elided: parts.slice(count),
      asPrompt,
      enough,
      isBrief,
      isJudged,
    });
  let answer = at(parts.length, 0);
  if (request.limit === undefined && isUnknown(findings, answer)) {
    parts = partsFor(UNKNOWN_ROWS);
    answer = at(parts.length, 0);
  }
  const whole = sizeOf(answer, maxTokens, estimate);
  const enough = Math.ceil((whole * 1.2 + 200) / 100) * 100;
  return packToBudget(
    parts.map((part) => ('line' in part ? part.line : '')),
    { maxTokens, standard: LEAN_TOKENS, estimate },
    [
      {
        least: 1,
        at: (count) => at(count, enough),
        // A prompt without a judgement is not always shorter, and a custom token count may not grow with the bytes.
        ...(!asPrompt &&
          deps.estimateTokens === undefined && {
            atLeast: (count: number) => at(count, enough, false, false),
          }),
      },
      { most: 1, at: (count) => at(count, enough, true) },
    ],
  );
}

/** The memory has no answer, and no row has much of the question. */
function isUnknown({ selection, question }: Findings, { quality }: Answer): boolean {
  if (quality.answerability !== 'ask_user' || question.terms.length === 0) return false;
  const { facts, reported, more } = selection;
  return ![...facts, ...reported, ...more].some(({ coverage }) => coverage >= KNOWN_FROM);
}

/** The budget of the short form without a request. */
export const LEAN_TOKENS = 2000;

export interface LeanParts {
  kept: readonly (Part | Extra)[];
  elided: readonly (Part | Extra)[];
  asPrompt: boolean;
  /** The budget that contains everything that was found. */
  enough: number;
  /** Leaves out the parts that the smallest budgets cannot contain. */
  isBrief: boolean;
  /** The items of all rows on which a judgement is based. */
  rows: readonly JudgedItem[];
  /** False: only to compare sizes. */
  isJudged: boolean;
}

/** A placeholder that is shorter than every judgement. */
const UNJUDGED = {
  quality: {
    answerability: '',
    confidence: 0,
    reasons: [],
    required_action: {},
  } as unknown as Quality,
  status: '' as const,
};

const MAX_WARNINGS = 3;
const MAX_UNAVAILABLE = 3;

export function assembleLean(
  findings: Findings,
  { kept, elided, asPrompt, enough, isBrief, isJudged, rows: judged }: LeanParts,
): LeanAnswer | LeanPromptAnswer {
  const { session, target, notices, unavailable, warnings, withheld, selection } = findings;
  const shown = kept.filter(isPart);
  const left = elided.filter(isPart).filter((part) => !isTold(part, kept));
  const budgets = { standard: LEAN_TOKENS, enough };
  const judgement = isJudged
    ? judgeAnswer(findings, itemsOf(judged, shown), itemsOf(judged, left), budgets)
    : UNJUDGED;
  const isDetailed = kept.some(({ section }) => section === 'details');
  const quality =
    isDetailed || !isJudged
      ? judgement.quality
      : brief(judgement.quality, isBrief ? (asPrompt ? 0 : 1) : 2);
  const pairs = kept.filter((part) => part.section === 'answered');
  const others = new Set(pairs.map(({ other }) => other));
  const longer = new Map(
    kept.flatMap((part) => (part.section === 'longer' ? [[part.of, part.by]] : [])),
  );
  for (const { of, by } of pairs) longer.set(of, by);
  const parts = shown.filter((part) => !others.has(part)).map((part) => longer.get(part) ?? part);
  const of = (section: Section): Part[] => parts.filter((part) => part.section === section);
  const [facts, evidence, older] = [of('current_facts'), of('evidence'), of('superseded')];
  const list = (section: Section): object =>
    asPrompt || of(section).length === 0 ? {} : { [section]: of(section).map(({ json }) => json) };
  const rows = (of: readonly Part[]): LeanRow[] => of.map(({ json }) => json as LeanRow);
  const numbers = (of: readonly Part[], from: number): { ref: string }[] =>
    of.map((_, at) => ({ ref: `c${from + at}` }));
  const cited = [...facts, ...evidence, ...others].flatMap(({ row }) => row?.citation ?? []);
  const cut = isBrief && left.length > 0 ? { all: leftOut(left.length) } : cutFrom(left);
  return {
    ...(unavailable.length > 0 &&
      !isBrief && { unavailable: unavailableEntries(unavailable).slice(0, MAX_UNAVAILABLE) }),
    ...(notices.length > 0 && !isBrief && { notices: [...notices] }),
    session_id: session,
    quality,
    ...list('answer_candidates'),
    ...(asPrompt
      ? {
          prompt: renderLeanPrompt({ findings, quality, parts, cut, isBrief }),
          current_facts: numbers(facts, 1),
          evidence: numbers(evidence, facts.length + 1),
        }
      : { current_facts: rows(facts), evidence: rows(evidence) }),
    warnings: isBrief ? [] : warnings.slice(0, MAX_WARNINGS),
    ...list('skills'),
    ...list('working_set'),
    ...list('recent_events'),
    ...(older.length > 0 && {
      retention: { superseded: older.map(({ json }) => json as unknown as SupersededEntry) },
    }),
    ...(target !== null && {
      ref: {
        name: target.name,
        session_id: target.session,
        target_seq: target.seq,
        target_hash: target.hash,
      },
    }),
    guidance: {
      feedback: { tool: 'memory_feedback', payloads: isDetailed ? payloadsOf(facts) : [] },
    },
    diagnostics: {
      current_fact_count: facts.length,
      citation_count: new Set(cited).size,
      ...(selection.supersededCount > 0 && {
        superseded_contexts_excluded: selection.supersededCount,
      }),
      warning_count: warnings.length,
      recall: { status: judgement.status },
      ...(withheld.length > 0 && { withheld: { count: withheld.length } }),
      ...(findings.gathered.fallback !== null && {
        projection_fallback: { ...findings.gathered.fallback },
      }),
      ...(isDetailed && doubtsOf(findings)),
      ...(left.length > 0 && { elided: { count: left.length, ...cut } }),
      budget_requested: null,
      budget_used: 0,
    },
  };
}

function isPart(part: Part | Extra): part is Part {
  return part.section !== 'details' && part.section !== 'longer' && part.section !== 'answered';
}

/** Whether the line of another row contains it. */
function isTold(part: Part, kept: readonly (Part | Extra)[]): boolean {
  return kept.some((each) => each.section === 'answered' && each.other === part);
}

/** The items on which a judgement is based. */
function itemsOf(judged: readonly JudgedItem[], parts: readonly Part[]): JudgedItem[] {
  const rows = new Set(parts.map(({ row }) => row));
  return [...judged.filter(({ row }) => rows.has(row)), ...parts.flatMap(({ item }) => item ?? [])];
}

const NAMED = 3;

/** Lanes that could not be read, and files that changed since a row cited them. */
function doubtsOf({ gathered: { degraded }, codeAnchors }: Findings): JsonObject {
  const stale = codeAnchors?.stale.slice(0, NAMED) ?? [];
  return {
    ...(degraded.length > 0 && {
      retrieval_degraded: degraded.slice(0, NAMED).map(({ lane, reason }) => ({ lane, reason })),
    }),
    ...(stale.length > 0 && { code_anchors: { stale: stale.map((entry) => ({ ...entry })) } }),
  };
}

function leftOut(count: number): string {
  return `${count} left out by the budget`;
}

/** Per list: the number of rows that the budget omitted. */
function cutFrom(elided: readonly Part[]): Record<string, string> {
  const sections = [...new Set(elided.map(({ section }) => section))];
  return Object.fromEntries(
    sections.map((section) => {
      const count = elided.filter((part) => part.section === section).length;
      return [section, leftOut(count)];
    }),
  );
}

/** For the first fact, which has the number `c1`. Callers report other rows the same way. */
function payloadsOf([first]: readonly Part[]): JsonObject[] {
  const row = first?.row;
  if (row === undefined || row.citation === null) return [];
  return [
    {
      entity_name: 'c1',
      entity_type: label(nameInLane(row.entityType ?? 'memory', 60, laneOf(row))),
      feedback: 'used',
      actor: 'assistant',
      citation: row.citation,
    },
  ];
}

const BRIEF_CHARS = 90;

/** The decision in the smallest budgets. */
function brief(
  { answerability, confidence, reasons, required_action: action }: Quality,
  most: number,
): Quality {
  const { query } = action ?? {};
  const asked = typeof query === 'string' ? { query: excerpt(foldText(query), BRIEF_CHARS) } : {};
  const { type, tool, max_tokens } = action ?? {};
  return {
    answerability,
    confidence,
    reasons: reasons.slice(0, most).map((reason) => excerpt(reason, BRIEF_CHARS)),
    required_action:
      action === null
        ? null
        : {
            ...defined({ type, tool }),
            ...asked,
            ...(max_tokens !== undefined && { max_tokens }),
          },
  };
}
