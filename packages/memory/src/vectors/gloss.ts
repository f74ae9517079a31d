/**
 * Adds the kinds of the products and terms that a text names. A small encoder knows few products: with "(linter, code
 * style check)" after it, "we moved to oxlint" is close to "which tool checks code style?".
 */
import { sha256Hex } from '@hookloom/core';
import { kindsIn } from '../search/related-words.ts';
import { PRODUCTS, TERMS } from '../search/trade-words.ts';

/** More kinds would outweigh the text. */
const MOST_KINDS = 6;
const NAMES = 3;

/** Identifies the table: a changed table makes different vectors. */
export const GLOSS_VERSION = sha256Hex(PRODUCTS + TERMS).slice(0, 8);

/**
 * @example gloss('The linter is oxlint') // 'The linter is oxlint (linter, code style check, static analysis)'
 */
export function gloss(text: string): string {
  const kinds = kindsIn(text).slice(0, MOST_KINDS);
  if (kinds.length === 0) return text;
  return `${text} (${kinds.map(({ names }) => names.slice(0, NAMES).join(', ')).join('; ')})`;
}
