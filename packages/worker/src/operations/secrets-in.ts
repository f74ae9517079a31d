/** Finds values in a recorded payload that the current rules treat as secrets. */
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import { redactPayload } from '@hookloom/core/redact';

export interface FoundSecret {
  /** The matching rule, such as `github` or `password`; `name` if the name of the field matched. */
  rule: string;
  value: string;
}

const MARK = /\[REDACTED(?::([a-z0-9_-]+))?\]/gi;

/** @example secretsIn({ token: 'abc' }) // [{ rule: 'name', value: 'abc' }] */
export function secretsIn(payload: JsonObject): FoundSecret[] {
  const found: FoundSecret[] = [];
  compare(payload, redactPayload(payload).payload, found);
  return found;
}

function compare(recorded: JsonValue, masked: JsonValue, found: FoundSecret[]): void {
  if (typeof recorded === 'string') {
    if (typeof masked === 'string' && masked !== recorded) found.push(...between(recorded, masked));
  } else if (Array.isArray(recorded)) {
    if (Array.isArray(masked)) recorded.forEach((item, at) => compare(item, masked[at]!, found));
  } else if (isJsonObject(recorded) && isJsonObject(masked)) {
    const values = Object.values(masked);
    Object.values(recorded).forEach((item, at) => compare(item, values[at]!, found));
  }
}

/** Finds what the marks replaced, by the equal text between them. */
function between(recorded: string, masked: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  let at = 0;
  let done = 0;
  const marks = [...masked.matchAll(MARK)];
  for (const [index, mark] of marks.entries()) {
    const before = masked.slice(done, mark.index);
    if (!recorded.startsWith(before, at)) return found;
    at += before.length;
    done = mark.index + mark[0].length;
    const after = masked.slice(done, marks[index + 1]?.index);
    const end = after === '' ? recorded.length : recorded.indexOf(after, at);
    if (end < 0) return found;
    const value = recorded.slice(at, end);
    // A mark in the recorded text is ordinary text and hides nothing.
    if (value !== mark[0]) found.push({ rule: mark[1] ?? 'name', value });
    at = end;
  }
  return found;
}
