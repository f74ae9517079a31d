/** The texts of a forgotten event that the gate refuses from now on. */
import { type JsonObject, isJsonObject, type JsonValue } from '@hookloom/core';
import { compactText } from './compact-text.ts';
import { combinations, decisiveIn, sentencesOf, STORED } from './decisive.ts';
import type { EntryKind } from './gate-entry.ts';

export interface GateValue {
  kind: EntryKind;
  compact: string;
  /** As it was recorded, for a preview. Never stored. Empty for a `pair`. */
  shown: string;
}

/** Fewer words are everyday language: refused only if the text says nothing else. */
const SPAN_WORDS = 4;
const SPAN_CHARS = 10;
const WHOLE_WORDS = 2;
const WHOLE_CHARS = 8;
/** A value that a person names is refused anywhere. A shorter one would occur in too many texts. */
const MIN_VALUE_CHARS = 4;
const EVENT_CHARS = 4;

/** These types report observations, often in the same few words. */
const OBSERVATIONS =
  /^(?:transcript|command|tool|file|document|hook|session|subagent|compaction|workspace|coordinate)\./;

/** A value that the user named: refused wherever it occurs. Null if it is too short. */
export function namedValue(text: string): GateValue | null {
  const { text: compact } = compactText(text);
  return compact.length < MIN_VALUE_CHARS ? null : { kind: 'span', compact, shown: text.trim() };
}

/** The texts of an event and their sentences, and the event as a unit unless it is an observation. */
export function valuesOfEvent({
  type,
  payload,
}: {
  type: string;
  payload: JsonObject;
}): GateValue[] {
  const values = contentTexts(payload).flatMap((text) => {
    const sentences = text.split(/(?<=[.!?…。])\s+|\n+|\\n/);
    const parts = sentences.length > 1 ? [text, ...sentences] : [text];
    return parts.flatMap(valueOf);
  });
  if (!OBSERVATIONS.test(type)) {
    const compact = compactEvent(payload);
    if (compact.length >= EVENT_CHARS)
      values.push({ kind: 'event', compact, shown: `the whole ${type}, if it is recorded again` });
  }
  return values;
}

/** Entries that refuse the sentences of an event in other words. Fewer than `max` in total. */
export function otherWordsOf({ payload }: { payload: JsonObject }, max: number): GateValue[] {
  const values: GateValue[] = [];
  for (const { text } of contentTexts(payload).flatMap(sentencesOf)) {
    const found = decisiveIn(text);
    values.push(...found.values.flatMap((value) => namedValue(value) ?? []));
    for (const compact of combinations(found, STORED)) {
      if (values.length >= max) return values;
      values.push({ kind: 'pair', compact, shown: '' });
    }
  }
  return values;
}

/** Numbers, paths, commands and identifiers of an event. */
export function tokensOf({ payload }: { payload: JsonObject }): GateValue[] {
  const tokens = contentTexts(payload)
    .flatMap(sentencesOf)
    .flatMap(({ text }) => decisiveIn(text).strong);
  return tokens.flatMap((token) => namedValue(token) ?? []);
}

function valueOf(text: string): GateValue[] {
  const shown = text.trim();
  const words = shown.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  if (words < WHOLE_WORDS) return [];
  const { text: compact } = compactText(shown);
  if (words >= SPAN_WORDS && compact.length >= SPAN_CHARS)
    return [{ kind: 'span', compact, shown }];
  return compact.length >= WHOLE_CHARS ? [{ kind: 'whole', compact, shown }] : [];
}

/** Removes duplicates and keeps the order. */
export function distinctValues(values: readonly GateValue[]): GateValue[] {
  const seen = new Map<string, GateValue>();
  for (const value of values) {
    const key = `${value.kind} ${value.compact}`;
    if (!seen.has(key)) seen.set(key, value);
  }
  return [...seen.values()];
}

// The texts of an event that carry meaning, and all of them together as the gate compares them.

/** Keys that describe how something was said, not its content: events of one turn share their ids. */
const LABELS: ReadonlySet<string> = new Set(
  'agent_id agent_type background_task_id call_id channel client conversation_id cwd generation_id handler hook_event_name importance kind language model parent_session_id pinned prompt_id role session_id source status tags timestamp tool tool_name tool_use_id transcript_path turn_id type'.split(
    ' ',
  ),
);

export function isLabel(key: string): boolean {
  return LABELS.has(key) || key.startsWith('__');
}

const MAX_DEPTH = 32;

/** Strings and numbers under keys that are not labels, in order. */
function contentTexts(payload: JsonObject): string[] {
  const texts: string[] = [];
  const visit = (value: JsonValue, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    if (typeof value === 'string' || typeof value === 'number') texts.push(String(value));
    else if (Array.isArray(value)) for (const item of value) visit(item, depth + 1);
    else if (isJsonObject(value)) {
      for (const [key, item] of Object.entries(value)) if (!isLabel(key)) visit(item, depth + 1);
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
