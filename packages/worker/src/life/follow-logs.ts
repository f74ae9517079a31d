/** Hooks write to the logs without the worker, so while a page listens, this checks the logs for new events. */
import type { StreamHub } from '../http/stream-hub.ts';
import type { OpenWorkspace, Workspaces } from '../workspaces/workspaces.ts';

export interface FollowOptions {
  workspaces: Workspaces;
  hub: StreamHub;
  /** There are new events, so notes can be made. */
  onGrown(slot: number): void;
}

const EVERY_MS = 1000;

/** Reads nothing while no page listens. */
export function followLogs({ workspaces, hub, onGrown }: FollowOptions): { close(): void } {
  const heads = new Map<number, number>();
  let isLooking = false;
  const timer = setInterval(() => {
    if (hub.listeners() === 0) return heads.clear();
    if (isLooking) return;
    isLooking = true;
    void look().finally(() => (isLooking = false));
  }, EVERY_MS);
  timer.unref();

  async function look(): Promise<void> {
    const all = await workspaces.all().catch(() => []);
    for (const open of all) await lookAt(open).catch(() => {});
  }

  async function lookAt({ slot, project, runtime, workspace }: OpenWorkspace): Promise<void> {
    await runtime.context.drain();
    const head = (await runtime.store.head(workspace.session))?.seq ?? 0;
    const before = heads.get(slot);
    heads.set(slot, head);
    // Notifies a new listener once about what was written between its first request and this check.
    if (before !== undefined && head <= before) return;
    hub.publish('events_recorded', { project: project.alias, slot, head });
    onGrown(slot);
  }

  return { close: () => clearInterval(timer) };
}
