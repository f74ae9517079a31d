/** Tells the value of a secret from code, prose and labels that stand in its place. */
import type { Secrecy } from './judge-name.ts';
import { isPlaceholder } from './placeholder.ts';
import { isRandom } from './randomness.ts';

export interface Around {
  secrecy: Secrecy;
  quoted: boolean;
  /** Only a comma or a parenthesis stands between name and value. */
  loose: boolean;
  /** `is` stands between name and value. */
  prose: boolean;
  /** Where nothing but a value can stand: an option, a variable of the environment, a query. */
  firm: boolean;
  startsLine: boolean;
  /** The two characters after the value. */
  next: string;
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*(?:[.?!]+[A-Za-z_$][\w$]*)*$/;
const SAYS_SECRET = /passw|pwd|secret|token|credential|key/i;
const PLACE =
  /^(?:[a-z][a-z0-9+.-]{1,16}:\/\/|\.{1,2}\/|~\/|[A-Za-z]:\\|\/(?:bin|dev|etc|home|mnt|opt|root|run|srv|tmp|usr|var|work|Users)\/)/i;
const VERSION = /^(?:0x[0-9a-f]{1,8}|[~^v]?\d+(?:[.:/-]\d+)*[a-z%]{0,2})$/i;

export function isSecretValue(value: string, around: Around): boolean {
  const { secrecy, quoted, loose, prose, firm, startsLine, next } = around;
  if (isPlaceholder(value) || PLACE.test(value) || (!quoted && /^[([{]/.test(next))) return false;
  const hasDigit = /\d/.test(value);
  const mixed = hasDigit && /[A-Za-z]/.test(value);
  if (prose)
    return (
      secrecy > 1 && value.length > 5 && (mixed || /[^\w.,;:!?'"()\s-]/.test(value.slice(0, -1)))
    );
  if (secrecy === 1) return value.length >= 14 && !/[\s()$]/.test(value) && isRandom(value);
  if (loose)
    return mixed && value.length > 5 && !/\s/.test(value) && (secrecy === 3 || isRandom(value));
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
  const isName = IDENTIFIER.test(value);
  if (firm) return !isName || hasDigit || !(SAYS_SECRET.test(value) || value.includes('.'));
  if (!isName) return true;
  return (
    alone &&
    !value.includes('.') &&
    (hasDigit || !(/^[A-Z]/.test(value) || SAYS_SECRET.test(value)))
  );
}
