/** Group commit: appends that wait for the disk at the same time share one `fdatasync`. */
import { fdatasync } from 'node:fs';
import { closeLog, type OpenLog } from '../../append/open-log.ts';
import { syncNames } from '../../files/sync-names.ts';

export type GroupSync = ReturnType<typeof createGroupSync>;

export function createGroupSync(dir: string) {
  let waiting: { open: OpenLog; resolve(): void; reject(error: unknown): void }[] = [];
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      try {
        // A sync of any descriptor covers the file; shredding may have put another file under the same name.
        const files = new Map(group.map(({ open }) => [open.ino, open.fd]));
        for (const fd of files.values()) await datasync(fd);
        for (const ino of files.keys()) syncNames(dir, ino);
        for (const { resolve } of group) resolve();
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
      for (const { open } of group) closeLog(open);
    }
    running = null;
  }

  return {
    /** Resolves when everything written to this log so far is on the disk. Closes the log. */
    sync(open: OpenLog): Promise<void> {
      return new Promise((resolve, reject) => {
        waiting.push({ open, resolve, reject });
        running ??= run();
      });
    },
    /** Resolves when nothing is in progress. */
    async idle(): Promise<void> {
      await running;
    },
  };
}

function datasync(fd: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fdatasync(fd, (error) => (error === null ? resolve() : reject(error)));
  });
}
