/** Validates parameters of queries and bodies: a wrong one is a 400 that names it, never its value. */
import { invalidRequest, type HookloomError } from '@hookloom/core';
import { CLIENTS } from '@hookloom/hooks/clients';
import { parseInstant } from '../../notes/instants.ts';
import type { Call } from '../server.ts';

export const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 100;
const MAX_OFFSET = 1_000_000;
const MAX_NAMES = 100;
const MAX_NAME_CHARS = 4096;

export function badParameter(name: string, expected: string): HookloomError {
  return invalidRequest(
    `${name} must be ${expected}.`,
    'Correct it and call again; see docs/how-to/read-notes-over-http.md.',
  );
}

/** An integer of a query, capped at `max`. The answer contains the value used. */
export function wholeNumber(
  query: URLSearchParams,
  name: string,
  { byDefault, min = 0, max }: { byDefault: number; min?: number; max: number },
): number {
  const text = query.get(name);
  if (text === null || text === '') return byDefault;
  if (!/^\d{1,15}$/.test(text) || Number(text) < min)
    throw badParameter(name, `a whole number from ${min}`);
  return Math.min(Number(text), max);
}

export function pageOf(query: URLSearchParams): { offset: number; limit: number } {
  return {
    offset: wholeNumber(query, 'offset', { byDefault: 0, max: MAX_OFFSET }),
    limit: wholeNumber(query, 'limit', { byDefault: DEFAULT_LIMIT, min: 1, max: MAX_LIMIT }),
  };
}

/** The names in a parameter that may be repeated and may be a comma-separated list, under any of its spellings. */
export function namesOf(query: URLSearchParams, ...spellings: string[]): string[] | undefined {
  const given = spellings.flatMap((name) => query.getAll(name)).flatMap((text) => text.split(','));
  const names = [...new Set(given.map((name) => name.trim()).filter((name) => name !== ''))];
  if (names.length > MAX_NAMES || names.some((name) => name.length > MAX_NAME_CHARS))
    throw badParameter(spellings[0]!, `at most ${MAX_NAMES} names`);
  return names.length === 0 ? undefined : names;
}

/** Like `namesOf`, for values that may contain a comma. */
export function pathsOf(query: URLSearchParams, ...spellings: string[]): string[] | undefined {
  const paths = [...new Set(spellings.flatMap((name) => query.getAll(name)))].filter(Boolean);
  if (paths.length > MAX_NAMES || paths.some((path) => path.length > MAX_NAME_CHARS))
    throw badParameter(spellings[0]!, `at most ${MAX_NAMES} paths`);
  return paths.length === 0 ? undefined : paths;
}

/** One text, under any of its spellings; undefined if there is none. */
export function textOf(query: URLSearchParams, ...spellings: string[]): string | undefined {
  for (const name of spellings) {
    const text = query.get(name)?.trim() ?? '';
    if (text.length > MAX_NAME_CHARS) throw badParameter(name, 'at most 4,096 characters long');
    if (text !== '') return text;
  }
  return undefined;
}

const DAY_MS = 86_400_000;

/** Milliseconds of an ISO 8601 date or instant, or of milliseconds. As an end, a day means its last millisecond. */
export function instantOf(
  query: URLSearchParams,
  edge: 'start' | 'end',
  ...spellings: string[]
): number | undefined {
  const text = textOf(query, ...spellings);
  if (text === undefined) return undefined;
  const ms = /^\d{10,15}$/.test(text) ? Number(text) : parseInstant(text);
  if (Number.isNaN(ms)) throw badParameter(spellings[0]!, 'an ISO 8601 date or instant');
  return edge === 'end' && /^\d{4}-\d\d-\d\d$/.test(text) ? ms + DAY_MS - 1 : ms;
}

/** Every name of a client: users write `claude`, the hooks of Claude Code send `claude-code`. */
const ALIASES = new Map(
  Object.values(CLIENTS).flatMap(({ name, aliases = [] }) => {
    const all = [...aliases, name];
    return all.map((one) => [one, all] as const);
  }),
);

/** The documented filter on the client, in the query or as a header. */
export function platformsOf({ query, request }: Pick<Call, 'query' | 'request'>) {
  const header = request.headers['x-platform-source'];
  const names =
    namesOf(query, 'platformSource', 'platform_source') ??
    (typeof header === 'string' && header.trim() !== '' ? [header.trim()] : undefined);
  return names?.flatMap((name) => ALIASES.get(name.toLowerCase()) ?? [name.toLowerCase()]);
}

export function isTrue(query: URLSearchParams, name: string): boolean {
  return /^(true|1|yes)$/i.test(query.get(name) ?? '');
}
