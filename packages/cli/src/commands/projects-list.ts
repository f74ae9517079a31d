import { defineCommand } from '../command/definition.ts';
import { jsonOption } from '../command/options.ts';

export const command = defineCommand({
  name: 'projects list',
  summary: 'List the projects this installation has seen, and their folders.',
  description:
    'Folders belong to one project if their repositories have the same remote and the same first commit, or if they are worktrees of one repository. Two folders with the same name are two projects. If you have moved a project, run this there to list its new folder.',
  arguments: {},
  options: { ...jsonOption },
  examples: { 'hookloom projects list': 'name, id and folder' },
  async run({ options, context }) {
    const { stateDirPath } = await import('@hookloom/core/settings');
    const { listProjects } = await import('@hookloom/worker');
    const { env, cwd } = context;
    const projects = await listProjects({ stateDir: stateDirPath(env), env }, cwd);
    if (options.json) {
      context.out.json({ projects });
      return;
    }
    if (projects.length === 0) context.out.line('No projects yet.');
    const rows = projects.flatMap(({ alias, id, workspaces }) =>
      workspaces.map(({ folder, is_there: isThere }) => [
        alias,
        id,
        isThere ? folder : `${folder} (no log there any more)`,
      ]),
    );
    await context.out.table(rows);
  },
});
