/** What hooks left beside the log goes into it before a command reads, so that the answer knows of it. */
import { existsSync } from 'node:fs';
import type { Workspace } from '@hookloom/core/config/workspace';

/** Best effort, and nothing is loaded where nothing waits. */
export async function takeIn(workspace: Workspace): Promise<void> {
  if (!existsSync(`${workspace.eventloomDir}/inbox`)) return;
  const [{ takeIn: takeInAll }, { openJsonlStore }] = await Promise.all([
    import('@hookloom/worker/intake'),
    import('@hookloom/log/stores/jsonl/index'),
  ]);
  const store = openJsonlStore({ dir: workspace.eventloomDir });
  await takeInAll(workspace, store);
  await store.close();
}
