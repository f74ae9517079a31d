/**
 * Files of one client session: where they are, its counters, and the text that continued it. Parallel processes raise a
 * counter without a lock: one appended byte each, and the size is the count.
 */
import fs from 'node:fs';
import { attempt } from '@hookloom/core';
import { contentDigest } from '@hookloom/core/hook';

/** Turns that the person began. */
export function turnNumber(sessionDir: string): number {
  return count(sessionDir, 'turns');
}

/** Never throws, because a turn that cannot be counted must not stop a hook. */
export function bumpTurn(sessionDir: string): void {
  try {
    bump(sessionDir, 'turns');
  } catch {
    // The count is then too low.
  }
}

/** Stops refused in a row. */
export function stopBlocks(sessionDir: string): number {
  return count(sessionDir, 'stops');
}

/** Throws if it cannot count, because an uncounted refusal could repeat forever. */
export function bumpStopBlocks(sessionDir: string): void {
  bump(sessionDir, 'stops');
}

/** A process that counts at the same moment counts before or after, never both. */
export function resetStopBlocks(sessionDir: string): void {
  fs.rmSync(fileOf(sessionDir, 'stops'), { force: true });
}

function count(sessionDir: string, name: string): number {
  return fs.statSync(fileOf(sessionDir, name), { throwIfNoEntry: false })?.size ?? 0;
}

function bump(sessionDir: string, name: string): void {
  fs.appendFileSync(fileOf(sessionDir, name), '.', { mode: 0o600 });
}

function fileOf(sessionDir: string, name: string): string {
  return `${sessionDir}/${name}.count`;
}

const FILE = 'continued.txt';

/**
 * The text with which a stop hook last kept the agent working. Gemini CLI sends it again as a prompt of the user
 * (docs/reference/client-behaviour.md#gemini-cli-stops): it begins no turn, and the log must not record it as a
 * person's words.
 */
export function keepContinuation(sessionDir: string, text: string): void {
  try {
    fs.writeFileSync(`${sessionDir}/${FILE}`, text, { mode: 0o600 });
  } catch {
    // The next prompt then counts as a turn.
  }
}

/** Null if nothing was refused yet. */
export function lastContinuation(sessionDir: string): string | null {
  return attempt(() => fs.readFileSync(`${sessionDir}/${FILE}`, 'utf8'), null);
}

/** The folder of a session's files, neither created nor read. Ids are hostile, so its name is a digest. */
export function sessionPath(
  stateDir: string,
  client: string,
  projectDir: string,
  sessionId: string,
): string {
  return `${stateDir}/sessions/${contentDigest(`${client}\n${projectDir}\n${sessionId}`)}`;
}
