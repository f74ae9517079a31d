/** Runs one background job to its end, in the process that was started for it. */
import { claimJob, type FinishedJob } from '../state/job-files.ts';
import { runHttp } from '../process/run-http.ts';
import { runProcess } from '../process/run-process.ts';

/** Only a small part of a late output is used. */
const OUTPUT_CAP_BYTES = 65_536;

/** @returns Its outcome, which is also stored for the next event; null if the job is missing or unreadable. */
export async function supervise(jobFile: string): Promise<FinishedJob | null> {
  const job = claimJob(jobFile);
  if (job === null) return null;
  const { task, meta } = job;
  const { action, env, stdin, timeoutMs } = task;
  const outcome =
    action.kind === 'http'
      ? await runHttp({ action, body: stdin, env, timeoutMs, capBytes: OUTPUT_CAP_BYTES })
      : await runProcess({ ...task, action, outputCapBytes: OUTPUT_CAP_BYTES });
  job.finish(outcome);
  return { meta, outcome };
}
