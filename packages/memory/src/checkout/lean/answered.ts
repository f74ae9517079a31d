/**
 * A turn that asks and the turn after it answer together: "Redis or Memcached?" and "Yes, that one" are unclear alone.
 * Both become one row, which cites both.
 */
import type { Row } from '../select.ts';

/** Events between a question and its answer, such as the records of a client's hooks. */
const APART = 3;
/** A longer answer is clear without the question. */
const SHORT_CHARS = 120;
const ASKS = /\?["'”’)\s]*$/;

/** The short answer to each row that asks, if both may be used in the same way. */
export function answersOf(rows: readonly Row[]): Map<Row, Row> {
  const turns = rows
    .filter((row) => row.conversation !== null && row.eventType === 'transcript.turn')
    .toSorted((a, b) => a.seq - b.seq);
  const answers = new Map<Row, Row>();
  turns.forEach((row, at) => {
    const next = turns.slice(at + 1).find((other) => other.seq > row.seq && isOne(row, other));
    if (next === undefined || next.seq - row.seq > APART) return;
    const isShort = next.content.length <= SHORT_CHARS && !ASKS.test(next.content);
    const isAsked = ASKS.test(row.content) && row.actor !== next.actor;
    if (isShort && isAsked && row.role === next.role) answers.set(row, next);
  });
  return answers;
}

function isOne(a: Row, b: Row): boolean {
  return a.session === b.session && a.conversation === b.conversation;
}
