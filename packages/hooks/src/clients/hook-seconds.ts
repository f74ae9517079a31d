/** How long a client lets our registered command run. */

/**
 * The user's own hooks run within ours, so this must cover them. Without them, our command ends within its deadline.
 */
const USUAL = 600;

/** Seconds, if they differ from the default: for all events (`usual`), or for one native event. */
export type HookSeconds = Readonly<Record<string, number>>;

/** The timeout that our entry for the event has in the client's settings. */
export function hookSeconds(seconds: HookSeconds, event: string): number {
  return seconds[event] ?? seconds['usual'] ?? USUAL;
}

/** Milliseconds after which our command must have its answer, so that it is sent before the client ends the command. */
export function answerWithinMs(seconds: HookSeconds, event: string): number {
  const allowed = hookSeconds(seconds, event) * 1_000;
  return allowed - Math.min(5_000, allowed / 4);
}
