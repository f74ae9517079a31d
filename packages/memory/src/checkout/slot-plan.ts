import { REASON_WORDS } from './question-words.ts';
import { termsIn, type Question } from './question.ts';
import type { Row } from './select.ts';

export type Slot = 'source' | 'numeric' | 'temporal' | 'exact' | 'semantic';

/** What an answer to the question must hold (zaxy.md §4.5). */
export interface SlotPlan {
  answer_type: 'state' | 'number' | 'time' | 'reason' | 'list' | 'fact';
  operation: 'lookup' | 'count' | 'aggregate' | 'compare';
  required_slots: Slot[];
  optional_slots: Slot[];
  required_source_groups: number;
  required_kinds: string[];
  reasons: string[];
}

interface Rule {
  pattern: RegExp;
  reason: string;
  answer_type?: SlotPlan['answer_type'];
  operation?: SlotPlan['operation'];
  slots?: Slot[];
  groups?: number;
  kinds?: string[];
}

/** First match decides the type and the operation; every match adds its slots. */
const RULES: Rule[] = [
  {
    pattern: /\bhow many\b|\bnumber of\b|\bcount of\b/i,
    reason: 'aggregation_question',
    answer_type: 'number',
    operation: 'count',
    slots: ['numeric'],
  },
  {
    pattern: /\b(?:total|sum|average|altogether|in all)\b/i,
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
  {
    pattern: /\b(?:when|what (?:date|day|time)|which (?:date|day)|since when|how recently)\b/i,
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
  {
    pattern: /\b(?:list|which of|all (?:the|of)|every)\b/i,
    reason: 'list_question',
    answer_type: 'list',
  },
  { pattern: /\b(?:quote|verbatim|source|cite|citation|exact words)\b/i, reason: 'source_recall' },
];

const IDENTIFIER = /[`"']|[\w-]+[./_:][\w./_:-]+|\b[a-z]+[A-Z]\w*|--[a-z][\w-]+/;

/** Reads the slots off the question's own words. Deterministic; English question words, like the reference. */
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

/** Slots and kinds that none of the rows that bear on the question fills. */
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
  const kinds: Record<string, boolean> = {
    rationale: texts.some((text) => REASON_WORDS.test(text)),
    date: supporting.some(({ content }) => DATE.test(content)),
    person: supporting.some(namesSomebody),
  };
  return [
    ...plan.required_slots.filter((slot) => !filled[slot]),
    ...plan.required_kinds.filter((kind) => kinds[kind] === false),
    ...(groups < plan.required_source_groups ? ['source_groups'] : []),
  ];
}

/** Records of what was run and edited: none of them says what was chosen. */
const RECORDS: ReadonlySet<string> = new Set([
  'command.completed',
  'file.edit.applied',
  'tool.call.completed',
  'verification.recorded',
]);

/** True when a row can answer the question at all: a choice is not answered by what a command printed. */
export function mayAnswer(plan: SlotPlan, { eventType }: Row): boolean {
  return !plan.required_kinds.includes('choice') || !RECORDS.has(eventType);
}

const ROLES: ReadonlySet<string> = new Set([
  'user',
  'assistant',
  'agent',
  'model',
  'system',
  'tool',
]);
/** A capital inside a sentence, or before a verb where a sentence begins. */
const NAME =
  /(?<=[\p{Ll}\p{N},;] )(?!I\b)\p{Lu}\p{Ll}{2,}|(?:^|[.:!?]\s)(?!(?:The|This|That|These|It|He|She|We|They|You|All|Each|Every|There|What|Who)\b)\p{Lu}\p{Ll}{2,} (?:did|does|is|was|has|had|will|can|took|takes|\p{Ll}+ed)\b/u;

function namesSomebody({ content, actor }: Row): boolean {
  return NAME.test(content) || !(ROLES.has(actor) || actor.startsWith('zaxy'));
}

const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|hundred|thousand|none|zero|once|twice|half)\b/i;
const DATE =
  /\b20\d\d\b|\b\d{1,2}(?:st|nd|rd|th)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:january|february|march|april|june|july|august|september|october|november|december)\b|\b(?:today|tomorrow|tonight|next (?:week|month|quarter|release))\b/i;
const COUNTED =
  /(?:([\p{L}]+)[\s:=]{1,3})?(?<![\p{L}\p{N}.:-])(?:\d+(?:,\d{3})*|one|two|three|four|five|six|seven|eight|nine|ten|no)(?![\p{N}:.-]*[\p{N}:])(?:\s+([\p{L}-]+))?(?:\s+([\p{L}-]+))?/giu;

/** True when a number stands beside a word of the question: "143 passed", "tests: 9", never "03:00" or "T-3". */
function countsSomething(text: string, question: Question): boolean {
  for (const [, before, after, next] of text.matchAll(COUNTED)) {
    const beside = [before, after, next].filter((word) => word !== undefined).join(' ');
    if (termsIn(question, beside).size > 0) return true;
  }
  return false;
}
