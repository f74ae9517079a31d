/** What a name that sounds like a secret says. */

/**
 * How much a name says: 3 the value is a secret whatever it looks like (`password`), 2 it is unless it looks like a word
 * (`token`, `api_key`), 1 it is if it looks random (`hmac_key`), 0 nothing.
 */
export type Secrecy = 0 | 1 | 2 | 3;

const CERTAIN =
  /passw|passphrase|passcode|(?:^|_)pass$|pwd|secret|private_?key|^identified$|sshpass/;
const LIKELY =
  /token|(?:api|access|account|auth|master|shared|session|encryption|signing|license)_?key|credential|authorization|bearer|cookie|(?:^|_)(?:creds?|auth)$/;
const POSSIBLE = /key$|sig(?:nature)?$/;
/** What is said about a secret is none: its length, its place, its policy. */
const ABOUT =
  /_(?:(?:count|limit|type|name|id|ur[il]|path|file|hint|field|rule|error|message)s?|budget|usage|used|endpoint|polic\w+|size|len|length|expir\w*|ttl|efficiency|version|required|enabled|index|status|provider|mode|method|placeholder|input|label|format|arn|header|prefix|ref|min|max|at|title|consent|options)$/;
/** Counters, tools and words that only sound like it, and keys that are public or part of a structure. */
const INNOCENT =
  /tokeni[sz]|secretar|progress_?token|passwordless|tokens?_(?:per_|left$)|(?<!access_|refresh_|api_|auth_|session_)(?<=_)tokens$|(?:max|min|num|n)_\w*token|(?:^|_)(?:pub(?:lic)?|primary|foreign|sort|partition|cache|query|object|row|hash|map|group|item|storage|idempotency|routing|event|feature|config|lookup|unique|natural|issue|hot|mon|tur|data|index)_?key$|^keys?$/;

export function judgeName(name: string): Secrecy {
  const words = name
    .slice(-128)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_');
  if (ABOUT.test(words) || INNOCENT.test(words)) return 0;
  if (CERTAIN.test(words)) return 3;
  if (LIKELY.test(words)) return 2;
  return POSSIBLE.test(words) ? 1 : 0;
}
