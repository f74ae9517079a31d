/** Which keys of an object, and which names of an assignment, hold a secret. */
import { judgeName } from './judge-name.ts';

/**
 * How much a name says: 3 the value is a secret whatever it looks like (`password`), 2 it is unless it looks like a word
 * (`token`, `api_key`), 1 it is if it looks random (`hmac_key`), 0 nothing.
 */
export type Secrecy = 0 | 1 | 2 | 3;

/** Looked at first: the names of most keys hold none of these. */
const WORDS = [
  'pass',
  'pwd',
  'secret',
  'token',
  'cred',
  'auth',
  'key',
  'sig',
  'cookie',
  'bearer',
  'identified',
];
/** Sounds like it and stands in most of our own payloads. */
const OWN_KEY = 'argument_keys';

/**
 * @example secrecyOf('DB_PASSWORD') === 3 && secrecyOf('apiKey') === 2 && secrecyOf('max_tokens') === 0
 */
export function secrecyOf(name: string): Secrecy {
  if (name === OWN_KEY) return 0;
  const folded = name.toLowerCase();
  return WORDS.some((word) => folded.includes(word)) ? judgeName(name) : 0;
}
