/**
 * The remaining steps of a forgetting, so that an interrupted one is finished: `runtime/forgetting/<job>.json` names
 * events by session and seq, never a text. The file exists from before the first change until everything is done.
 */
import { constants, fsyncSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { attempt, isJsonObject, isRunning } from '@hookloom/core';
import { ensureOwnedDirectory, withOwned, writeAll } from '../files/owned-file.ts';
import { syncDirectory } from '../files/sync-names.ts';

export interface ForgettingJob {
  v: 1;
  /** Also in the payload of its `memory.forgotten` events. */
  job: string;
  /** The process that does it. */
  pid: number;
  startedMs: number;
  targets: { session: string; seqs: number[] }[];
}

/** A job of this age is treated as abandoned, even if a process with its id exists. */
const ABANDONED_MS = 600_000;

function folderOf(dir: string): string {
  return `${dir}/runtime/forgetting`;
}

export function saveJob(dir: string, job: ForgettingJob): void {
  for (const path of [`${dir}/runtime`, folderOf(dir)]) ensureOwnedDirectory(path);
  const path = `${folderOf(dir)}/${job.job}.json`;
  withOwned(`${path}.new`, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC, ({ fd }) => {
    writeAll(fd, Buffer.from(JSON.stringify(job)), null);
    fsyncSync(fd);
  });
  renameSync(`${path}.new`, path);
  // Its name must be durable too, before anything reports the forgetting.
  for (const folder of [folderOf(dir), `${dir}/runtime`, dir]) syncDirectory(folder);
}

export function removeJob(dir: string, job: string): void {
  rmSync(`${folderOf(dir)}/${job}.json`, { force: true });
}

/** Jobs whose process is gone. */
export function interruptedJobs(dir: string, nowMs: number): ForgettingJob[] {
  return namesIn(folderOf(dir)).flatMap((name) => {
    const job = readJob(`${folderOf(dir)}/${name}`);
    return job !== null && (!isRunning(job.pid) || nowMs - job.startedMs > ABANDONED_MS)
      ? [job]
      : [];
  });
}

function namesIn(folder: string): string[] {
  return attempt(
    () =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .sort(),
    [],
  );
}

function readJob(path: string): ForgettingJob | null {
  return attempt(() => {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (!isJsonObject(value) || value['v'] !== 1 || !Array.isArray(value['targets'])) return null;
    return value as unknown as ForgettingJob;
  });
}
