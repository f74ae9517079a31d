/** Does a planned connection: the log begins, the files are written, the observer path is tried once. */
import type { Workspace } from '@hookloom/core';
import { applyPlan } from '../apply.ts';
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
    if (connection.files.length > 0) {
      applyPlan(workspace.eventloomDir, connection.files);
      await store.append(workspace.session, [
        {
          type: 'hook.heartbeat',
          actorId: 'zaxy-hook',
          payload: { trigger: 'heartbeat', source: 'init', workspace: workspace.root },
          origin: { channel: 'system' },
        },
      ]);
    }
  } finally {
    await store.close();
  }
  await enterWorkspace(workspace, env);
  // Who connects a client wants the worker: from here on it is started when it is needed.
  const { allowWorker } = await import('@hookloom/worker/life/start-on-demand');
  allowWorker(env);
}

/** The installation knows which workspaces are connected, so that the last one that leaves can end the worker. */
async function enterWorkspace(
  workspace: Workspace,
  env: Record<string, string | undefined>,
): Promise<void> {
  const [{ openRegistry }, { createRegister }, { privateStateDir }] = await Promise.all([
    import('@hookloom/worker/workspaces/registry'),
    import('@hookloom/worker/workspaces/register'),
    import('@hookloom/hooks/state/state-dir'),
  ]);
  const stateDir = privateStateDir(env);
  await createRegister(openRegistry(stateDir), { stateDir, env }).add(workspace);
}
