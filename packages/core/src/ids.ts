/** The ids of events and sessions. */
import { invalidRequest } from './errors.ts';
import type { Ids } from './ports/environment.ts';

let lastMs = 0;
let counter = 0;

/**
 * Event ids sort by time: `evt_` + 12 hex digits of the millisecond + 20 hex digits that tell its events apart. The
 * source is monotone within the process, even if the clock goes backwards.
 *
 * @param random Returns 16 lower-case hex characters of randomness.
 */
export function createIds(random: () => string): Ids {
  return {
    eventId(nowMs: number): string {
      if (nowMs > lastMs) {
        lastMs = nowMs;
        counter = 0;
      } else {
        counter = (counter + 1) & 0xffff;
        if (counter === 0) lastMs++;
      }
      return eventIdFrom(lastMs, counter.toString(16).padStart(4, '0') + random());
    },
  };
}

/** The id of an event with a given tail (a delivery's digest). `tail` is 20 hex characters. */
export function eventIdFrom(ms: number, tail: string): string {
  return `evt_${ms.toString(16).padStart(12, '0')}${tail.slice(0, 20)}`;
}

/** 16 hex characters without loading a crypto module: two 32-bit draws. For uniqueness only, never for a secret. */
export function weakRandomHex(): string {
  const part = () =>
    Math.floor(Math.random() * 0x100000000)
      .toString(16)
      .padStart(8, '0');
  return part() + part();
}

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
