/** The JSON form: a list, an object with a list, or one note. Names in snake or camel case. */
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import type { RawAnswer, RawNote, RawSummary } from './raw-answer.ts';

const SUMMARY_KEYS = ['request', 'investigated', 'learned', 'completed', 'next_steps', 'nextSteps'];

export function readJson(text: string): RawAnswer | null {
  const value = parse(text);
  if (value === undefined) return null;
  const object = isJsonObject(value) ? value : {};
  const list = Array.isArray(value)
    ? value
    : (arrayAt(object, 'observations') ??
      arrayAt(object, 'notes') ?? [object['observation'] ?? object]);
  const notes = list.filter(isJsonObject).filter(looksLikeNote).map(note);
  const told = object['summary'];
  const summary = isJsonObject(told)
    ? told
    : SUMMARY_KEYS.some((key) => typeof object[key] === 'string')
      ? object
      : null;
  const isSkipped = Array.isArray(value)
    ? value.length === 0
    : arrayAt(object, 'observations')?.length === 0;
  if (notes.length === 0 && summary === null && !isSkipped) return null;
  return { notes, summary: summary === null ? null : summaryOf(summary), isSkipped };
}

/** The whole text, or the part between its first and last bracket. Tolerates a trailing comma. */
function parse(text: string): JsonValue | undefined {
  const starts = ['{', '['].map((sign) => text.indexOf(sign)).filter((at) => at >= 0);
  if (starts.length === 0) return undefined;
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  const inner = text.slice(Math.min(...starts), end + 1);
  for (const candidate of [text, inner, inner.replace(/,\s{0,100}([}\]])/g, '$1')]) {
    try {
      return JSON.parse(candidate) as JsonValue;
    } catch {
      // Try the next candidate.
    }
  }
  return undefined;
}

function looksLikeNote(value: JsonObject): boolean {
  return ['title', 'narrative', 'facts'].some((key) => Object.hasOwn(value, key));
}

function note(value: JsonObject): RawNote {
  return {
    work: textsAt(value, 'work', 'items').flatMap((text) => text.split(/[,\s]+/)),
    type: textAt(value, 'type'),
    title: textAt(value, 'title'),
    subtitle: textAt(value, 'subtitle'),
    facts: textsAt(value, 'facts'),
    narrative: textAt(value, 'narrative'),
    concepts: textsAt(value, 'concepts'),
  };
}

function summaryOf(value: JsonObject): RawSummary {
  return {
    request: textAt(value, 'request'),
    investigated: textAt(value, 'investigated'),
    learned: textAt(value, 'learned'),
    completed: textAt(value, 'completed'),
    nextSteps: textAt(value, 'next_steps', 'nextSteps'),
    notes: textAt(value, 'notes'),
  };
}

function textAt(value: JsonObject, ...keys: string[]): string {
  const texts = textsAt(value, ...keys);
  return texts.join(' ');
}

function textsAt(value: JsonObject, ...keys: string[]): string[] {
  const found = keys.map((key) => value[key]).find((item) => item !== undefined && item !== null);
  const items = Array.isArray(found) ? found : [found];
  return items.flatMap((item) =>
    typeof item === 'string' ? item.split('\n') : typeof item === 'number' ? [String(item)] : [],
  );
}

function arrayAt(value: JsonObject, key: string): JsonValue[] | undefined {
  const found = value[key];
  return Array.isArray(found) ? found : undefined;
}
