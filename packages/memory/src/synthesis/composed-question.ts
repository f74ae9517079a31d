/** Determines from the words of a question what must be composed, without guessing. English only, without a model. */
import type { Mode, Operation } from './ledger-row.ts';
import { singular } from './quantities.ts';
import { kindOf, LEFT_OUT, measuresOf, SCOPES, type Measure, type RecordKind } from './wording.ts';

export interface ComposedQuestion {
  mode: Mode;
  /** Null to list the sources without computing. */
  operation: Operation | null;
  /** What a value must measure. Null if the operation counts events or accepts any single kind of value. */
  measure: Measure | null;
  /** What is counted: `test` in "how many tests in total". */
  noun: string | null;
  /** The kind of record to count or list. */
  record: RecordKind | null;
  outcome: 'failed' | 'passed' | null;
  /** The two ends of a difference or an interval. */
  sides: [string, string] | null;
  /** Why no candidate may be offered, however well the rows match. */
  unclear: 'scope_not_understood' | 'several_measures' | 'no_measure' | null;
  reasons: string[];
}

const SUM = /\b(?:total|sum|altogether|in all|combined|in total)\b/i;
const AVERAGE = /\b(?:average|mean|on average)\b/i;
const TIMES = /\b(?:how many times|number of times|how often (?:did|has|have|had|was|were))\b/i;
const HOW_MANY = /\b(?:how many|number of|count of|count the)\s+/i;
const DIFFERENCE =
  /\b(?:difference between|by how much did|how much (?:faster|slower|smaller|larger|bigger|cheaper)|before and after)\b/i;
const LIST =
  /(?:^\s*(?:please\s+)?(?:list|name|enumerate)\b|\b(?:which|what)\s+(?:are\s+|were\s+)?(?:all\s+)?(?:the\s+|our\s+|my\s+)?)/i;
const EVER =
  /\b(?:did|do|have|has|had|was|were|is)\b[^?]{0,200}\bever\b|\bever\b[^?]{0,200}\?|\bnever\b/i;
const ACROSS = /\b(?:compare|versus|vs\.?|across|summari[sz]e|overview of|pros and cons)\b/i;
const PREFERENCES = /\b(?:my|our|the user'?s?|all)\s+preferences\b|\bwhat\s+preferences\b/i;

/** Null if nothing must be composed, because the facts answer the question. */
export function readComposedQuestion(query: string): ComposedQuestion | null {
  const text = query.replace(/\s+/g, ' ').trim();
  // A question about a reason composes nothing: "Why was the total wrong?"
  if (/^why\b/i.test(text)) return null;
  const between = intervalSides(text);
  if (between !== null) {
    const [start, end] = between;
    return question(text, 'interval', ['temporal_interval'], { sides: [start, end] });
  }
  if (DIFFERENCE.test(text))
    return question(text, 'difference', ['difference'], { sides: differenceSides(text) });
  if (TIMES.test(text)) return question(text, 'count', ['aggregation_question']);
  const counted = HOW_MANY.exec(text);
  const rest = counted === null ? '' : text.slice(counted.index + counted[0].length);
  const record = counted === null ? null : kindOf(rest);
  if (record !== null) return question(text, 'count', ['aggregation_question'], { record });
  if (AVERAGE.test(text)) return question(text, 'average', ['aggregation'], nounOf(text));
  if (SUM.test(text)) return question(text, 'sum', ['aggregation'], nounOf(text));
  if (PREFERENCES.test(text))
    return {
      ...question(text, 'list', ['preference_profile'], { record: 'preference' }),
      mode: 'preference_profile',
    };
  const listed = LIST.exec(text);
  const kind = listed === null ? null : kindOf(text.slice(listed.index + listed[0].length));
  if (kind !== null) return question(text, 'list', ['list_question'], { record: kind });
  if (EVER.test(text)) return { ...question(text, null, ['absence_check']), mode: 'absence_check' };
  if (ACROSS.test(text))
    return { ...question(text, null, ['comparison']), mode: 'source_synthesis' };
  return null;
}

function question(
  text: string,
  operation: Operation | null,
  reasons: string[],
  more: Partial<ComposedQuestion> = {},
): ComposedQuestion {
  const measures = measuresOf(text);
  const numeric = operation === 'sum' || operation === 'average' || operation === 'difference';
  const [measure = null] = numeric ? measures : [];
  const noun = measure === null ? (more.noun ?? null) : null;
  return {
    mode: 'multi_source_aggregation',
    operation,
    measure,
    record: null,
    outcome: outcomeOf(text),
    sides: null,
    reasons,
    ...more,
    noun,
    unclear: unclearOf(text, operation, { measures: numeric ? measures : [], noun }),
  };
}

function unclearOf(
  text: string,
  operation: Operation | null,
  { measures, noun }: { measures: Measure[]; noun: string | null },
): ComposedQuestion['unclear'] {
  // The sides of an interval or a difference are searched as events, so their words do not limit the scope.
  const scoped =
    operation === 'interval' || operation === 'difference'
      ? text.replace(/\b(?:before|after|until|since)\b/gi, ' ')
      : text;
  if (SCOPES.test(scoped.replace(LEFT_OUT, ' '))) return 'scope_not_understood';
  if (measures.length > 1) return 'several_measures';
  const needed = operation === 'sum' || operation === 'average';
  return needed && measures.length === 0 && noun === null ? 'no_measure' : null;
}

const FAILED = /\b(?:fail(?:s|ed|ing|ures?)?|crash(?:es|ed)?|break|broke|broken|errors?)\b/i;
const PASSED = /\b(?:pass(?:es|ed|ing)?|succeed(?:s|ed)?|successful(?:ly)?|green)\b/i;

function outcomeOf(text: string): ComposedQuestion['outcome'] {
  const [failed, passed] = [FAILED.test(text), PASSED.test(text)];
  return failed === passed ? null : failed ? 'failed' : 'passed';
}

const NOUN =
  /\b(?:how many|(?:total|average|mean|sum)(?: of)?(?: the| all| all the)?(?: number of)?|number of)\s+(?:(?:new|failing|failed|passing|passed|added|removed|unit)\s+)?([a-z][a-z-]+s)\b/i;
const NO_NOUN = /^(?:was|is|has|does|this|minutes|seconds|hours|days|weeks|times|costs)$/i;

function nounOf(text: string): { noun: string | null } {
  const noun = NOUN.exec(text)?.[1];
  return { noun: noun === undefined || NO_NOUN.test(noun) ? null : singular(noun) };
}

const INTERVALS = [
  /\bhow (?:long|much time|many (?:seconds|minutes|hours|days|weeks))\b[^?]*?\bbetween (.+?) and (.+?)\s*\??$/i,
  /\bhow (?:long|much time)\b[^?]*?\bfrom (.+?) (?:to|until|till) (.+?)\s*\??$/i,
];
const LATER =
  /\bhow (?:long|much time|many (?:seconds|minutes|hours|days|weeks)) (after|before) (.+?),? (?:did|was|were|had) (.+?)\s*\??$/i;

/** Start and end of an interval, in this order if the question implies one. */
function intervalSides(text: string): [string, string] | null {
  for (const pattern of INTERVALS) {
    const match = pattern.exec(text);
    if (match !== null) return [match[1]!, match[2]!];
  }
  const match = LATER.exec(text);
  if (match === null) return null;
  return match[1]!.toLowerCase() === 'after' ? [match[2]!, match[3]!] : [match[3]!, match[2]!];
}

function differenceSides(text: string): [string, string] | null {
  const match = /\bdifference between (.+?) and (.+?)\s*\??$/i.exec(text);
  return match === null ? null : [match[1]!, match[2]!];
}
