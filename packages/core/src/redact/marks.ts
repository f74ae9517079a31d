/** The replacement for a text that must not be kept: `[REDACTED:<rule>]`. */

/** A value that could not be looked at: nested too deep, a failure, or no end of it. */
export const UNREADABLE = '[REDACTED:unreadable]';

/** The whole value is a mask, also one without a rule, as other programs and older versions write it. */
export function isMask(value: string): boolean {
  return /^\[REDACTED[:a-z-]*]$/.test(value);
}
