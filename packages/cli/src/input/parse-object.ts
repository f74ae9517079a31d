/** Parses JSON that a user typed or piped in, and reports the position of a syntax error. */
import { invalidRequest, isJsonObject, type JsonObject } from '@hookloom/core';

/**
 * @param where Names the text in an error: `--payload-json`, `line 3`
 * @param remedy How to fix a text that is not a JSON object
 */
export function parseObject(
  text: string,
  where: string,
  remedy = 'Send one JSON object, such as {"decision":"Use JSONL for the log"}.',
): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalidRequest(`${where} is not JSON${placeOf(error)}.`, remedy);
  }
  if (isJsonObject(value)) return value;
  throw invalidRequest(`${where} is not a JSON object.`, remedy);
}

/** Only the position: the engine's message quotes the text, which may contain a secret. */
function placeOf(error: unknown): string {
  const position = error instanceof Error ? /at position \d+/.exec(error.message) : null;
  return position === null ? '' : ` (${position[0]})`;
}
