/**
 * One lock protocol for every process, without native code: a file of our own naming the holder is hard-linked to
 * `<session>.lock`; the process that links it has the lock, the one that unlinks it has released it. The next process
 * detects a killed holder (`break-lock.ts`) and removes it under a *break file* named by the dead holder's nonce, so
 * that only one process at a time may remove what that holder left. Break files of dead breakers are broken the same
 * way.
 */
import { closeSync, linkSync, openSync, statSync, writeSync } from 'node:fs';
import { HookloomError } from '@hookloom/core';
import { judgeHolder, sweepDead } from './break-lock.ts';
import { createHolder } from './holder.ts';
import { removeFile } from '../files/owned-file.ts';

export interface FileLock {
  /** One try without waiting. Breaks the lock of a provably dead holder. Throws the file system's errors. */
  tryAcquire(): boolean;
  /** Blocks this thread for at most `waitMs`. */
  acquire(waitMs: number): boolean;
  release(): void;
  /** Releases the lock and removes our own file. The lock may be used again. */
  close(): void;
}

const FIRST_PAUSE_MS = 0.1;
const LONGEST_PAUSE_MS = 4;
/** While others hold the lock, we check this often whether they are alive, not at every try. */
const JUDGE_EVERY_MS = 8;

/**
 * `<dir>/<session>.lock`. The directory must exist.
 *
 * @param options.sweepFirst Remove what killed processes left when the lock is first acquired, and not only after one
 * of them was found to hold it: for long-lived processes.
 */
export function createFileLock(
  dir: string,
  session: string,
  { sweepFirst = false }: { sweepFirst?: boolean } = {},
): FileLock {
  const name = `${session}.lock`;
  const path = `${dir}/${name}`;
  const me = createHolder();
  const own = `${path}.${me.pid}.${me.nonce}`;
  let ownExists = false;
  let held = false;
  let sweepDue = sweepFirst;

  function writeOwn(): void {
    const text = Buffer.from(JSON.stringify(me));
    const fd = openSync(own, 'wx', 0o600);
    ownExists = true;
    try {
      if (writeSync(fd, text) !== text.length)
        throw Object.assign(new Error('short write'), { code: 'ENOSPC' });
    } catch (error) {
      removeFile(own);
      ownExists = false;
      throw error;
    } finally {
      closeSync(fd);
    }
  }

  /** False when the target exists. */
  function link(target: string): boolean {
    for (let attempt = 0; ; attempt++) {
      if (!ownExists) writeOwn();
      try {
        linkSync(own, target);
        return true;
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'EEXIST') return false;
        // Something removed our own file: write it again, once.
        if (code !== 'ENOENT' || attempt > 0) throw error;
        ownExists = false;
      }
    }
  }

  function tryOnce(judge: boolean): boolean {
    if (held)
      throw new HookloomError(
        'internal_error',
        'The log lock was requested twice.',
        'Report this.',
      );
    // Between checks, a waiting process only tests whether the file exists, because an error is expensive.
    held = (judge || statSync(path, { throwIfNoEntry: false }) === undefined) && link(path);
    if (!held && judge) {
      const found = judgeHolder({ path, me, link });
      // The lock is ours: a network file system repeated a call that had succeeded, or releasing it had failed.
      held = found === 'own' || (found === 'broken' && link(path));
      sweepDue ||= found === 'broken';
    }
    if (held && sweepDue) {
      sweepDue = false;
      sweepDead({ dir, name, own, me });
    }
    return held;
  }

  function release(): void {
    if (!held) return;
    held = false;
    removeFile(path);
  }

  return {
    tryAcquire: () => tryOnce(true),
    acquire(waitMs) {
      const until = monotonicMs() + waitMs;
      let judgedAt = Number.NEGATIVE_INFINITY;
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
        const now = monotonicMs();
        const judge = now - judgedAt >= JUDGE_EVERY_MS;
        if (judge) judgedAt = now;
        if (tryOnce(judge)) return true;
        const left = until - monotonicMs();
        if (left <= 0) return false;
        sleep(Math.min(left, pause * (0.5 + Math.random())));
      }
    },
    release,
    close() {
      release();
      if (ownExists) removeFile(own);
      ownExists = false;
    },
  };
}

/** Milliseconds that never go backwards. */
export function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}

let cell: Int32Array | undefined;

function sleep(ms: number): void {
  cell ??= new Int32Array(new SharedArrayBuffer(4));
  Atomics.wait(cell, 0, 0, ms);
}
