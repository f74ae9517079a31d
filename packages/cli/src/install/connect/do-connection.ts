/** Does a planned connection: the log begins, the files are written, the observer path is tried once. */
import type { Workspace } from '@hookloom/core';
import { applyPlan } from '../apply.ts';
import { recordUses } from '../hand-over.ts';
import { enterWorkspace } from './enter-workspace.ts';
import type { Connection } from './plan-connection.ts';

export async function doConnection(
  connection: Connection,
  workspace: Workspace,
  env: Record<string, string | undefined>,
): Promise<void> {
  const { openJsonlStore } = await import('@hookloom/log');
  const { recordGenesis } = await import('@hookloom/worker/genesis');
  const store = openJsonlStore({ dir: workspace.eventloomDir });
  try {
    await recordGenesis(store, workspace);
    applyPlan(workspace.eventloomDir, connection.files);
    recordUses(workspace.eventloomDir, connection.uses);
    await store.append(workspace.session, [
      {
        type: 'hook.heartbeat',
        actorId: 'zaxy-hook',
        payload: { trigger: 'heartbeat', source: 'init', workspace: workspace.root },
        origin: { channel: 'system' },
      },
    ]);
  } finally {
    await store.close();
  }
  await enterWorkspace(workspace, env);
  // Who connects a client wants the worker: from here on it is started when it is needed.
  const { allowWorker } = await import('@hookloom/worker/life/start-on-demand');
  allowWorker(env);
}
