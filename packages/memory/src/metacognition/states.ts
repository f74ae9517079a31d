/** The open items of an agent's own knowledge, and how they are closed. */

export const OPEN_KINDS = ['unknown', 'conflict', 'reverify'] as const;
export type OpenKind = (typeof OPEN_KINDS)[number];

export const OUTCOMES = ['resolved', 'dismissed', 'confirmed', 'refuted', 'obsolete'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** How each kind can be closed. A closed item stays closed; if it comes up again, it is a new record. */
export const CLOSINGS: Readonly<Record<OpenKind, readonly Outcome[]>> = {
  unknown: ['resolved', 'dismissed'],
  conflict: ['resolved'],
  reverify: ['confirmed', 'refuted', 'obsolete'],
};

/** Outcomes that need events as evidence. */
const PROVEN: ReadonlySet<Outcome> = new Set(['confirmed', 'refuted']);

export type ClosingRefusal = 'closed' | 'not_its_outcome' | 'no_evidence';

/** Why an item cannot be closed with this outcome; null if it can. */
export function whyNotClosed(
  { kind, isOpen }: { kind: OpenKind; isOpen: boolean },
  outcome: Outcome,
  sources: number,
): ClosingRefusal | null {
  if (!isOpen) return 'closed';
  if (!CLOSINGS[kind].includes(outcome)) return 'not_its_outcome';
  return PROVEN.has(outcome) && sources === 0 ? 'no_evidence' : null;
}

/** The event that closes an item of each kind. */
export const CLOSING_EVENTS: Readonly<Record<OpenKind, string>> = {
  unknown: 'metacognition.unknown.resolved',
  conflict: 'metacognition.conflict.resolved',
  reverify: 'metacognition.reverify.completed',
};
