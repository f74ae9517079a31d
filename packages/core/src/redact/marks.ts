/** The replacement for a text that must not be stored: `[REDACTED:<rule>]`. */

/** A value that could not be searched: nested too deeply, a failure, or without an end. */
export const UNREADABLE = '[REDACTED:unreadable]';

/** The complete value is a mask, possibly one without a rule, as other programs and older versions write it. */
export function isMask(value: string): boolean {
  return /^\[REDACTED[:a-z-]*]$/.test(value);
}
