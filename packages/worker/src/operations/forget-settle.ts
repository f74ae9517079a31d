import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { setImmediate as breath } from 'node:timers/promises';
import type { Forgotten } from '@hookloom/log';
import type { Memory } from '@hookloom/memory';
import { stateFolders, type OperationContext } from './context.ts';

/** Events projected between two requests. */
const STEP = 1000;
/** Shorter texts may occur in hashes and ids by chance. */
const TELLING_CHARS = 10;

/**
 * The last steps of forgetting: removes the text from the projection, searches it, and completes the job. Returns what
 * may still contain the text. In that case the job stays open, and the next call tries again.
 */
export async function settleForgetting(
  context: OperationContext,
  { job, swept }: Pick<Forgotten, 'job' | 'swept'>,
  texts: readonly string[],
): Promise<string[]> {
  const { eventloomDir: dir } = context.workspace;
  const left = [...swept.left];
  // Prepared contexts are rebuilt.
  if (context.stateDir !== undefined)
    rmSync(`${context.stateDir}/ready`, { recursive: true, force: true });
  const folder = `${dir}/projections`;
  if (existsSync(folder)) {
    const opened = await context.memory.open();
    if (opened.ok) {
      const { memory } = opened;
      await memory.sync(undefined, { untilEmptied: true });
      if (holds(folder, texts)) await memory.reset();
      if (holds(folder, texts)) left.push(folder);
      // The answer does not wait for what is projected again; the next question does.
      context.later.add(() => projectAgain(memory));
    } else {
      // A database that cannot be opened is deleted, because it can be rebuilt.
      rmSync(folder, { recursive: true, force: true });
    }
  }
  if (left.length === 0) {
    const { removeJob } = await import('@hookloom/log');
    removeJob(dir, job);
  }
  return left;
}

/** In pieces, so that the answer is sent first and other requests run in between. */
async function projectAgain(memory: Memory): Promise<void> {
  for (let behind = true; behind;) {
    await breath();
    ({ behind } = await memory.sync(undefined, { maxEvents: STEP }));
  }
}

function holds(folder: string, texts: readonly string[]): boolean {
  const telling = texts.filter((text) => text.length >= TELLING_CHARS && /\s/.test(text));
  if (telling.length === 0) return false;
  return readdirSync(folder).some((name) => {
    const bytes = readFileSync(`${folder}/${name}`);
    return telling.some((text) => bytes.includes(text));
  });
}

/** Completes forgetting that another process began before it died. Best effort: what fails now is retried later. */
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
