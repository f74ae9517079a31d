/** From when and until when a sentence holds: "until Friday", "from June", "this week". In UTC. */

export interface Validity {
  /** ISO 8601: valid from then on, later than it was said. */
  from?: string;
  /** ISO 8601: no longer valid from then on. */
  until?: string;
  /** The text without the words for the time. */
  rest: string;
}

const DAY = 86_400_000;
const WEEKDAYS: readonly string[] = [
  'sunday|sonntag',
  'monday|montag',
  'tuesday|dienstag',
  'wednesday|mittwoch',
  'thursday|donnerstag',
  'friday|freitag',
  'saturday|samstag|sonnabend',
];
const MONTHS: readonly string[] = [
  'january|januar|jan',
  'february|februar|feb',
  'march|märz|mar',
  'april|apr',
  'may|mai',
  'june|juni|jun',
  'july|juli|jul',
  'august|aug',
  'september|sept|sep',
  'october|oktober|oct|okt',
  'november|nov',
  'december|dezember|dec|dez',
];
const MONTH = `(?<month>${MONTHS.join('|')})(?![\\p{L}])`;
const DATE = [
  '(?<iso>\\d{4}-\\d\\d-\\d\\d)',
  `(?<weekday>${WEEKDAYS.join('|')})(?![\\p{L}])`,
  `(?:${MONTH}\\.?(?:\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?)?|(?<dayBefore>\\d{1,2})(?:\\.|st|nd|rd|th)?\\s+(?:of\\s+)?(?<monthAfter>${MONTHS.join('|')})(?![\\p{L}]))(?:,?\\s+(?<year>20\\d\\d))?`,
  '(?<end>(?:the\\s+)?end\\s+of\\s+(?:the\\s+|this\\s+)?|ende\\s+(?:der|des|dieser|dieses)\\s+)(?<unit>week|month|year|woche|monats|jahres)',
  '(?<tomorrow>tomorrow|morgen(?!s))',
  '(?<next>next\\s+week|nächste[rn]?\\s+woche)',
].join('|');
const BEFORE = '(?<=^|[\\s,;:(])';
const UNTIL = new RegExp(
  `${BEFORE}(?:(?:valid|only)\\s+)?(?:until|till|through|bis(?:\\s+(?:zum|einschließlich))?)\\s+(?:the\\s+)?(?:${DATE})(?:\\s+only)?`,
  'iu',
);
const FROM = new RegExp(
  `${BEFORE}(?:from|starting(?:\\s+(?:from|on|in|with))?|beginning(?:\\s+(?:on|in))?|effective|as\\s+of|ab(?:\\s+dem)?)\\s+(?:the\\s+)?(?:${DATE})(?:\\s+on(?:wards)?)?`,
  'iu',
);
const WHILE = new RegExp(
  `${BEFORE}(?:(?:only\\s+)?(?:(?<today>today|heute)|(?:for\\s+)?(?<week>this\\s+week|diese\\s+woche)|(?:for\\s+)?(?<thisMonth>this\\s+month|diesen\\s+monat))|(?:for|in|during)\\s+the\\s+next\\s+(?<count>\\d{1,2}|two|three|four|five)\\s+(?<units>days?|weeks?)|(?:in\\s+den|für\\s+die)\\s+nächsten\\s+(?<zahl>\\d{1,2}|zwei|drei|vier|fünf)\\s+(?<einheit>tagen?|wochen?))(?![\\p{L}])`,
  'iu',
);
/** Cheap, and true for every sentence with such words. */
const MAYBE =
  /\b(?:until|till|through|from|starting|beginning|effective|as of|today|this (?:week|month)|the next|bis|ab|heute|diese|nächsten)\b/i;
const COUNTS: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  zwei: 2,
  drei: 3,
  vier: 4,
  fünf: 5,
};

/** @example validityOf('Until Friday, deploys are frozen.', '2026-03-02T09:00:00Z').until === '2026-03-07T00:00:00.000Z' */
export function validityOf(text: string, saidAt: string): Validity {
  const now = Date.parse(saidAt);
  if (!MAYBE.test(text) || Number.isNaN(now)) return { rest: text };
  const today = now - (now % DAY);
  const rest = (match: RegExpExecArray): string =>
    `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
      .replace(/^[\s,]+/, '')
      .replace(/\s+(?=[.!]?$)|(?<=\s)\s+/g, '');
  const until = UNTIL.exec(text);
  if (until !== null) {
    const [, end] = spanOf(until.groups!, today);
    return { until: new Date(end).toISOString(), rest: rest(until) };
  }
  const from = FROM.exec(text);
  if (from !== null) {
    const [start] = spanOf(from.groups!, today);
    return start > now
      ? { from: new Date(start).toISOString(), rest: rest(from) }
      : { rest: rest(from) };
  }
  const during = WHILE.exec(text);
  return during === null
    ? { rest: text }
    : { until: new Date(endOf(during.groups!, today)).toISOString(), rest: rest(during) };
}

type Groups = Readonly<Record<string, string | undefined>>;

function endOf({ week, thisMonth, count, units, zahl, einheit }: Groups, today: number): number {
  if (week !== undefined) return weekEnd(today);
  if (thisMonth !== undefined) return monthStart(today, 1);
  const named = count ?? zahl;
  if (named === undefined) return today + DAY;
  const unit = /^w/i.test(units ?? einheit ?? '') ? 7 : 1;
  return today + (COUNTS[named.toLowerCase()] ?? Number(named)) * unit * DAY + DAY;
}

/** The first instant of the named time, and the first one after it. "Until June" ends when June begins. */
function spanOf(groups: Groups, today: number): [start: number, end: number] {
  const { iso, weekday, end, unit = '', tomorrow, next, year } = groups;
  const dayLong = (at: number): [number, number] => [at, at + DAY];
  if (iso !== undefined) return dayLong(Date.parse(`${iso}T00:00:00Z`));
  if (weekday !== undefined) {
    const ahead = indexOf(WEEKDAYS, weekday) - new Date(today).getUTCDay();
    return dayLong(today + ((ahead + 7) % 7) * DAY);
  }
  if (tomorrow !== undefined) return dayLong(today + DAY);
  if (next !== undefined) return [weekEnd(today), weekEnd(today) + 7 * DAY];
  if (end !== undefined) {
    const at = /^w/i.test(unit)
      ? weekEnd(today)
      : /^m/i.test(unit)
        ? monthStart(today, 1)
        : Date.UTC(new Date(today).getUTCFullYear() + 1, 0);
    return [at, at];
  }
  const month = indexOf(MONTHS, groups['month'] ?? groups['monthAfter'] ?? '');
  const day = groups['day'] ?? groups['dayBefore'];
  const here = new Date(today).getUTCFullYear();
  const inYear = (of: number): number => Date.UTC(of, month, Number(day ?? 1));
  const at =
    year !== undefined
      ? inYear(Number(year))
      : inYear(here) < today
        ? inYear(here + 1)
        : inYear(here);
  return day === undefined ? [at, at] : dayLong(at);
}

function indexOf(names: readonly string[], name: string): number {
  return names.findIndex((each) => each.split('|').includes(name.toLowerCase()));
}

/** Weeks end with Sunday. */
function weekEnd(today: number): number {
  return today + (7 - ((new Date(today).getUTCDay() + 6) % 7)) * DAY;
}

function monthStart(today: number, ahead: number): number {
  const date = new Date(today);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + ahead);
}
