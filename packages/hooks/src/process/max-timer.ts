/** Timers hold no more than 31 bits: a longer one would fire at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;
