/**
 * A background job as files of the session's `jobs` folder. Its name shows its state, so that every step is one rename:
 * `ID.job` waits for its supervisor, `ID.PID.run` is with the supervisor of that pid, `ID.result` waits to be read. The
 * data needed to run it (environment, payload) is removed from the disk as soon as the supervisor has read it.
 */
import fs from 'node:fs';
import path from 'node:path';
import { isRunning, type JsonObject, replaceFile } from '@hookloom/core';
import type { HandlerAction } from '../engine/handler.ts';
import type { RawOutcome } from '../engine/outcome.ts';

const STALE_MS = 24 * 60 * 60 * 1000;

export interface Task {
  action: HandlerAction;
  cwd: string;
  env: Record<string, string>;
  stdin: string;
  timeoutMs: number;
}

export interface FinishedJob {
  /** The data that the process that started it needs to interpret the outcome. */
  meta: JsonObject;
  outcome: RawOutcome;
}

interface RunningJob {
  meta: JsonObject;
  kind: RawOutcome['kind'];
}

export interface JobName {
  /** Sorts by start. */
  id: string;
  state: 'waiting' | 'running' | 'done';
  /** Of its supervisor; 0 if it has none. */
  pid: number;
}

/** Null for a file that is not a job: one that is just being written or taken. */
export function parseJobName(name: string): JobName | null {
  const match = /^([0-9a-z]+-[0-9a-f]+)\.(?:(\d+)\.run|(job|result))$/.exec(name);
  if (match === null) return null;
  const [, id = '', pid, ending] = match;
  if (pid !== undefined) return { id, state: 'running', pid: Number(pid) };
  return { id, state: ending === 'job' ? 'waiting' : 'done', pid: 0 };
}

/** Creates the file of a job before any process can see it. */
export function writeJob(file: string, job: { task: Task; meta: object }): void {
  fs.writeFileSync(file, JSON.stringify(job), { mode: 0o600, flag: 'wx' });
}

/** Claims a waiting job for this process; null if it is gone, claimed or unreadable. */
export function claimJob(file: string) {
  const base = file.replace(/\.job$/, '');
  const running = `${base}.${process.pid}.run`;
  try {
    fs.renameSync(file, running);
    const { task, meta } = JSON.parse(fs.readFileSync(running, 'utf8')) as {
      task: Task;
      meta: JsonObject;
    };
    const kind = task.action.kind === 'http' ? 'http' : 'process';
    replaceFile(running, JSON.stringify({ meta, kind } satisfies RunningJob));
    return {
      task,
      meta,
      /** Leaves the outcome for the next event. */
      finish(outcome: RawOutcome) {
        replaceFile(`${base}.result`, JSON.stringify({ meta, outcome } satisfies FinishedJob));
        fs.rmSync(running, { force: true });
      },
    };
  } catch {
    fs.rmSync(running, { force: true });
    return null;
  }
}

/** The outcome of a job that will never end by itself: its supervisor was killed, or never started. */
export function lostOutcome(state: JobName['state'], text: string): FinishedJob {
  const read = JSON.parse(text) as RunningJob & { task?: Task };
  const kind = read.kind ?? (read.task?.action.kind === 'http' ? 'http' : 'process');
  const isStarted = state === 'running';
  const outcome: RawOutcome =
    kind === 'http'
      ? {
          kind,
          status: null,
          body: '',
          error: isStarted ? 'killed' : 'not_started',
          truncated: false,
          durationMs: 0,
        }
      : {
          kind,
          exitCode: null,
          signal: isStarted ? 'SIGKILL' : null,
          timedOut: false,
          startError: isStarted ? null : 'no_supervisor',
          stdout: '',
          stderr: '',
          truncated: false,
          durationMs: 0,
        };
  return { meta: read.meta, outcome };
}

/** Removes outcomes that were not read within a day: they contain the called input. */
export function sweepJobs(sessionDir: string): void {
  const dir = path.join(sessionDir, 'jobs');
  if (!fs.existsSync(dir)) return;
  const now = Date.now();
  for (const name of fs.readdirSync(dir)) {
    const job = parseJobName(name);
    if (job !== null && job.state === 'running' && isRunning(job.pid)) continue;
    const file = path.join(dir, name);
    const stats = fs.statSync(file, { throwIfNoEntry: false });
    if (stats !== undefined && now - stats.mtimeMs > STALE_MS) fs.rmSync(file, { force: true });
  }
}
