/** Restores the name of a project in the list of this installation. */
import { resolveWorkspace } from '@hookloom/core/settings';
import { createRegister } from '../workspaces/register.ts';
import { projectOf, renameProject } from '../workspaces/projects.ts';
import { openRegistry } from '../workspaces/registry.ts';

/** If another project has the name, it keeps it. */
export async function restoreEntry(
  { root, dir, project }: { root: string; dir: string; project: { name: string } },
  { stateDir, env }: { stateDir: string; env: Record<string, string | undefined> },
): Promise<void> {
  const registry = openRegistry(stateDir);
  const workspace = resolveWorkspace({ cwd: root, env: {}, eventloomPath: dir });
  const entry = await createRegister(registry, { stateDir, env }).add(workspace);
  registry.change((now) => {
    const isTaken = now.projects.some(({ alias }) => alias === project.name);
    if (!isTaken) renameProject(now, projectOf(now, entry).id, project.name);
  });
}
