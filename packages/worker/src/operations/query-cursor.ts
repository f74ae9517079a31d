import { HookloomError, sha256Hex } from '@hookloom/core';

/** Where the next page starts. Gives no authority: it only works with the question and session it was made for. */
export interface QueryCursor {
  offset: number;
  /** The head of the session when the first page was read. All pages read the log up to there. */
  asOfSeq: number;
}

/** What a cursor is bound to. */
export interface QueryBinding {
  query: string;
  also: readonly string[] | undefined;
  session: string;
  temporalFilter: string | undefined;
}

/** Rows that can be paged through. */
export const MAX_OFFSET = 1000;

export function renderCursor(cursor: QueryCursor, binding: QueryBinding): string {
  const fields = [1, cursor.offset, cursor.asOfSeq, digestOf(binding)];
  return Buffer.from(JSON.stringify(fields)).toString('base64url');
}

/** Throws `invalid_request` if the text is not a cursor or was made for another question, session or filter. */
export function parseCursor(text: string, binding: QueryBinding): QueryCursor {
  const fields = fieldsOf(text);
  if (fields === null) throw refuse('is not one that memory_query gave out');
  const [offset, asOfSeq, digest] = fields;
  if (digest !== digestOf(binding))
    throw refuse('belongs to another query, session or temporal filter');
  return { offset, asOfSeq };
}

function fieldsOf(text: string): [offset: number, asOfSeq: number, digest: string] | null {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
  if (!Array.isArray(value) || value.length !== 4 || value[0] !== 1) return null;
  const [, offset, asOfSeq, digest] = value as unknown[];
  if (!isCount(offset) || offset > MAX_OFFSET || !isCount(asOfSeq)) return null;
  return typeof digest === 'string' ? [offset, asOfSeq, digest] : null;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function digestOf({ query, also, session, temporalFilter }: QueryBinding): string {
  return sha256Hex(JSON.stringify([query, session, temporalFilter ?? null, also ?? []])).slice(
    0,
    16,
  );
}

function refuse(what: string): HookloomError {
  return new HookloomError(
    'invalid_request',
    `The cursor ${what}.`,
    'Ask again without a cursor and take next_cursor from the answer.',
  );
}
