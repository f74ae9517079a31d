/** Timers hold no more than 31 bits: a longer one would fire at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** The nearest time that a timer can wait. */
export function timerMs(ms: number): number {
  return Math.min(MAX_TIMER_MS, Math.max(1, Math.round(ms)));
}
