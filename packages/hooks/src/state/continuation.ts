/**
 * What a stop hook last told the agent to go on with. Gemini CLI sends it again as a prompt of the user (clients.md §4): it
 * begins no turn, and in the log it must not stand as a person's words.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = 'continued.txt';

export function keepContinuation(sessionDir: string, text: string): void {
  try {
    writeFileSync(`${sessionDir}/${FILE}`, text, { mode: 0o600 });
  } catch {
    // Then the next prompt counts as a turn.
  }
}

/** Null when nothing was refused yet. */
export function lastContinuation(sessionDir: string): string | null {
  try {
    return readFileSync(`${sessionDir}/${FILE}`, 'utf8');
  } catch {
    return null;
  }
}
