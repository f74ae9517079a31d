/** What stands where something stood that is not to be kept. */

/** The whole value of a secret-naming key. */
export const MASK = '[REDACTED]';
/** A value that could not be looked at: nested too deep, a failure, or no end of it. */
export const UNREADABLE = '[REDACTED:unreadable]';
