import { attempt, invalidRequest, sha256Hex, type HookloomError } from '@hookloom/core';

/** The start of the next page. Gives no access: it only works with the same question and session. */
export type QueryCursor = ReturnType<typeof parseCursor>;

/** What a cursor is bound to. */
export interface QueryBinding {
  query: string;
  also: readonly string[] | undefined;
  session: string;
  temporalFilter: string | undefined;
  /** Identifies the other logs and files that are read: see `session-sources.ts`. */
  mark: string;
}

/** How many rows can be paged through. */
export const MAX_OFFSET = 1000;

export function renderCursor(cursor: QueryCursor, binding: QueryBinding): string {
  const fields = [2, cursor.offset, cursor.heads, digestOf(binding)];
  return Buffer.from(JSON.stringify(fields)).toString('base64url');
}

/** Throws `invalid_request` if the text is not a cursor or was made for another question, session or filter. */
export function parseCursor(text: string, binding: QueryBinding) {
  const fields = fieldsOf(text);
  if (fields === null) throw refuse('is not one that memory_query gave out');
  const [offset, heads, digest] = fields;
  if (digest !== digestOf(binding))
    throw refuse(
      'belongs to another query, session or temporal filter, or shared memory has changed since',
    );
  return {
    offset,
    /** The heads of the session and its parts at the first page. Later pages read the logs up to there. */
    heads,
  };
}

function fieldsOf(text: string): [offset: number, heads: number[], digest: string] | null {
  const value: unknown = attempt(() => JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  if (!Array.isArray(value) || value.length !== 4 || value[0] !== 2) return null;
  const [, offset, heads, digest] = value as unknown[];
  if (!isCount(offset) || offset > MAX_OFFSET) return null;
  if (!Array.isArray(heads) || !heads.every(isCount)) return null;
  return typeof digest === 'string' ? [offset, heads, digest] : null;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function digestOf({ query, also, session, temporalFilter, mark }: QueryBinding): string {
  const bound = [query, session, temporalFilter ?? null, also ?? [], mark];
  return sha256Hex(JSON.stringify(bound)).slice(0, 16);
}

function refuse(what: string): HookloomError {
  return invalidRequest(
    `The cursor ${what}.`,
    'Ask again without a cursor and take next_cursor from the answer.',
  );
}
