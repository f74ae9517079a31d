import { countsSomething, CAN_ANSWER, NUMBER, type AnswerKind } from './answer-forms.ts';
import { ASKS_CODE_NAME, ASKS_STATUS } from '../question/question-words.ts';
import { type Question, termsIn } from '../question/question.ts';
import type { Row } from './select.ts';

export type Slot = 'source' | 'numeric' | 'temporal' | 'exact' | 'semantic';

/** What an answer to the question must contain. */
export interface SlotPlan {
  answer_type: 'state' | 'number' | 'time' | 'reason' | 'list' | 'fact';
  operation: 'lookup' | 'count' | 'aggregate' | 'compare';
  required_slots: Slot[];
  optional_slots: Slot[];
  required_source_groups: number;
  required_kinds: AnswerKind[];
  reasons: string[];
}

interface Rule {
  pattern: RegExp;
  reason: string;
  answer_type?: SlotPlan['answer_type'];
  operation?: SlotPlan['operation'];
  slots?: Slot[];
  groups?: number;
  kinds?: AnswerKind[];
}

/** The first match decides the type and the operation; every match adds its slots. */
const RULES: Rule[] = [
  {
    pattern: /\bhow many\b|\bnumber of\b|\bcount of\b/i,
    reason: 'aggregation_question',
    answer_type: 'number',
    operation: 'count',
    slots: ['numeric'],
  },
  {
    // "Why was the cart total wrong?" names a total and asks for a reason.
    pattern:
      /\b(?:in total|altogether|in all|total (?:number|amount|cost|count|size|time|price) of|(?:sum|average|mean) of)\b|\b(?:what|how (?:much|many))\b[^?]{0,40}\b(?:total|sum|average)\b/i,
    reason: 'aggregation',
    answer_type: 'number',
    operation: 'aggregate',
    slots: ['numeric'],
  },
  {
    pattern:
      /\bhow (?:much|long|often|big|large|fast|slow|old|far)\b|\b(?:which|what)(?: \w+){0,3} (?:port|version|number|limit|size|timeout|deadline|percentage|threshold|budget|price|cost)\b/i,
    reason: 'numeric_question',
    answer_type: 'number',
    slots: ['numeric'],
  },
  { pattern: /\bhow (?:long|old)\b/i, reason: 'time_span_question', kinds: ['time_span'] },
  { pattern: /\bhow often\b/i, reason: 'frequency_question', kinds: ['frequency'] },
  {
    pattern:
      /\bhow much\b[^?]*\b(?:cost|costs|pay|paid|spend|spent|charge|charged)\b|\b(?:price|cost|fee|bill) (?:of|for)\b/i,
    reason: 'money_question',
    kinds: ['money'],
  },
  {
    pattern: /\bhow (?:much|big|large|fast|slow|far)\b/i,
    reason: 'size_question',
    kinds: ['size'],
  },
  {
    pattern: /\b(?:which|what)(?: [\w.-]+){0,3} version\b/i,
    reason: 'version_question',
    kinds: ['version'],
  },
  { pattern: ASKS_CODE_NAME, reason: 'name_question', kinds: ['code_name'] },
  {
    // "What happens when the quota is reached?" does not ask for a time.
    pattern:
      /(?:^|[,;?.]\s{0,2}|\b(?:and|or|since|until|by|know|say|tell me|exactly|remember) )when\b|\b(?:what (?:date|day|time)|which (?:date|day)|how recently)\b/i,
    reason: 'temporal_question',
    answer_type: 'time',
    slots: ['temporal'],
  },
  {
    pattern:
      /\bwhen (?:will|shall|are we|is)\b[^?]{0,60}\b(?:be|planned|due|scheduled|expected|released|going)\b|\b(?:due date|deadline for)\b/i,
    reason: 'future_question',
    kinds: ['date'],
  },
  {
    // Past events have the time of their record; a current or future statement needs its time in words.
    pattern: /\bwhen (?:do|does|may|can|must|should|is|are)\b/i,
    reason: 'standing_time_question',
    kinds: ['moment'],
  },
  {
    pattern: /\b(?:which|what) (?:day|date) (?:do|does|may|can|must|should|is|are)\b/i,
    reason: 'standing_day_question',
    kinds: ['date'],
  },
  {
    pattern: /\b(?:why|reasons?|rationale|how come)\b/i,
    reason: 'rationale_question',
    answer_type: 'reason',
    kinds: ['rationale'],
  },
  {
    pattern: /\bwho(?:m|se)?\b(?! (?:said|says|asked|asks|wanted|wants|told|decided|decides))/i,
    reason: 'person_question',
    kinds: ['person'],
  },
  {
    pattern:
      /\b(?:which|what) (?:team|person|people|colleague|engineer|developer|reviewer|manager|company|vendor)s?\b/i,
    reason: 'group_question',
    kinds: ['person'],
  },
  { pattern: ASKS_STATUS, reason: 'status_question', kinds: ['status'] },
  {
    pattern: /\b(?:in percent|what percent|(?:which|what) percentage)\b/i,
    reason: 'percentage_question',
    kinds: ['percentage'],
  },
  {
    pattern:
      /\b(?:which|what)\b[^?]{0,80}\b(?:do|did|have|should|will) we (?:use|used|choose|chosen|pick|picked|adopt|adopted)\b|\b(?:did|do|have) we (?:choose|chosen|decide|decided|pick|picked)\b/i,
    reason: 'choice_question',
    kinds: ['choice'],
  },
  {
    pattern: /\b(?:compare|difference|versus|vs\.?|both)\b/i,
    reason: 'comparison',
    operation: 'compare',
    groups: 2,
  },
  { pattern: /\b(?:did|do|have|has|had|was|were|is)\b[^?]*\bever\b/i, reason: 'absence_check' },
  {
    pattern: /\b(?:list|which of|all (?:the|of)|every)\b/i,
    reason: 'list_question',
    answer_type: 'list',
  },
  { pattern: /\b(?:quote|verbatim|source|cite|citation|exact words)\b/i, reason: 'source_recall' },
];

const IDENTIFIER = /[`"']|[\w-]+[./_:][\w./_:-]+|\b[a-z]+[A-Z]\w*|--[a-z][\w-]+/;

/** Reads the slots from the words of the question. Deterministic; English question words. */
export function planSlots(query: string, aboutState: boolean): SlotPlan {
  const matched = RULES.filter(({ pattern }) => pattern.test(query));
  const slots = new Set<Slot>(['source', ...matched.flatMap((rule) => rule.slots ?? [])]);
  const optional: Slot[] = [IDENTIFIER.test(query) ? 'exact' : 'semantic'];
  const answerType = matched.find((rule) => rule.answer_type)?.answer_type;
  return {
    answer_type: answerType ?? (aboutState ? 'state' : 'fact'),
    operation: matched.find((rule) => rule.operation)?.operation ?? 'lookup',
    required_slots: [...slots],
    optional_slots: optional,
    required_source_groups: Math.max(1, ...matched.map((rule) => rule.groups ?? 1)),
    required_kinds: matched.flatMap((rule) => rule.kinds ?? []),
    reasons: matched.map(({ reason }) => reason),
  };
}

export interface EvidencePlan {
  mode: 'current_facts' | 'source_recall' | 'multi_source';
  required_source_groups: number;
  source_lane_slots: number;
  reasons: string[];
}

export function planEvidence(slots: SlotPlan, reportedSlots: number): EvidencePlan {
  const sourceRecall = slots.reasons.includes('source_recall');
  return {
    mode:
      slots.required_source_groups > 1
        ? 'multi_source'
        : sourceRecall
          ? 'source_recall'
          : 'current_facts',
    required_source_groups: slots.required_source_groups,
    source_lane_slots: reportedSlots,
    reasons: slots.reasons,
  };
}

/** Slots and kinds that none of the rows related to the question fills. */
export function missingSlots(
  plan: SlotPlan,
  supporting: readonly Row[],
  question: Question,
): string[] {
  const texts = supporting.map((row) => `${row.content}\n${JSON.stringify(row.properties)}`);
  const filled: Record<Slot, boolean> = {
    source: supporting.some(({ citation }) => citation !== null),
    numeric: texts.some((text) =>
      plan.operation === 'count' ? countsSomething(text, question) : NUMBER.test(text),
    ),
    temporal: supporting.some(({ validFrom }) => validFrom !== ''),
    exact: true,
    semantic: true,
  };
  const groups = new Set(supporting.map(({ key }) => key)).size;
  return [
    ...plan.required_slots.filter((slot) => !filled[slot]),
    ...plan.required_kinds.filter(
      (kind) => !supporting.some((row) => CAN_ANSWER[kind](row, question)),
    ),
    ...(groups < plan.required_source_groups ? ['source_groups'] : []),
  ];
}

/** Records of runs and edits. They do not state what was chosen. */
const RECORDS: ReadonlySet<string> = new Set([
  'command.completed',
  'file.edit.applied',
  'tool.call.completed',
  'verification.recorded',
]);

/** True if a row can answer the question at all. Command output does not answer a question about a choice. */
export function mayAnswer(plan: SlotPlan, { eventType }: Row): boolean {
  return !plan.required_kinds.includes('choice') || !RECORDS.has(eventType);
}

/** One part of a question: "how is it compared, and why did the test fail?" has two. */
export interface QuestionPart {
  /** Indexes of the question's terms in this part. */
  terms: ReadonlySet<number>;
  slots: SlotPlan;
}

/**
 * A conjunction or punctuation before another question word. Cuts "What and when", but not "the host on which it ran".
 */
const CUT =
  /\s*(?:[,;]\s*and|[,;?]|\band)\s+(?=(?:(?:for|since|until|by|on|in|at|from) )?(?:why|how|when|where|who|whose|which|what)\b)/i;
/** A part that refers to the subject of the part before it. */
const REFERS = /\b(?:it|its|they|them|their|this|that|these|those|he|she|him|her|one)\b/i;
const MAX_PARTS = 4;

/**
 * The parts of a question, each with its own terms and slots. A part that names nothing is about the part before it.
 */
export function partsOf(query: string, question: Question, whole: SlotPlan): QuestionPart[] {
  const texts = query.split(CUT).filter((text) => /\p{L}/u.test(text));
  const all = new Set(question.terms.keys());
  if (texts.length < 2 || texts.length > MAX_PARTS || question.aboutState)
    return [{ terms: all, slots: whole }];
  const parts: QuestionPart[] = [];
  for (const text of texts) {
    const own = termsIn(question, text);
    const before = parts.at(-1)?.terms ?? new Set<number>();
    const names = [...own].some((index) => question.terms[index]!.distinguishing);
    const terms = names && !REFERS.test(text) ? own : new Set([...before, ...own]);
    parts.push({ terms, slots: planSlots(text, false) });
  }
  return parts.every(({ terms }) => terms.size > 0) ? parts : [{ terms: all, slots: whole }];
}
