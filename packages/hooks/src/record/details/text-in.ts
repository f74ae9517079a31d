import type { JsonValue } from '@hookloom/core';

const TEXT_KEYS =
  'stdout llmContent textResultForLlm output text result content message status subject task'.split(
    ' ',
  );

/** The text of a tool's response in any shape: a string, content blocks, an object with a known key. */
export function textIn(value: JsonValue | undefined, depth = 0): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (depth > 3 || typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value))
    return TEXT_KEYS.map((key) => textIn(value[key], depth + 1)).find((text) => text !== undefined);
  const found = value.slice(0, 8).map((item) => textIn(item, depth + 1));
  const texts = found.filter((text) => text !== undefined);
  return texts.length === 0 ? undefined : texts.join('\n');
}
