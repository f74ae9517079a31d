/** The workspaces of an installation with a single one, for tests of layers above. */
import type { Runtime } from '../src/runtime.ts';
import type { OpenWorkspace, Workspaces } from '../src/workspaces/workspaces.ts';

export function oneWorkspace(runtime: Runtime, alias = runtime.workspace.domain): Workspaces {
  const open: OpenWorkspace = {
    slot: 1,
    workspace: runtime.workspace,
    project: { id: 'project-1', alias },
    runtime,
  };
  return {
    all: async () => [open],
    forFolder: async () => open,
    forProject: async (name) => (name === alias || name === 'project-1' ? [open] : []),
    ensureProject: async () => open,
    forName: async () => ({ open, namesakes: [open.project.alias] }),
    forSlot: async (slot) => (slot === 1 ? open : null),
    forSession: async () => open,
    sawSession: () => {},
    activeSessions: () => 0,
    close: async () => {},
  };
}
