/** The time one hook may take, counted from the start of the process. */

/** Default of `HOOKLOOM_HOOK_DEADLINE_MS`. */
export const HOOK_DEADLINE_MS = 150;
const MAX_DEADLINE_MS = 60_000;
/** On a loaded machine the start alone can take longer than the deadline: this much is left in any case. */
const LEAST_READ_MS = 40;
const LEAST_APPEND_MS = 60;

export interface Deadline {
  /** How long to wait for the client's payload from now. Leaves a fifth for the append. */
  readMs(): number;
  /** Epoch milliseconds by which an append returns, to the log or to the inbox. */
  appendBy(): number;
}

export function hookDeadline(env: NodeJS.ProcessEnv): Deadline {
  const asked = Number(env['HOOKLOOM_HOOK_DEADLINE_MS']);
  const totalMs = asked > 0 ? Math.min(asked, MAX_DEADLINE_MS) : HOOK_DEADLINE_MS;
  const startMs = Date.now() - process.uptime() * 1000;
  return {
    readMs: () => Math.max(LEAST_READ_MS, Math.floor(startMs + totalMs * 0.8 - Date.now())),
    appendBy: () => Math.max(Date.now() + LEAST_APPEND_MS, startMs + totalMs),
  };
}
