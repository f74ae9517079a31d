/**
 * Bounded, masked texts. A text is masked before it is cut: a cut through a secret would leave a half that no rule
 * recognises, and a cut before a closing private tag would leave private text.
 */
import { stripPrivate, redactText } from '../redact/index.ts';

/** Characters of an excerpt of output. */
export const EXCERPT_CHARS = 240;
/** Characters of a short summary. */
export const SUMMARY_CHARS = 4_000;
/** Characters of one turn of the conversation. */
export const TURN_CHARS = 65_536;
/** Characters of a path, a command line, a reason. */
export const LINE_CHARS = 1_000;
/** Characters of a name: a tool, an id, a model. */
export const NAME_CHARS = 200;

/** Text is masked in a window of at least this size, which fits most outputs completely. */
const WINDOW_CHARS = 65_536;
/** Dropped from the end of a window that is not the complete text, because a secret may have been cut there. */
const GUARD_CHARS = 8_192;

export interface Excerpt {
  text: string;
  /** Something was masked or removed. */
  masked: boolean;
  /** Something was cut off. */
  truncated: boolean;
}

export interface ExcerptOptions {
  /** Collapses white space to single blanks; a long text keeps its beginning and end. */
  folded?: boolean;
  /** The text is only the beginning of a longer one, so it may end in half a secret. */
  beginning?: boolean;
}

/**
 * Removes private spans, masks secrets, then cuts to `limit` UTF-16 units, never through a surrogate pair.
 *
 * @example excerpt('557 passed\n in 3 s', 240, { folded: true }).text === '557 passed in 3 s'
 */
export function excerpt(raw: string, limit: number, options: ExcerptOptions = {}): Excerpt {
  const window = Math.max(WINDOW_CHARS, limit + GUARD_CHARS);
  const whole = raw.length <= window && options.beginning !== true;
  const seen = raw.slice(0, window).toWellFormed();
  const open = stripPrivate(seen).text;
  const clean = redactText(open);
  let text = whole ? clean.text : clean.text.slice(0, Math.max(0, clean.text.length - GUARD_CHARS));
  if (options.folded) text = text.replace(/\s+/g, ' ').trim();
  const masked = clean.count > 0 || open !== seen;
  if (whole && text.length <= limit) return { text, masked, truncated: false };
  return { text: shorten(text, limit, whole && options.folded === true), masked, truncated: true };
}

const GAP = ' … ';

function shorten(text: string, limit: number, keepEnd: boolean): string {
  if (text.length <= limit) return text;
  if (!keepEnd) return text.slice(0, limit).replace(HALF_AT_END, '');
  const head = Math.floor((limit - GAP.length) / 2);
  const tail = text.slice(text.length - (limit - GAP.length - head)).replace(HALF_AT_START, '');
  return text.slice(0, head).replace(HALF_AT_END, '') + GAP + tail;
}

const HALF_AT_END = /[\ud800-\udbff]$/;
const HALF_AT_START = /^[\udc00-\udfff]/;
