/**
 * Characters that are invisible to a reader but not to a model: controls, directional overrides, zero-width and tag
 * characters, variation selectors, line separators.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const EMOJI_SELECTOR = '\ufe0f';
const JOINERS = ['\u200c', '\u200d'];
const ENDS_IN_PICTOGRAPH = /\p{Extended_Pictographic}$/u;
const ENDS_IN_LETTER = /[\p{L}\p{M}\p{Extended_Pictographic}\ufe0f]$/u;
const STARTS_WITH_LETTER = /^[\p{L}\p{M}\p{Extended_Pictographic}]/u;

/**
 * Compact JSON with every hidden character as a `\uXXXX` escape, because no client removes them before the model reads
 * an answer. An escape is visible, and a parser restores the exact text. Joiners between letters and the emoji selector
 * are ordinary text and stay.
 *
 * @example renderVisibleJson({ a: 'x\u202ey' }) === '{"a":"x\\u202ey"}'
 */
export function renderVisibleJson(value: unknown): string {
  return rendered(value, '');
}

/**
 * The same as an object, for clients that show structured content instead of the text. Hidden characters are `\\uXXXX`
 * escapes. A list becomes the field `contexts`, because structured content must be an object.
 */
export function visibleObject(value: unknown): Record<string, unknown> {
  const whole = Array.isArray(value) ? { contexts: value as unknown[] } : value;
  return JSON.parse(rendered(whole, '\\')) as Record<string, unknown>;
}

function rendered(value: unknown, before: string): string {
  return JSON.stringify(value).replace(HIDDEN, (found, at: number, whole: string) =>
    isOrdinary(found, at, whole) ? found : escaped(found, before),
  );
}

function isOrdinary(found: string, at: number, whole: string): boolean {
  const before = whole.slice(Math.max(0, at - 2), at);
  if (found === EMOJI_SELECTOR) return ENDS_IN_PICTOGRAPH.test(before);
  if (!JOINERS.includes(found)) return false;
  return ENDS_IN_LETTER.test(before) && STARTS_WITH_LETTER.test(whole.slice(at + 1, at + 3));
}

function escaped(character: string, before: string): string {
  let out = '';
  for (let at = 0; at < character.length; at++)
    out += `${before}\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
  return out;
}
