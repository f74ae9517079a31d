/** Distinguishes the value of a secret from code, prose and labels in the same place. */
import type { Secrecy } from './judge-name.ts';
import { isRandom } from './randomness.ts';
import { isPlaceholder, isSpokenSecret, PLACE } from './spoken-secret.ts';

export interface Around {
  secrecy: Secrecy;
  quoted: boolean;
  /** Only a comma or a parenthesis is between name and value. */
  loose: boolean;
  /** `is` is between name and value. */
  prose: boolean;
  /** A place that can only contain a value: an option, a variable of the environment, a query. */
  firm: boolean;
  startsLine: boolean;
  /** `=` with no blanks, and not between the arguments of a call. */
  tight: boolean;
  /** `:` without blanks and quotes, which also separates parts of a name. */
  colon: boolean;
  /** Something passes: no password. */
  act: boolean;
  /** `pass: …`, which a test runner writes too. */
  bare: boolean;
  /** The two characters after the value. */
  next: string;
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*(?:[.?!]+[A-Za-z_$][\w$]*)*$/;
/** `certs[0]`, `read(file)`: an expression for the value rather than the value. */
const CODE =
  /^[A-Za-z_$][\w$.]*(?:\[[\w'"]*\]?)+[\]),;]*$|^[A-Za-z_$][\w$.]*\([^;]*[,;)]$|^:\w+:|[=!]==|=>/;
/** `self._lib.NAME`. */
const CHAIN = /^(?:self|this|cls|[a-z]{1,8})(?:\.[A-Za-z_$][\w$]*)+$/;
const SAYS_SECRET = /passw|passphrase|passcode|pwd|secret|token|credential|key/i;
const VERSION = /^(?:0x[0-9a-f]{1,8}|[~^v]?\d+(?:[.:/-]\d+)*[a-z%]{0,2})$/i;

export function isSecretValue(value: string, around: Around): boolean {
  const { secrecy, quoted, loose, prose, firm, startsLine, tight, colon, act, bare, next } = around;
  if (act || (bare && !isSpokenSecret(value))) return false;
  if (
    !quoted &&
    (CODE.test(value) || (colon && /^[a-z]+$/.test(value)) || (!firm && CHAIN.test(value)))
  )
    return false;
  if (isPlaceholder(value) || PLACE.test(value) || (!quoted && /^[([{]/.test(next))) return false;
  const hasDigit = /\d/.test(value);
  const mixed = hasDigit && /[A-Za-z]/.test(value);
  if (prose)
    return (
      secrecy > 1 && (mixed || secrecy === 3) && isSpokenSecret(value.replace(/[.,;:!?)]+$/, ''))
    );
  if (secrecy === 1) return value.length >= 14 && !/[\s()$]/.test(value) && isRandom(value);
  if (loose)
    return (
      mixed &&
      !/\s/.test(value) &&
      (secrecy === 3 ? isSpokenSecret(value) : value.length > 5 && isRandom(value))
    );
  // A setting on a line of its own; code would end it, or name a thing.
  const alone = startsLine && /^(?:$|[\r\n]|\\[rn])/.test(next);
  if (secrecy === 2) {
    if (value.length < 6 || /\s/.test(value)) return false;
    if (
      value.length > 7 &&
      isRandom(value) &&
      (quoted || firm || !IDENTIFIER.test(value) || value.length > 15)
    )
      return true;
    return (firm || alone) && mixed && !VERSION.test(value);
  }
  if (quoted) {
    if (
      /\s\S+\s/.test(value) ||
      /^[A-Za-z]+ [A-Za-z]+[.!?:…]?$/.test(value) ||
      /^[A-Z][a-z]+:?$/.test(value)
    )
      return false;
    return hasDigit || !(SAYS_SECRET.test(value) || /^[A-Za-z]+(?:\.[A-Za-z]+)+$/.test(value));
  }
  if (VERSION.test(value) && (value.length < 5 || value[1] === 'x')) return false;
  // Random characters, and words with digits in them right after `=` in a sentence.
  if (value.length > 9 && isRandom(value)) return true;
  if (
    tight &&
    mixed &&
    value.length > 5 &&
    !/^[a-z]*(?:passw|secret|token|key)[a-z]*\d?$/i.test(value) &&
    /^[\s"'`)]?$/.test(next[0] ?? '')
  )
    return true;
  // `Enter password: …`: made up of words and digits, and not followed by code.
  if (
    /[a-z]\d\d|\d[a-z]/i.test(value) &&
    /^(?:[.,;!]?(?:$|\s)|["'`”»\\])/.test(next) &&
    isSpokenSecret(value)
  )
    return true;
  const isName = IDENTIFIER.test(value);
  if (firm) return !isName || hasDigit || !(SAYS_SECRET.test(value) || value.includes('.'));
  if (!isName) return true;
  return (
    alone &&
    !value.includes('.') &&
    (hasDigit || !(/^[A-Z]/.test(value) || SAYS_SECRET.test(value)))
  );
}
