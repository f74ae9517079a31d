/** Secrets in HTTP headers and in the command lines that send them. */
import type { Rule, Span } from './rule.ts';
import { isPlaceholder } from './spoken-secret.ts';
import { isRandom } from './randomness.ts';
import { isTestLine, isInWord, OPEN, R, S } from './words.ts';

/** The part of a value that decides; the rest of it follows. */
const LOOKED_AT = 256;
const QUOTE = R`(?:${OPEN}|%22|&quot;)?`;
const GAP = R`${QUOTE}\]?${S}(?:=>|:=|:|=|,|%3A)${S}${QUOTE}`;
const CREDENTIAL = R`[\w.~+/=:%-]`;
const TO_END = R`(?:[^\r\n"'\x60\\]|\\[^nru"'\x60\\])`;

/**
 * Finds a value at the end of the pattern, and its rest. Compiled when first needed, because a hook seldom needs it.
 */
function lazy(
  before: string,
  value: string,
  least: number,
): (text: string, at: number) => Found | null {
  let look: RegExp | undefined;
  let rest: RegExp;
  return (text, at) => {
    look ??= new RegExp(`${before}(${value}{${least},${LOOKED_AT}})`, 'iy');
    rest ??= new RegExp(`${value}*`, 'y');
    look.lastIndex = at;
    const match = look.exec(text);
    if (match === null) return null;
    const found = match.at(-1)!;
    const start = look.lastIndex - found.length;
    return {
      value: found,
      start,
      scheme: match.length > 2 ? match[1] : undefined,
      span(kind) {
        rest.lastIndex = start;
        rest.test(text);
        return { start, end: Math.max(rest.lastIndex, start + found.length), kind };
      },
    };
  };
}

interface Found {
  value: string;
  start: number;
  scheme: string | undefined;
  /** With the rest of the value. */
  span(kind: string): Span;
}

/** The places that describe something. */
const ADDRESS = /^https?:/;

const authorized = lazy(
  R`authorization${GAP}(?:([a-z][\w-]{1,30})(?:[ \t]{1,4}|%20|\+))?`,
  CREDENTIAL,
  4,
);
/** Schemes whose credentials are a list of parameters: the complete list is masked. */
const listed = lazy('', R`[^\r\n\\\x60]`, 4);

/** `Authorization: Scheme credentials`, in a header, an object or a command. */
export const authorization: Rule = (text, at) => {
  const found = authorized(text, at);
  if (found === null || isPlaceholder(found.value) || ADDRESS.test(found.value)) return null;
  const { value, scheme, start } = found;
  if (/^(?:digest|oauth|hawk|signature|aws4)/i.test(scheme ?? ''))
    return listed(text, start)!.span('authorization');
  const proves =
    /\d/.test(value) || isRandom(value) || (scheme !== undefined && value.length >= 20);
  return proves ? found.span('authorization') : null;
};

const scheme = lazy(R`(?:bearer|basic|ssws)(?:[ \t]{1,4}|%20|\+)`, CREDENTIAL, 8);

/** `Bearer token`, `Basic base64`. Prose continues with a word, and a word does not look random. */
export const bearer: Rule = (text, at, from) => {
  if (isInWord(text, at, from)) return null;
  const found = scheme(text, at);
  if (found === null || isPlaceholder(found.value) || ADDRESS.test(found.value)) return null;
  // In prose, numbers follow `basic`; base64 has capitals or its padding.
  const proves = /a/i.test(text[at + 1]!) ? /[a-z][A-Z]{2}|=$/ : /\d/;
  if (!proves.test(found.value) && !isRandom(found.value)) return null;
  return isTestLine(text, at) ? null : found.span('authorization');
};

const cookies = lazy(
  R`cookie2?${QUOTE}(?:${S}(?::|=|,(?= ?["'\x60])|%3A)|(?<=--cookie))${S}${QUOTE}(?=[^\s=;"'\x60<>(){}]{1,128}=[^=>\s"'\x60])`,
  TO_END,
  4,
);

/** The rest of a `Cookie:` or `Set-Cookie:` header. */
export const cookie: Rule = (text, at) => {
  const found = cookies(text, at);
  if (found === null || isPlaceholder(found.value.slice(found.value.indexOf('=') + 1))) return null;
  return found.span('cookie');
};
