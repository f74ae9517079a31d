/** How long each client lets our registered command run. */
import type { ClientName } from '@hookloom/core/hook/event-types';

/** The user's own hooks run within ours, so this must cover them. Ours alone ends within its deadline. */
const USUAL = 600;

/**
 * Shorter ones. Claude Code and Gemini CLI end with the session, and hand its last hooks to a process of their own; Codex
 * ends these after three seconds whatever is asked for, and warns of more; Cursor allows ten.
 */
const SHORTER: Partial<Record<ClientName, Record<string, number>>> = {
  'claude-code': { SessionEnd: 5 },
  codex: { SessionEnd: 3, Interrupt: 3 },
  gemini: { SessionEnd: 5 },
};

/** The timeout that our entry for the event has in the client's settings. */
export function hookSeconds(client: ClientName, event: string): number {
  return client === 'cursor' ? 10 : (SHORTER[client]?.[event] ?? USUAL);
}

/** Milliseconds after which our command must have its answer, so that it is given before the client ends the command. */
export function answerWithinMs(client: ClientName, event: string): number {
  const allowed = hookSeconds(client, event) * 1_000;
  return allowed - Math.min(5_000, allowed / 4);
}
