/**
 * The text with which a stop hook last kept the agent working. Gemini CLI sends it again as a prompt of the user
 * (docs/reference/client-behaviour.md#gemini-cli-stops): it begins no turn, and the log must not record it as a
 * person's words.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { attempt } from '@hookloom/core';

const FILE = 'continued.txt';

export function keepContinuation(sessionDir: string, text: string): void {
  try {
    writeFileSync(`${sessionDir}/${FILE}`, text, { mode: 0o600 });
  } catch {
    // Then the next prompt counts as a turn.
  }
}

/** Null if nothing was refused yet. */
export function lastContinuation(sessionDir: string): string | null {
  return attempt(() => readFileSync(`${sessionDir}/${FILE}`, 'utf8'), null);
}
