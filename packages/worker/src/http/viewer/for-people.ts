/** Converts answers for models to plain text for users, and marks what was only reported. */
import type { JsonObject, JsonValue } from '@hookloom/core';
import { unfence } from '@hookloom/memory/checkout';
import type { QueryRow } from '../../operations/query.ts';

export interface ReadableRow extends QueryRow {
  /** Whether it came through an untrusted channel: a tool, a file, the web. */
  reported: boolean;
}

/** Removes the fence, which only protects models from following the text. */
export function readableRow(row: QueryRow): ReadableRow {
  return {
    ...row,
    content: unfence(row.content),
    reported: row.score_explanation['trust'] === 'reported',
    score_explanation: plainValue(row.score_explanation) as JsonObject,
  };
}

function plainValue(value: JsonValue): JsonValue {
  if (typeof value === 'string') return unfence(value);
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plainValue(each)]));
}
