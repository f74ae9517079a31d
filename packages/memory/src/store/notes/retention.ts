/** How long rows of each kind stay in lists and searches. The log always keeps everything. */
import { NOTE_TYPES } from '@hookloom/core';

/** Days by kind. A missing kind, or 0, is kept forever. */
export interface Retention {
  notes: number;
  /** Types of notes that take precedence over `notes`. */
  types: Readonly<Record<string, number>>;
  prompts: number;
  summaries: number;
  /** The other counted kind: the ledger of the models. */
  telemetry: number;
}

export const KEEP_ALL: Retention = { notes: 0, types: {}, prompts: 0, summaries: 0, telemetry: 0 };

/** Kept and retired rows of one kind. */
export interface RetentionRow {
  /** `notes:<type>`, `prompts`, `summaries` or `telemetry`. */
  kind: string;
  /** 0: forever. */
  days: number;
  /** In lists and searches. */
  kept: number;
  /** Of the kept rows, those that stay because they are pinned, at any age. */
  pinned: number;
  /** In the log, but retired from lists. */
  retired: number;
}

const DAY_MS = 86_400_000;

/** The oldest instant to keep, epoch milliseconds. Relative to the log's newest events, not to today. */
export function cutoff(newest: number, days: number): number {
  return days > 0 ? newest - days * DAY_MS : Number.MIN_SAFE_INTEGER;
}

export function daysOf({ notes, types }: Retention, type: string): number {
  return Object.hasOwn(types, type) && types[type]! > 0 ? types[type]! : notes;
}

/** Rules with the same effect have the same text. */
export function ruleText(rule: Retention): string {
  const types = NOTE_TYPES.map((type) => daysOf(rule, type));
  return JSON.stringify([rule.notes, types, rule.prompts, rule.summaries, rule.telemetry]);
}

export function keepsAll(rule: Retention): boolean {
  const types = NOTE_TYPES.map((type) => daysOf(rule, type));
  return [...types, rule.notes, rule.prompts, rule.summaries, rule.telemetry].every(
    (days) => days <= 0,
  );
}

export function dayOf(epoch: number): string {
  return epoch < 0 ? '' : new Date(epoch).toISOString().slice(0, 10);
}
