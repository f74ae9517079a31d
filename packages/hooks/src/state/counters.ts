/** Counters of a session that parallel processes raise without a lock: one appended byte each; the size is the count. */
import fs from 'node:fs';

/** Turns that the person began. */
export function turnNumber(sessionDir: string): number {
  return count(sessionDir, 'turns');
}

/** Never throws: a turn that could not be counted stops no hook. */
export function bumpTurn(sessionDir: string): void {
  try {
    bump(sessionDir, 'turns');
  } catch {
    // The number stays behind.
  }
}

/** Stops refused in a row. */
export function stopBlocks(sessionDir: string): number {
  return count(sessionDir, 'stops');
}

/** Throws if it cannot count: a stop that is refused uncounted could be refused forever. */
export function bumpStopBlocks(sessionDir: string): void {
  bump(sessionDir, 'stops');
}

/** A process that counts at the same moment counts for the time before or after, never for both. */
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
