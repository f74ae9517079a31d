/** Makes an append survive a power loss: for appends that ask for it, which hooks do not. */
import { fdatasyncSync } from 'node:fs';
import { HookloomError } from '@hookloom/core';
import { syncNames } from './sync-names.ts';

/** After the lock is released: the write fixes the order, and a sync also covers everything before it. */
export function syncLog(dir: string, { fd, ino }: { fd: number; ino: number }): void {
  try {
    fdatasyncSync(fd);
    syncNames(dir, ino);
  } catch (error) {
    throw unavailable(
      'The log was written but could not be synced, so it may not survive a crash.',
      error,
    );
  }
}

/** An append whose durability is uncertain. */
export function unavailable(message: string, cause?: unknown): HookloomError {
  return new HookloomError(
    'unavailable',
    message,
    'Try again. If it happens again, check the disk.',
    { cause },
  );
}
