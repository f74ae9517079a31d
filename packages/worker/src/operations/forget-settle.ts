import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { Forgotten } from '@hookloom/log';
import { stateFolders, type OperationContext } from './context.ts';

/** Shorter texts can be in hashes and ids by chance. */
const TELLING_CHARS = 10;

/**
 * The last steps of a forgetting: the projection follows and is searched, and the job is completed. Returns what may
 * still contain the text. Then the job stays, and the next call tries again.
 */
export async function settleForgetting(
  context: OperationContext,
  { job, swept }: Pick<Forgotten, 'job' | 'swept'>,
  texts: readonly string[],
): Promise<string[]> {
  const { eventloomDir: dir } = context.workspace;
  const left = [...swept.left];
  // Contexts that were kept ready are made anew.
  if (context.stateDir !== undefined)
    rmSync(`${context.stateDir}/ready`, { recursive: true, force: true });
  const folder = `${dir}/projections`;
  if (existsSync(folder)) {
    const opened = await context.memory.open();
    if (opened.ok) {
      await opened.memory.sync();
      if (holds(folder, texts)) await opened.memory.reset();
      if (holds(folder, texts)) left.push(folder);
    } else {
      // What cannot be opened can be rebuilt.
      rmSync(folder, { recursive: true, force: true });
    }
  }
  if (left.length === 0) {
    const { removeJob } = await import('@hookloom/log');
    removeJob(dir, job);
  }
  return left;
}

function holds(folder: string, texts: readonly string[]): boolean {
  const telling = texts.filter((text) => text.length >= TELLING_CHARS && /\s/.test(text));
  if (telling.length === 0) return false;
  return readdirSync(folder).some((name) => {
    const bytes = readFileSync(`${folder}/${name}`);
    return telling.some((text) => bytes.includes(text));
  });
}

/**
 * Completes a forgetting that another process began before it died. Best effort: what cannot be done now is retried
 * later.
 */
export async function finishForgetting(context: OperationContext): Promise<void> {
  const { workspace, store, clock } = context;
  const { eventloomDir: dir } = workspace;
  const { interruptedJobs, resumeForgetting } = await import('@hookloom/log');
  const nowMs = clock.now();
  for (const job of interruptedJobs(dir, nowMs)) {
    const done = await resumeForgetting(
      {
        dir,
        store,
        actorId: 'hookloom',
        origin: { channel: 'system' },
        nowMs,
        folders: stateFolders(context),
      },
      job,
    );
    if (done !== null) await settleForgetting(context, done, []);
  }
}
