/** Carries out a planned connection: creates the log, writes the files and tests the recorder once. */
import { connectable } from '@hookloom/hooks/clients';
import type { Workspace } from '@hookloom/core/settings';
import { applyPlan } from '../apply.ts';
import { recordUses } from '../transfer-ownership.ts';
import { enableProject, isEnabled, type MarkRequest } from '../project-mark.ts';
import type { Connection, ConnectionRequest } from './plan-connection.ts';

/** False for your home folder, which is not a project with `--user`. */
export function isInProject({ user, place }: ConnectionRequest['base']): boolean {
  return !user || place.root !== place.home;
}

/** Whether this project has its mark or needs none. */
export function isMarked({ base, selection }: ConnectionRequest): boolean {
  return !base.user || !isInProject(base) || isEnabled(markOf(base, selection));
}

function markOf(
  { workspace, injection, place }: ConnectionRequest['base'],
  { clients }: ConnectionRequest['selection'],
): MarkRequest {
  const hooked = clients.filter(
    ({ client, hooks }) => hooks && connectable(client).install.hasFallback === true,
  );
  return { workspace, injection, env: place.env, clients: hooked.map(({ client }) => client) };
}

export async function doConnection(connection: Connection, { base, selection }: ConnectionRequest) {
  const { workspace, rules, user } = base;
  const { env } = base.place;
  if (!isInProject(base)) {
    applyPlan(rules.eventloomDir, connection.files);
    recordUses(rules.eventloomDir, connection.uses);
    return;
  }
  const { openJsonlStore } = await import('@hookloom/log');
  const { recordGenesis } = await import('@hookloom/worker');
  const store = openJsonlStore({ dir: workspace.eventloomDir });
  try {
    await recordGenesis(store, workspace);
    applyPlan(rules.eventloomDir, connection.files);
    recordUses(rules.eventloomDir, connection.uses);
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
  if (user) enableProject(markOf(base, selection));
  await enterWorkspace(workspace, env, { isForUser: user });
  // A connected client needs the worker, which may start on demand from now on.
  const { allowWorker } = await import('@hookloom/worker');
  allowWorker(env);
}

// Adds a workspace to the list of this installation.

/** Records which workspaces are connected, so that the worker can stop when the last one is disconnected. */
export async function enterWorkspace(
  workspace: Workspace,
  env: Record<string, string | undefined>,
  { isForUser = false }: { isForUser?: boolean } = {},
): Promise<void> {
  const [{ openRegistry, createRegister }, { privateStateDir }] = await Promise.all([
    import('@hookloom/worker'),
    import('@hookloom/hooks'),
  ]);
  const stateDir = privateStateDir(env);
  await createRegister(openRegistry(stateDir), { stateDir, env }).add(workspace);
  const { describeRepository, listForClones } = await import('@hookloom/worker');
  const { eventloomDir, root } = workspace;
  const facts = await describeRepository(eventloomDir, root, env);
  if (isForUser && facts !== null) listForClones(eventloomDir, facts, env);
}
