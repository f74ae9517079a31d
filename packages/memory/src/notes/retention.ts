/** How long rows of each kind stay in lists and searches. The log keeps everything, whatever is asked for here. */
import { NOTE_TYPES } from '@hookloom/core/events/notes';

/** Days by kind; a kind that is not named, and 0, is kept for ever. */
export interface Retention {
  notes: number;
  /** Types of notes that go before `notes`. */
  types: Readonly<Record<string, number>>;
  prompts: number;
  summaries: number;
  /** What is counted beside the notes: the ledger of the models. */
  telemetry: number;
}

export const KEEP_ALL: Retention = { notes: 0, types: {}, prompts: 0, summaries: 0, telemetry: 0 };

/** One line of what is kept and what was put away. */
export interface RetentionRow {
  /** `notes:<type>`, `prompts`, `summaries` or `telemetry`. */
  kind: string;
  /** 0: for ever. */
  days: number;
  /** In lists and searches. */
  kept: number;
  /** Of those, the ones that stay because somebody pinned them, whatever their age. */
  pinned: number;
  /** In the log and put away here. */
  retired: number;
}

const DAY_MS = 86_400_000;

/** The oldest instant that is kept, epoch milliseconds. Time is that of the log's newest events, not of today. */
export function cutoff(newest: number, days: number): number {
  return days > 0 ? newest - days * DAY_MS : Number.MIN_SAFE_INTEGER;
}

export function daysOf({ notes, types }: Retention, type: string): number {
  return Object.hasOwn(types, type) && types[type]! > 0 ? types[type]! : notes;
}

/** Rules that put the same away are the same text. */
export function ruleText(rule: Retention): string {
  const types = NOTE_TYPES.map((type) => daysOf(rule, type));
  return JSON.stringify([rule.notes, types, rule.prompts, rule.summaries, rule.telemetry]);
}
