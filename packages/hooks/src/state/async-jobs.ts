/**
 * Work that outlives the hook: asynchronous handlers, and those at the end of a session, which clients would end with
 * themselves. A job is a private file; a supervisor in its own session runs it and leaves the outcome for the next
 * event.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { isRunning, namesIn } from '@hookloom/core';
import {
  lostOutcome,
  parseJobName,
  sweepJobs,
  writeJob,
  type FinishedJob,
  type JobName,
  type Task,
} from './job-files.ts';

/** Jobs of one session at the same time; more are refused, so that a slow handler cannot fill the machine. */
export const MAX_RUNNING = 16;
/** After this time, a supervisor that has not started never will. */
const START_MS = 60_000;

export interface Job {
  sessionDir: string;
  task: Task;
  /** The data needed to interpret the outcome. */
  meta: object;
}

export type Started =
  | { kind: 'started'; id: string }
  | { kind: 'too_many' | 'no_process' | 'not_writable' };

/** Returns as soon as the supervisor is starting, and does not wait for it. */
export function startDetached(
  { sessionDir, task, meta }: Job,
  { node, file }: { node: string; file: string },
): Started {
  const id = `${Date.now().toString(36).padStart(10, '0')}-${randomBytes(8).toString('hex')}`;
  const dir = path.join(sessionDir, 'jobs');
  const job = path.join(dir, `${id}.job`);
  try {
    fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
    sweepJobs(sessionDir);
    writeJob(job, { task, meta });
  } catch {
    fs.rmSync(job, { force: true });
    return { kind: 'not_writable' };
  }
  // Our own job is included, so that of many jobs that start at once, those beyond the limit notice it.
  if (activeIds(dir).indexOf(id) >= MAX_RUNNING) {
    fs.rmSync(job, { force: true });
    return { kind: 'too_many' };
  }
  let child: ChildProcess;
  try {
    child = spawn(node, [file, 'supervise', job], {
      // Not the handler's folder, which may be gone or must stay removable.
      cwd: dir,
      env: supervisorEnv(task),
      // A separate session, because the client ends its own process group.
      detached: true,
      stdio: 'ignore',
      windowsHide: true,
    });
  } catch {
    fs.rmSync(job, { force: true });
    return { kind: 'no_process' };
  }
  // It is reported again later.
  child.on('error', () => {});
  if (child.pid === undefined) {
    fs.rmSync(job, { force: true });
    return { kind: 'no_process' };
  }
  child.unref();
  return { kind: 'started', id };
}

/** Our own environment. Certificates cost time to load and are needed for calls only. */
function supervisorEnv({ action }: Task): NodeJS.ProcessEnv {
  const env = { ...process.env };
  if (action.kind !== 'http') delete env['NODE_EXTRA_CA_CERTS'];
  return env;
}

/**
 * Outcomes that were not returned yet, in the order in which their jobs started; each is returned once. A job whose
 * supervisor died is reported as killed.
 */
export function takeResults(sessionDir: string): FinishedJob[] {
  const dir = path.join(sessionDir, 'jobs');
  const jobs = listJobs(dir);
  const done = new Set(jobs.flatMap(({ id, state }) => (state === 'done' ? [id] : [])));
  return jobs.flatMap((job): FinishedJob[] => {
    const { id, state, name } = job;
    if (state !== 'done' && !isLost(dir, job)) return [];
    // Its supervisor died after its last output.
    if (state !== 'done' && done.has(id)) return [];
    const taken = path.join(dir, `${name}.${process.pid}.taken`);
    try {
      // If several events arrive at once, only one of them gets it.
      fs.renameSync(path.join(dir, name), taken);
      const text = fs.readFileSync(taken, 'utf8');
      return [state === 'done' ? (JSON.parse(text) as FinishedJob) : lostOutcome(state, text)];
    } catch {
      return [];
    } finally {
      fs.rmSync(taken, { force: true });
      if (state === 'done')
        for (const other of jobs)
          if (other.id === id && other.state === 'running')
            fs.rmSync(path.join(dir, other.name), { force: true });
    }
  });
}

type Listed = JobName & { name: string };

/** Jobs in the order of their start. */
function listJobs(dir: string): Listed[] {
  return namesIn(dir)
    .sort()
    .flatMap((name) => {
      const parsed = parseJobName(name);
      return parsed === null ? [] : [{ ...parsed, name }];
    });
}

function activeIds(dir: string): string[] {
  return listJobs(dir).flatMap((job) => (job.state === 'done' || isLost(dir, job) ? [] : [job.id]));
}

function isLost(dir: string, { state, pid, name }: Listed): boolean {
  if (state === 'running') return !isRunning(pid);
  const stats = fs.statSync(path.join(dir, name), { throwIfNoEntry: false });
  return stats === undefined || Date.now() - stats.mtimeMs > START_MS;
}
