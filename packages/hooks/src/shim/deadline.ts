/** How long one hook waits: for the client's payload, and for the log. */

/** Default of `HOOKLOOM_HOOK_DEADLINE_MS`. */
export const HOOK_DEADLINE_MS = 150;
const MAX_DEADLINE_MS = 60_000;
/** A client may have to start a program of its own before it can send anything. */
const FIRST_BYTE_MS = 2_000;
/** On a loaded machine the start alone can take longer than the deadline: this much is left in any case. */
const LEAST_IDLE_MS = 40;
const LEAST_APPEND_MS = 60;

export interface Deadline {
  /** When the client started the hook, epoch milliseconds. */
  startedMs: number;
  /** How long to wait for the first byte of the payload. */
  firstMs: number;
  /** How long to wait after a byte for the next one. */
  idleMs: number;
  /** Epoch milliseconds by which an append returns, to the log or to the inbox. */
  appendBy(): number;
}

export function hookDeadline(env: NodeJS.ProcessEnv): Deadline {
  const asked = Number(env['HOOKLOOM_HOOK_DEADLINE_MS']);
  const totalMs = asked > 0 ? Math.min(asked, MAX_DEADLINE_MS) : HOOK_DEADLINE_MS;
  const startMs = Date.now() - process.uptime() * 1000;
  return {
    startedMs: startMs,
    firstMs: Math.max(FIRST_BYTE_MS, totalMs),
    idleMs: Math.max(LEAST_IDLE_MS, totalMs),
    appendBy: () => Math.max(Date.now() + LEAST_APPEND_MS, startMs + totalMs),
  };
}
