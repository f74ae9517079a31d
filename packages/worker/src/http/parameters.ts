/** The parameters of queries: each is a schema that reads the texts sent for it. */
import { invalidRequest, type HookloomError } from '@hookloom/core';
import { CLIENTS } from '@hookloom/hooks/clients';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { parseInstant } from '../notes/instants.ts';

/** By name. A list of texts is sent for each. */
export type QueryShape = Record<string, z.ZodType>;

interface About {
  /** Other names under which it may be sent. */
  spellings?: readonly string[];
  /** What the reference page says after its name. */
  note?: string;
}
const about = z.registry<About>();

/** What was sent for each parameter, trimmed and without empty texts. */
export function textsOf(shape: QueryShape, sent: URLSearchParams): Record<string, string[]> {
  const texts = Object.entries(shape).map(([name, schema]) => {
    const names = [name, ...(about.get(schema)?.spellings ?? [])];
    const given = names.flatMap((spelling) => sent.getAll(spelling)).map((text) => text.trim());
    return [name, given.filter((text) => text !== '')];
  });
  return Object.fromEntries(texts);
}

/** The names in a shape, for the reference page. */
export function acceptedWords(shape: QueryShape): string {
  const words = Object.entries(shape).map(([name, schema]) => {
    const note = about.get(schema)?.note;
    return `\`${name}\`${note === undefined ? '' : ` (${note})`}`;
  });
  return words.join(', ');
}

/** @param read Returns `WRONG` for texts that are not what is expected. */
function parameter<T>(
  read: (texts: string[]) => T | typeof WRONG,
  expected: string,
  known: About = {},
) {
  const schema = z.array(z.string()).transform((texts, context) => {
    const value = read(texts);
    if (value !== WRONG) return value;
    context.issues.push({ code: 'custom', message: `must be ${expected}`, input: texts });
    return z.NEVER;
  });
  return schema.register(about, known);
}
const WRONG = Symbol('wrong');

const MAX_NAMES = 200;
const MAX_CHARS = 4096;

export function text({ most = MAX_CHARS, ...known }: About & { most?: number } = {}) {
  const read = ([one]: string[]) => (one !== undefined && one.length > most ? WRONG : one);
  return parameter(read, `at most ${most} characters long`, known);
}

interface Bounds<D> extends About {
  min?: number;
  max?: number;
  byDefault?: D;
  /** A larger number counts as the largest. */
  isCapped?: boolean;
}

export function integer<const D extends number | undefined = undefined>(bounds: Bounds<D> = {}) {
  const { min = 0, max = Number.MAX_SAFE_INTEGER, byDefault, isCapped = false } = bounds;
  const limits = [byDefault, bounds.max && `at most ${bounds.max}`].filter((one) => one);
  return parameter(
    ([one]): number | D | typeof WRONG => {
      if (one === undefined) return byDefault as D;
      const value = /^\d{1,15}$/.test(one) ? Number(one) : NaN;
      if (!(value >= min) || (value > max && !isCapped)) return WRONG;
      return Math.min(value, max);
    },
    `a whole number from ${min}${isCapped || bounds.max === undefined ? '' : ` to ${max}`}`,
    { ...(limits.length > 0 && { note: limits.join(', ') }), ...bounds },
  );
}

/** A part of a list. The answer contains the values used. */
export const page = {
  offset: integer({ byDefault: 0, max: 1_000_000, isCapped: true, note: '0' }),
  limit: integer({ byDefault: 20, min: 1, max: 100, isCapped: true }),
};

export function word<W extends string>(words: readonly W[], byDefault: W, known: About = {}) {
  const read = ([one = byDefault]: string[]) => words.find((each) => each === one) ?? WRONG;
  return parameter(read, words.join(', ').replace(/, ([^,]+)$/, ' or $1'), known);
}

export function flag(known: About = {}) {
  return parameter(([one = '']) => /^(true|1|yes)$/i.test(one), 'true or false', known);
}

/** Names that may be repeated and separated by commas; undefined if there is none. */
export function names(...spellings: string[]) {
  return parameter(
    (texts) => listed(texts.flatMap((each) => each.split(',')).map((each) => each.trim())),
    `at most ${MAX_NAMES} names`,
    { spellings },
  );
}

/** Like `names`, for values that may contain a comma. */
export function paths(...spellings: string[]) {
  return parameter(listed, `at most ${MAX_NAMES} paths`, { spellings, note: 'repeatable' });
}

function listed(texts: string[]): string[] | undefined | typeof WRONG {
  const given = [...new Set(texts.filter((each) => each !== ''))];
  if (given.length > MAX_NAMES || given.some(({ length }) => length > MAX_CHARS)) return WRONG;
  return given.length === 0 ? undefined : given;
}

const DAY_MS = 86_400_000;

/** Milliseconds of an ISO 8601 date or instant, or of milliseconds. As an end, a day means its last millisecond. */
export function instant(edge: 'start' | 'end', ...spellings: string[]) {
  return parameter(
    ([one]) => {
      if (one === undefined) return undefined;
      const ms = /^\d{10,15}$/.test(one) ? Number(one) : parseInstant(one);
      if (Number.isNaN(ms)) return WRONG;
      return edge === 'end' && /^\d{4}-\d\d-\d\d$/.test(one) ? ms + DAY_MS - 1 : ms;
    },
    'an ISO 8601 date or instant',
    { spellings },
  );
}

/** The first and the last instant of a period. */
export const period = {
  dateStart: instant('start', 'date_start', 'date_from', 'from'),
  dateEnd: instant('end', 'date_end', 'date_to', 'to'),
};

export const platformSource = names('platform_source');

/** Every name of a client: users write `claude`, the hooks of Claude Code send `claude-code`. */
const ALIASES = new Map(
  Object.values(CLIENTS).flatMap(({ name, aliases = [] }) => {
    const all = [...aliases, name];
    return all.map((one) => [one, all] as const);
  }),
);

/** The documented filter on the client, in the query or as a header. */
export function platformsOf(call: {
  query: { platformSource: string[] | undefined };
  request: IncomingMessage;
}): string[] | undefined {
  const { query, request } = call;
  const header = request.headers['x-platform-source'];
  const sent =
    query.platformSource ??
    (typeof header === 'string' && header.trim() !== '' ? [header.trim()] : undefined);
  return sent?.flatMap((name) => ALIASES.get(name.toLowerCase()) ?? [name.toLowerCase()]);
}

/** For what a schema of one parameter cannot check. */
export function badParameter(name: string, expected: string): HookloomError {
  return invalidRequest(
    `${name} must be ${expected}.`,
    'Correct it and call again; see docs/reference/http.md.',
  );
}
