/**
 * The time expression of a question, as a window or an order: dates in several spellings, "yesterday", "two weeks ago",
 * "before the release", "as of May", "the first run". English. Relative words count from the newest visible event, not
 * from a clock, so the same log and question give the same bytes. Days are UTC.
 */
const DAY = 86_400_000;

export interface Span {
  /** Milliseconds, the end not included. */
  from: number;
  to: number;
}

export interface QuestionTime {
  /** The words that were understood. */
  phrase: string;
  /** An open side is null. */
  window: { from: number | null; to: number | null } | null;
  order: 'newest' | 'oldest' | null;
  /** "The first run" may be a name; "when did it first run", "for the last time" and "latest" are not. */
  isOrderPlain: boolean;
  /** What was valid then: the last millisecond that counts. */
  asOf: number | null;
  /** Before or after something named in words, which must be found. */
  event: { relation: 'before' | 'after'; words: string } | null;
  /** Words that only express a time. A question with only these words asks for anything that happened. */
  spent: string[];
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const COUNTS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const UNIT = '(minute|hour|day|night|week|weekend|month|quarter|year)';
const COUNT = `(\\d{1,3}|an?|${COUNTS.slice(1).join('|')}|a couple of|a few)`;

interface Reading {
  pattern: RegExp;
  /** Null if it is not a date after all. */
  read(found: readonly string[], now: number): Span | null;
}

const re = (source: string): RegExp => new RegExp(source, 'iu');

/** The most specific first. The first reading that succeeds wins. */
const READINGS: Reading[] = [
  {
    pattern: /\b(\d{4})[-/](\d{2})[-/](\d{2})(?:T\d[\d:.]*Z?)?/u,
    read: ([, y, m, d]) => dayOf(Number(y), Number(m), Number(d)),
  },
  {
    pattern: /\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/u,
    read: ([, d, m, y]) => dayOf(Number(y), Number(m), Number(d)),
  },
  {
    pattern: re(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTH})\\b\\.?,?(?: (\\d{4}))?`),
    read: ([, d, m, y], now) => dayOfYear(y, monthOf(m), Number(d), now),
  },
  {
    pattern: re(`\\b(${MONTH})\\.? (\\d{1,2})(?:st|nd|rd|th)?\\b(?!:)(?:,? (\\d{4}))?`),
    read: ([, m, d, y], now) => dayOfYear(y, monthOf(m), Number(d), now),
  },
  {
    pattern: re(`\\b(${MONTH})\\.?,? (\\d{4})\\b`),
    read: ([, m, y]) => monthSpan(Number(y), monthOf(m)),
  },
  {
    pattern: re(`\\b(?:in|of|during|since|before|after|until|by|last|this) (${MONTH})\\b(?! \\d)`),
    read([, m], now) {
      const here = new Date(now);
      const month = monthOf(m);
      return monthSpan(here.getUTCFullYear() - (month > here.getUTCMonth() ? 1 : 0), month);
    },
  },
  {
    pattern: /\bq([1-4])(?: (?:of )?(\d{4}))?\b/iu,
    read([, q, y], now) {
      const year = y === undefined ? new Date(now).getUTCFullYear() : Number(y);
      return { from: Date.UTC(year, 3 * (Number(q) - 1)), to: Date.UTC(year, 3 * Number(q)) };
    },
  },
  {
    pattern: /\b(?:in|of|during|since|before|after|until|by) (20\d{2})\b/iu,
    read: ([, y]) => ({ from: Date.UTC(Number(y), 0), to: Date.UTC(Number(y) + 1, 0) }),
  },
  {
    pattern: /\b(?:the )?day before yesterday\b/iu,
    read: (_, now) => span(startOf('day', now) - 2 * DAY, DAY),
  },
  {
    pattern: /\b(?:yesterday|last night)\b/iu,
    read: (_, now) => span(startOf('day', now) - DAY, DAY),
  },
  {
    pattern: /\b(?:today|tonight|this (?:morning|afternoon|evening))\b/iu,
    read: (_, now) => span(startOf('day', now), DAY),
  },
  {
    pattern: re(`\\b${COUNT} ${UNIT}s? (?:ago|earlier)\\b`),
    read: ([, count, unit], now) => ago(countOf(count), unit!.toLowerCase(), now),
  },
  {
    pattern: re(`\\b(?:in|within|during|over) the (?:last|past) (?:${COUNT} )?${UNIT}s?\\b`),
    read: ([, count, unit], now) => ({
      from: back(now, unit!.toLowerCase(), countOf(count)),
      to: now + 1,
    }),
  },
  {
    pattern: re(`\\b(?:last|past) ${COUNT} ${UNIT}s\\b`),
    read: ([, count, unit], now) => ({
      from: back(now, unit!.toLowerCase(), countOf(count)),
      to: now + 1,
    }),
  },
  {
    pattern: re(`\\b(last|previous|this) ${UNIT}\\b`),
    read([, which, unit], now) {
      const from = startOf(unit!.toLowerCase(), now);
      if (which!.toLowerCase() === 'this') return { from, to: now + 1 };
      return { from: startOf(unit!.toLowerCase(), from - 1), to: from };
    },
  },
  {
    pattern: re(
      // "May we deploy on Friday?" asks about every Friday, or the next one.
      `(?<!\\b(?:an?|any|every|each|next) )(?<!\\b(?:may|can|should|must|shall|will|allowed)\\b[^.!?]{0,80})\\b(?:last |on |since |before |after |this )(${WEEKDAYS.join('|')})\\b`,
    ),
    read([, name], now) {
      const today = startOf('day', now);
      const back = (new Date(today).getUTCDay() - WEEKDAYS.indexOf(name!.toLowerCase()) + 7) % 7;
      return span(today - (back === 0 ? 7 : back) * DAY, DAY);
    },
  },
];

/** Words before a date that make it an end of a window. */
const RELATION =
  /\b(as of|as at|as it (?:was|stood) (?:on|in|at)?|before|until|till|up to|prior to|by|after|since|from|between)\s+(?:the\s+)?$/i;
const EVENT =
  /\b(before|after|since|until)\s+(?!(?:that|this|then|it|them|we|i|you)\s*[?.!]*$)((?:[^\s,;?.!]|[.](?=\w))+(?:\s+(?:[^\s,;?.!]|[.](?=\w))+){0,9})/i;
const NEWEST = /\b(?:latest|newest|most recent(?:ly)?|recently|lately|last(?: time)?)\b/i;
const OLDEST = /\b(?:first(?: time)?|earliest|initial(?:ly)?|original(?:ly)?)\b/i;
const MAYBE_A_NAME =
  /(?:\b(?:the|an?|our|my|your|his|her|its|their|which|what|\d+)|'s) (?:first|last|initial|original)$|(?:recently|lately)$/i;
/** A cheap test: most questions have no time expression. */
const ANY = re(
  `\\d{4}|\\bq[1-4]\\b|${MONTH}\\b|\\b(?:${WEEKDAYS.join('|')}|yesterday|today|tonight|ago|earlier|earliest|last|past|previous|this|before|after|since|until|as of|latest|newest|recent|recently|lately|first|initial|initially|original|originally)\\b`,
);

export const hasTimeWords = (query: string): boolean => ANY.test(query);

/** Null: the question has no time expression. `now` is the newest visible event. */
export function readTime(query: string, now: number): QuestionTime | null {
  if (!hasTimeWords(query)) return null;
  const asked: QuestionTime = {
    phrase: '',
    window: null,
    order: null,
    isOrderPlain: false,
    asOf: null,
    event: null,
    spent: [],
  };
  const date = findSpan(query, now);
  if (date !== null) {
    const relation = date.relation ?? RELATION.exec(query.slice(0, date.at))?.[1]?.toLowerCase();
    const rest = query.slice(date.at + date.text.length);
    const second = relation === 'between' ? findSpan(rest.replace(/^\s*and\b/i, ''), now) : null;
    asked.phrase = [relation, date.text]
      .filter((part) => part !== undefined)
      .join(' ')
      .trim();
    asked.spent = date.text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    if (relation?.startsWith('as ')) asked.asOf = date.span.to - 1;
    else asked.window = windowOf(relation, date.span, second?.span);
    return asked;
  }
  const event = EVENT.exec(query);
  if (event !== null) {
    const relation = /^(?:before|until)$/i.test(event[1]!) ? 'before' : 'after';
    return { ...asked, phrase: event[0], event: { relation, words: event[2]! } };
  }
  const order = OLDEST.exec(query) ?? NEWEST.exec(query);
  if (order === null) return null;
  const isOrderPlain = !MAYBE_A_NAME.test(query.slice(0, order.index + order[0].length));
  const direction = OLDEST.test(query) ? 'oldest' : 'newest';
  return { ...asked, phrase: order[0], order: direction, isOrderPlain };
}

function findSpan(query: string, now: number) {
  for (const { pattern, read } of READINGS) {
    const found = pattern.exec(query);
    const read_ = found === null ? null : read([...found], now);
    if (found === null || read_ === null) continue;
    const relation = /^(before|until|by|after|since) /i.exec(found[0])?.[1]?.toLowerCase();
    const text = relation === undefined ? found[0] : found[0].slice(relation.length + 1);
    return {
      at: found.index,
      text,
      span: read_,
      /** Set if the pattern itself matched the preceding word ("since May"). */
      relation,
    };
  }
  return null;
}

function windowOf(
  relation: string | undefined,
  { from, to }: Span,
  second: Span | undefined,
): QuestionTime['window'] {
  switch (relation) {
    case 'before':
    case 'prior to':
      return { from: null, to: from };
    case 'until':
    case 'till':
    case 'up to':
    case 'by':
      return { from: null, to };
    case 'after':
      return { from: to, to: null };
    case 'since':
    case 'from':
      return { from, to: null };
    case 'between':
      return { from, to: second?.to ?? null };
    default:
      return { from, to };
  }
}

function span(from: number, length: number): Span {
  return { from, to: from + length };
}

function dayOf(year: number, month: number, day: number): Span | null {
  const from = Date.UTC(year, month - 1, day);
  const made = new Date(from);
  // 31 February is not a date.
  return made.getUTCMonth() === month - 1 && made.getUTCDate() === day ? span(from, DAY) : null;
}

/** Without a year: the last such day that is not after the newest event. */
function dayOfYear(year: string | undefined, month: number, day: number, now: number): Span | null {
  if (year !== undefined) return dayOf(Number(year), month + 1, day);
  const here = new Date(now).getUTCFullYear();
  const found = dayOf(here, month + 1, day);
  return found !== null && found.from > now ? dayOf(here - 1, month + 1, day) : found;
}

function monthSpan(year: number, month: number): Span {
  return { from: Date.UTC(year, month), to: Date.UTC(year, month + 1) };
}

function monthOf(name: string | undefined): number {
  return MONTHS.indexOf(name!.slice(0, 3).toLowerCase());
}

function countOf(word: string | undefined): number {
  if (word === undefined) return 1;
  const lower = word.toLowerCase();
  if (/^an?$/.test(lower)) return 1;
  if (lower === 'a couple of') return 2;
  if (lower === 'a few') return 3;
  const named = COUNTS.indexOf(lower);
  return named > 0 ? named : Number(lower);
}

const LENGTHS: Readonly<Record<string, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: DAY,
  night: DAY,
  week: 7 * DAY,
  weekend: 7 * DAY,
};
const MONTHS_IN: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 };

/** Weeks begin on Monday. A weekend is Saturday and Sunday of the week it ends. */
function startOf(unit: string, at: number): number {
  const date = new Date(at);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (unit === 'year') return Date.UTC(year, 0);
  if (unit === 'quarter') return Date.UTC(year, month - (month % 3));
  if (unit === 'month') return Date.UTC(year, month);
  if (unit === 'minute' || unit === 'hour') return at - (at % LENGTHS[unit]!);
  const day = at - (((at % DAY) + DAY) % DAY);
  if (unit === 'day' || unit === 'night') return day;
  return day - ((date.getUTCDay() + 6) % 7) * DAY;
}

function back(from: number, unit: string, count: number): number {
  const months = MONTHS_IN[unit];
  if (months === undefined) return from - count * LENGTHS[unit]!;
  const date = new Date(from);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months * count, date.getUTCDate());
}

/** "Two weeks ago" is accurate to about half the unit; "two days ago" is exactly that day. */
function ago(count: number, unit: string, now: number): Span {
  const then = back(now, unit, count);
  if (unit === 'day' || unit === 'night') return span(startOf('day', then), DAY);
  const months = MONTHS_IN[unit];
  if (months !== undefined) {
    const from = startOf(unit, then);
    const date = new Date(from);
    return { from, to: Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months) };
  }
  const half = LENGTHS[unit]! / 2;
  return { from: then - half, to: then + half };
}
