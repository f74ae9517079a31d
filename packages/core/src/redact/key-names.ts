/** Which keys of an object, and which names in an assignment, have a secret value. */
import type { Secrecy } from './judge-name.ts';
import { judgeName } from './judge-name.ts';

/** Checked first, because the names of most keys contain none of these. */
const WORDS =
  /pass|pwd|secret|token|cred|auth|key|sig|cookie|bearer|ified|pw$|psk|nwort|woord|senha|parola|[^\0-~]/i;
/** Sounds like a secret and is part of most of our own payloads. */
const OWN_KEY = 'argument_keys';

/**
 * @example secrecyOf('DB_PASSWORD') === 3 && secrecyOf('apiKey') === 2 && secrecyOf('max_tokens') === 0
 */
export function secrecyOf(name: string): Secrecy {
  return name !== OWN_KEY && WORDS.test(name) ? judgeName(name) : 0;
}
