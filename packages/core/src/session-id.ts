/** Which names are session ids. */
import { invalidRequest } from './errors.ts';

/** The documented grammar of session ids. */
const SESSION_ID = /^[A-Za-z0-9_.-]{1,128}$/;
const RESERVED = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;

/** The session of `memory.ref.updated` events. */
export const REFS_SESSION = '__refs__';

/** True when `text` may name a session: the documented grammar, no trailing dot (so not `..`), no device name. */
export function isSessionId(text: string): boolean {
  return SESSION_ID.test(text) && !text.endsWith('.') && !RESERVED.test(text);
}

/** Returns `text` or throws `invalid_request`. Call before a session id touches a path. */
export function assertSessionId(text: string): string {
  if (isSessionId(text)) return text;
  throw invalidRequest(
    `Not a session id: ${JSON.stringify(text.slice(0, 200))}.`,
    'Use 1 to 128 characters of A-Z a-z 0-9 _ . - (not "." or "..").',
  );
}
