/** What a secret in a sentence looks like, and what stands in for one: placeholders, paths, algorithms. */

export const PLACE =
  /^(?:[a-z][a-z0-9+.-]{1,16}:\/\/|\.{1,2}\/|~\/|[A-Za-z]:\\|\/(?:bin|dev|etc|home|mnt|opt|root|run|srv|tmp|usr|var|work|Users)\/)/i;

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
