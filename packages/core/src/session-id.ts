import { invalidRequest } from './errors.ts';

const PATTERN = /^[A-Za-z0-9_.-]{1,128}$/;
const RESERVED = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;

/** The session of `memory.ref.updated` events. */
export const REFS_SESSION = '__refs__';

/** True when `text` may name a session: the documented grammar, not `.` or `..`, no trailing dot, no device name. */
export function isSessionId(text: string): boolean {
  return PATTERN.test(text) && !/^\.+$/.test(text) && !text.endsWith('.') && !RESERVED.test(text);
}

/** Returns `text` or throws `invalid_request`. Call before a session id touches a path. */
export function assertSessionId(text: string): string {
  if (isSessionId(text)) return text;
  throw invalidRequest(
    `Not a session id: ${JSON.stringify(text.slice(0, 200))}.`,
    'Use 1 to 128 characters of A-Z a-z 0-9 _ . - (not "." or "..").',
  );
}
