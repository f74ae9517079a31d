/** Files that a new directory of logs and a new log get. */
import { quietly } from '@hookloom/core';
import { writeFileSync } from 'node:fs';
import { adoptDirectory } from '@hookloom/core/settings';

/**
 * Before the first event of a log: recorded work is private by default, and the directory names the project's default
 * session.
 */
export function beginLog(dir: string, session: string): void {
  ignoreEverything(dir);
  adoptDirectory(dir, session);
}

export function ignoreEverything(dir: string): void {
  // It already exists, or the disk is full: no reason to refuse an event.
  quietly(() => writeFileSync(`${dir}/.gitignore`, '*\n', { flag: 'wx', mode: 0o600 }));
}
