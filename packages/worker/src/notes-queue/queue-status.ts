/** Combines the queues of all workspaces, for the worker and the command. */
import type { Caller } from '../operations/context.ts';
import { noteQueue, retryNotes } from '../operations/note-queue.ts';
import { parsePublicId, publicId } from '../workspaces/ids.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';

export type QueueStatus = Awaited<ReturnType<typeof queueStatus>>;

export async function queueStatus(workspaces: Workspaces) {
  const all = await Promise.all(
    (await workspaces.all()).map(async ({ slot, project, runtime }) => {
      const answer = await noteQueue(runtime.context);
      const dead_letters = answer.dead_letters.map((letter) => ({
        ...letter,
        id: publicId(letter.id, slot),
      }));
      return { slot, project: project.alias, ...answer, dead_letters };
    }),
  );
  const sum = (key: 'depth' | 'leased' | 'dead'): number =>
    all.reduce((total, one) => total + one[key], 0);
  const ages = all.map((one) => one.oldest_age_ms).filter((age) => age !== null);
  return {
    depth: sum('depth'),
    leased: sum('leased'),
    dead: sum('dead'),
    oldest_age_ms: ages.length === 0 ? null : Math.max(...ages),
    /** Dead letters with the ids of the routes. */
    workspaces: all,
  };
}

/** Retries one dead letter by id, or all of them. Returns the workspaces with new work. */
export async function retryDead(workspaces: Workspaces, id: number | undefined, caller: Caller) {
  const asked = id === undefined ? null : parsePublicId(id);
  if (id !== undefined && asked === null) return { retried: 0, slots: [] };
  const open = asked === null ? await workspaces.all() : [await workspaces.forSlot(asked.slot)];
  let retried = 0;
  const slots: number[] = [];
  for (const one of open) {
    if (one === null) continue;
    const request = asked === null ? {} : { id: asked.seq };
    retried += (await retryNotes(one.runtime.context, request, caller)).retried;
    slots.push(one.slot);
  }
  return { retried, slots };
}
