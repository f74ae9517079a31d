/** Events that fail verification, as an answer lists them at its start. */
import type { UnavailableEvent } from '@hookloom/core/events';
import { inLogOrder } from '../shown/citation-check.ts';
import { foldText } from '../shown/clean-text.ts';

/** The JSON form in an answer. */
export interface UnavailableEntry {
  session_id: string;
  seq: number;
  /** Present if several consecutive events are unavailable for one reason. */
  last_seq?: number;
  reason: UnavailableEvent['reason'];
  detail: string;
}

/** More are only counted; `hookloom verify` names the first. */
const MOST_NAMED = 8;

/** Removes duplicates. Neighbours that fail for the same reason become one entry. */
export function mergeUnavailable(
  ...lists: readonly (readonly UnavailableEvent[])[]
): UnavailableEvent[] {
  const merged: UnavailableEvent[] = [];
  for (const each of inLogOrder(lists.flat())) {
    const before = merged.at(-1);
    const end = each.last ?? each.seq;
    const beforeEnd = before === undefined ? 0 : (before.last ?? before.seq);
    if (before === undefined || before.session !== each.session || each.seq > beforeEnd + 1) {
      merged.push({ ...each });
      continue;
    }
    if (end <= beforeEnd) continue;
    if (before.reason === each.reason) before.last = end;
    else merged.push({ ...each, seq: beforeEnd + 1, ...(end > beforeEnd + 1 && { last: end }) });
  }
  return merged;
}

export function countUnavailable(events: readonly UnavailableEvent[]): number {
  return events.reduce((sum, { seq, last = seq }) => sum + last - seq + 1, 0);
}

export function unavailableEntries(events: readonly UnavailableEvent[]): UnavailableEntry[] {
  return events.slice(0, MOST_NAMED).map(({ session, seq, last, reason, detail }) => ({
    session_id: session,
    seq,
    ...(last !== undefined && { last_seq: last }),
    reason,
    detail: foldText(detail),
  }));
}

/** One line each, for the start of a text. Empty if nothing is unavailable. */
export function unavailableLines(events: readonly UnavailableEvent[]): string[] {
  if (events.length === 0) return [];
  const named = events.slice(0, MOST_NAMED);
  const more = countUnavailable(events) - countUnavailable(named);
  return [
    ...named.map((each) => `- ${unavailableText(each)}`),
    ...(more > 0 ? [`- ${more} more are unavailable.`] : []),
    '- Nothing of these events is shown, and what they changed is not known. Run `hookloom verify`.',
  ];
}

/** @example 'Events 12 to 14 of shop-default are unavailable (hash_mismatch): …' */
export function unavailableText({ session, seq, last, reason, detail }: UnavailableEvent): string {
  const which =
    last === undefined
      ? `Event ${seq} of ${session} is unavailable`
      : `Events ${seq} to ${last} of ${session} are unavailable`;
  return `${which} (${reason}): ${foldText(detail)}.`;
}

/** A warning sentence, or nothing. */
export function unavailableWarnings(events: readonly UnavailableEvent[]): string[] {
  const count = countUnavailable(events);
  if (count === 0) return [];
  return [
    count === 1
      ? 'An event that affects this answer is unavailable: it does not verify in the log.'
      : `${count} events that affect this answer are unavailable: they do not verify in the log.`,
  ];
}
