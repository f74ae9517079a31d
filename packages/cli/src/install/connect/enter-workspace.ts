/** Adds a workspace to the list of this installation. */
import type { Workspace } from '@hookloom/core/settings';

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
