import { HookloomError, isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';

/** A name, or an object as JSON. */
export function purposeOf(text: string): string | JsonObject {
  if (!text.trimStart().startsWith('{')) return text;
  try {
    const parsed = JSON.parse(text) as JsonValue;
    if (isJsonObject(parsed)) return parsed;
  } catch {
    // Refused below.
  }
  throw new HookloomError(
    'invalid_request',
    '--purpose is no JSON object.',
    `Write it as in --purpose '{"preset": "review", "task": "merge the branch"}'.`,
  );
}
