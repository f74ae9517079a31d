import { invalidRequest, parseJsonObject, type JsonObject } from '@hookloom/core';

/** A name, or an object as JSON. */
export function purposeOf(text: string): string | JsonObject {
  if (!text.trimStart().startsWith('{')) return text;
  const purpose = parseJsonObject(text);
  if (purpose !== null) return purpose;
  throw invalidRequest(
    '--purpose is not a JSON object.',
    `Write it as in --purpose '{"preset": "review", "task": "merge the branch"}'.`,
  );
}
