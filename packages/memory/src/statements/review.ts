/** A person's decision about a proposed statement: one that comes from an assistant's words. */
import { parseCitation, sha256Hex, type JsonObject } from '@hookloom/core';
import { REVIEW_ACTIONS, type ReviewAction, type StoredEvent } from '@hookloom/core/events';
import { withoutOpening } from './slot.ts';
import { STATEMENT_KINDS, type StatementKind } from './statement.ts';

export { STATEMENT_KINDS, type StatementKind } from './statement.ts';

const KEY = /^[0-9a-f]{32}$/;

/** Identifies a statement in a review: its event, and which of the event's statements is meant. */
export interface ReviewedPlace {
  seq: number;
  key: string;
}

export interface StatementReview extends ReviewedPlace {
  action: ReviewAction;
  /** With `edit`: the person's replacement text. */
  edited: { kind: StatementKind; text: string } | null;
  into: ReviewedPlace | null;
}

/**
 * The same words have the same key, whatever their case, punctuation and opening. 32 hex digits: the log stores no
 * text.
 *
 * @example statementKey('Never push to main.') === statementKey('ok, never push to `main`!')
 */
export function statementKey(text: string): string {
  const words = withoutOpening(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return sha256Hex((words ?? [text]).join(' ')).slice(0, 32);
}

/** The review in an event of this log; null for any channel but a person's, and if it names nothing. */
export function reviewIn({ payload, origin, threadId }: StoredEvent): StatementReview | null {
  const action = REVIEW_ACTIONS.find((each) => each === payload['action']);
  const place = placeIn(payload, { citation: 'citation', key: 'key' }, threadId);
  const into = placeIn(payload, { citation: 'into', key: 'into_statement' }, threadId);
  const kind = STATEMENT_KINDS.find((each) => each === payload['kind']);
  const { text } = payload;
  if (origin?.channel !== 'user' || action === undefined || place === null) return null;
  const edited =
    action === 'edit' && kind !== undefined && typeof text === 'string' ? { kind, text } : null;
  if ((action === 'edit' && edited === null) || (action === 'merge' && into === null)) return null;
  return { ...place, action, edited, into };
}

function placeIn(
  payload: JsonObject,
  name: { citation: string; key: string },
  log: string,
): ReviewedPlace | null {
  const [citation, key] = [payload[name.citation], payload[name.key]];
  if (typeof citation !== 'string' || typeof key !== 'string' || !KEY.test(key)) return null;
  try {
    const { session, seq } = parseCitation(citation);
    return session === log ? { seq, key } : null;
  } catch {
    return null;
  }
}
