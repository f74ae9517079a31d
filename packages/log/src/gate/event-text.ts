/** The texts of an event that carry meaning, and all of them together as the gate compares them. */
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import { compactText } from './compact-text.ts';

/** Keys that describe how something was said, not its content. */
const LABELS: ReadonlySet<string> = new Set([
  'agent_type',
  'channel',
  'client',
  'cwd',
  'hook_event_name',
  'importance',
  'kind',
  'language',
  'model',
  'pinned',
  'role',
  'session_id',
  'source',
  'status',
  'tags',
  'timestamp',
  'tool',
  'tool_name',
  'tool_use_id',
  'transcript_path',
  'type',
]);

export function isLabel(key: string): boolean {
  return LABELS.has(key) || key.startsWith('__');
}

const MAX_DEPTH = 32;

/** Strings and numbers under keys that are not labels, in order. */
export function contentTexts(payload: JsonObject): string[] {
  const texts: string[] = [];
  const visit = (value: JsonValue, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    if (typeof value === 'string' || typeof value === 'number') texts.push(String(value));
    else if (Array.isArray(value)) for (const item of value) visit(item, depth + 1);
    else if (isJsonObject(value)) {
      for (const [key, item] of Object.entries(value)) {
        if (!isLabel(key)) visit(item, depth + 1);
      }
    }
  };
  visit(payload, 0);
  return texts;
}

/** Equal for events with the same content, in any order and under any names. Empty if there is no content. */
export function compactEvent(payload: JsonObject): string {
  const parts = contentTexts(payload)
    .map((text) => compactText(text).text)
    .filter((text) => text !== '');
  return [...new Set(parts)].sort().join('\u0001');
}
