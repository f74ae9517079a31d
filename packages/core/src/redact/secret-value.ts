/** Distinguishes the value of a secret from code, prose and labels in the same place. */
import type { Secrecy } from './judge-name.ts';
import { isRandom } from './randomness.ts';

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
const PLACE =
  /^(?:[a-z][a-z0-9+.-]{1,16}:\/\/|\.{1,2}\/|~\/|[A-Za-z]:\\|\/(?:bin|dev|etc|home|mnt|opt|root|run|srv|tmp|usr|var|work|Users)\/)/i;
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

/** Names of algorithms and encodings, which occur beside passwords. */
const ALGORITHM =
  /^(?:argon2\w*|bcrypt\w*|scrypt|pbkdf2\w*|sha-?\d+|md[45]|base-?(?:16|32|58|64)\w*|utf-?(?:8|16)|aes-?\w*|rsa-?\d*|hs(?:256|384|512)|rs(?:256|384|512)|es256k?|ed25519|oauth-?\d\w*|saml2?|x509|http[s\d/.]*|ipv[46]|i18n|k8s|s3|ec2|node\d+|python\d+|v?\d[\d.]*\w{0,2}|(?:step|test|user|field|param|arg|value|case|line|page|phase|round|level|chapter|section|table|figure|version|issue|pr|day|week|year|q|h|p|col|row|item|option|part|type|stage|tier|layer|method|group|key|token|password|secret|pass|input|string|str|foo|bar|baz)[-_]?\d+)$/i;

/** A possible secret in the middle of a sentence: letters mixed with digits or signs, and not a name. */
export function isSpokenSecret(value: string): boolean {
  if (value.length < 6 || value.length > 256 || isPlaceholder(value) || PLACE.test(value))
    return false;
  // A plain word, an algorithm, the id of a commit.
  if (!/[A-Za-z]/.test(value) || ALGORITHM.test(value) || /^[0-9a-f]{7,11}$/.test(value))
    return false;
  if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(value)) return false;
  // Paths, calls, addresses, file names and dates.
  if (
    /[/\\(]|::|^\S+\.[a-z]{1,5}\d?(?::\d+)*$|^#|^[\w.+-]+@[\w-]+\.\w|\d{4}-\d\d-\d\d/i.test(value)
  )
    return false;
  if (/\d/.test(value)) return true;
  return /[A-Za-z0-9][!@#$%^&?+][A-Za-z0-9]/.test(value) && !/^[\w-]+@[\w-]+$/.test(value);
}

const PLACEHOLDER =
  /\[REDACTED|^(?:\$[({]*[A-Za-z_]|\$\d?$|%[A-Z_]+%|%[sdv]$|\{|<|&lt;|%3C|:?\*{3}|\.{3}|…|x{4}|#\{|@\w+@$|(?:your|my|some|the|an?|insert|enter|fake|dummy|example)[-_ ])/i;
const WORD =
  /^(?:true|false|null|none|nil|undefined|yes|no|str|string|bool|boolean|number|int|any|object|bytes|text|(?:var)?char|function|async|await|new|this|self|required|optional|unknown|redacted|hidden|omitted|secret|token|passw(?:or)?d|example|value|include|omit|same-origin|return|void|default|empty|missing|(?:in)?valid|expired|options?|arguments?|flags?|parameters?|prompts?|fields?|and|or|is|are|was|for|to|with|from|in|on|via|has|must|can|should|which|when|if|not|using|cannot|file|files|path)[)\].,;:!?]*$/i;

export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value) || WORD.test(value);
}
