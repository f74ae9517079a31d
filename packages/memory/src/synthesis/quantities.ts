/** Numbers with a unit in running text. Ignores ambiguous ones. */
import type { RowKind } from './ledger-row.ts';
import { UNITS } from './units.ts';

export interface Quantity {
  kind: Extract<RowKind, 'duration' | 'size' | 'money' | 'percent' | 'count'>;
  value: number;
  /** A key of `UNITS`, a currency code, `%`, or the counted noun. */
  unit: string;
  /** The words with the number. */
  span: string;
  /** False for bounds, guesses, rates and ranges: "about 40", "at most 5 s", "30 s per run". */
  measured: boolean;
  index: number;
}

const NUMBER = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`;
const BEFORE = String.raw`(?<![\p{L}\p{N}_#/.,:-])`;
const AFTER = String.raw`(?![\p{L}\p{N}_]|[.,:/-]\p{N})`;

const COMPOUND = pattern(
  String.raw`(\d+)\s?(h|hours?|m|mins?|minutes?)[\s,]*(?:and )?(\d+(?:\.\d+)?)\s?(m|mins?|minutes?|s|secs?|seconds?)`,
);
const WITH_UNIT = pattern(
  String.raw`(${NUMBER})[\s-]?(ms|milliseconds?|msecs?|s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?|weeks?|bytes?|kB|KB|KiB|MB|MiB|GB|GiB)`,
);
const MONEY_SIGN = new RegExp(String.raw`(?<![\p{L}\p{N}])([$€£])\s?(${NUMBER})${AFTER}`, 'gu');
const MONEY_WORD = pattern(String.raw`(${NUMBER})\s?(USD|EUR|GBP|CHF|dollars?|euros?)`, 'i');
const PERCENT = new RegExp(String.raw`${BEFORE}(${NUMBER})\s?(?:%|percent\b)`, 'gu');

const CURRENCY: Record<string, string> = {
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  dollar: 'USD',
  euro: 'EUR',
};

const WORD_NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(
  ' ',
);

function pattern(body: string, flags = ''): RegExp {
  return new RegExp(`${BEFORE}${body}${AFTER}`, `gu${flags}`);
}

/** Durations, sizes, money and percentages in a text, in order. */
export function readQuantities(text: string): Quantity[] {
  const found: Quantity[] = [];
  const taken: [number, number][] = [];
  const put = (match: RegExpMatchArray, kind: Quantity['kind'], value: number, unit: string) => {
    const [index, end] = [match.index!, match.index! + match[0].length];
    if (!Number.isFinite(value) || taken.some(([from, to]) => index < to && end > from)) return;
    taken.push([index, end]);
    found.push({
      kind,
      value,
      unit,
      span: match[0],
      measured: isMeasured(text, index, end),
      index,
    });
  };
  for (const match of text.matchAll(COMPOUND)) {
    const [first, second] = [unitOf(match[2]!, true)!, unitOf(match[4]!, true)!];
    // "5 min, 7 min" are two durations.
    if (first === second) continue;
    const scale = UNITS[first]!.factor / UNITS[second]!.factor;
    put(match, 'duration', tidy(Number(match[1]) * scale + Number(match[3])), second);
  }
  for (const match of text.matchAll(WITH_UNIT)) {
    const unit = unitOf(match[2]!, false);
    if (unit !== null) put(match, UNITS[unit]!.kind, numberOf(match[1]!), unit);
  }
  for (const match of text.matchAll(MONEY_SIGN))
    put(match, 'money', numberOf(match[2]!), CURRENCY[match[1]!]!);
  for (const match of text.matchAll(MONEY_WORD)) {
    const word = match[2]!.toLowerCase().replace(/s$/, '');
    put(match, 'money', numberOf(match[1]!), CURRENCY[word] ?? word.toUpperCase());
  }
  for (const match of text.matchAll(PERCENT)) put(match, 'percent', numberOf(match[1]!), '%');
  return found.sort((a, b) => a.index - b.index);
}

/** "18 tests", "three failing tests", "tests: 18" for the given noun in the singular. */
export function readCounts(text: string, noun: string): Quantity[] {
  const many = nounPattern(noun);
  const number = `(${NUMBER}|${WORD_NUMBERS.join('|')})`;
  const ahead = new RegExp(
    String.raw`${BEFORE}${number}\s+(?:(?:new|more|failing|failed|passing|passed|added|removed|open|unit)\s+){0,2}${many}(?![\p{L}\p{N}_-])`,
    'giu',
  );
  const behind = new RegExp(
    String.raw`(?<![\p{L}\p{N}_-])${many}\s?[:=]\s?(${NUMBER})${AFTER}`,
    'giu',
  );
  return [...text.matchAll(ahead), ...text.matchAll(behind)]
    .map((match): Quantity => {
      const word = WORD_NUMBERS.indexOf(match[1]!.toLowerCase());
      const value = word >= 0 ? word : numberOf(match[1]!);
      const measured = isMeasured(text, match.index, match.index + match[0].length);
      return { kind: 'count', value, unit: noun, span: match[0], measured, index: match.index };
    })
    .sort((a, b) => a.index - b.index);
}

/** The singular of an English noun, for comparisons in this file. */
export function singular(noun: string): string {
  const lower = noun.toLowerCase();
  if (/(?:ss|us|is)$/.test(lower)) return lower;
  if (lower.endsWith('ies') && lower.length > 4) return `${lower.slice(0, -3)}y`;
  if (/(?:ch|sh|x|ss)es$/.test(lower)) return lower.slice(0, -2);
  return lower.replace(/s$/, '');
}

function nounPattern(noun: string): string {
  const escaped = noun.replace(/[^\p{L}\p{N}]/gu, '');
  return escaped.endsWith('y')
    ? `(?:${escaped}|${escaped.slice(0, -1)}ies)`
    : `${escaped}(?:s|es)?`;
}

const NOT_BEFORE =
  /(?:\b(?:about|approximately|approx\.?|around|roughly|nearly|almost|circa|some|at most|at least|up to|under|over|above|below|within|beyond|less than|more than|fewer than|every|each|max(?:imum)?|min(?:imum)?|after|limit(?: of)?|budget(?: of)?|timeout(?: of| is)?|older than|longer than|first|next|last)\s+(?:the\s+|of\s+|is\s+)?|[~<>≤≥±≈]\s?|\d\s?(?:-|–|to|or)\s?)$/iu;
const NOT_AFTER =
  /^(?:\s?(?:\/|per\b|each\b|or (?:more|less|so)|at most|at least|timeout|limit|budget|interval|deadline|window|ago\b|later\b|old\b|from now|or\s\d|-\s?\d|–\s?\d|\+))/iu;

function isMeasured(text: string, index: number, end: number): boolean {
  return (
    !NOT_BEFORE.test(text.slice(Math.max(0, index - 40), index)) &&
    !NOT_AFTER.test(text.slice(end, end + 30))
  );
}

/** `m` alone may be metres. It means minutes only next to another part of a duration. */
function unitOf(written: string, compound: boolean): string | null {
  const lower = written.toLowerCase();
  if (/^(?:ms|milliseconds?|msecs?)$/.test(lower)) return 'ms';
  if (/^(?:s|secs?|seconds?)$/.test(lower)) return 's';
  if (/^(?:mins?|minutes?)$/.test(lower) || (compound && lower === 'm')) return 'min';
  if (/^(?:h|hrs?|hours?)$/.test(lower)) return 'h';
  if (/^days?$/.test(lower)) return 'd';
  if (/^weeks?$/.test(lower)) return 'wk';
  if (/^bytes?$/.test(lower)) return 'B';
  if (written === 'KB') return 'kB';
  return Object.hasOwn(UNITS, written) ? written : null;
}

function numberOf(written: string): number {
  return Number(written.replaceAll(',', ''));
}

function tidy(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
