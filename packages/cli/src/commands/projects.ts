import path from 'node:path';
import { privateStateDir } from '@hookloom/hooks';
import { defineCommand } from '../command/definition.ts';
import { jsonOption, argument } from '../command/options.ts';

export const projectsList = defineCommand({
  name: 'projects list',
  summary: 'List the projects this installation has seen, and their folders.',
  description:
    'Folders belong to one project if their repositories have the same remote and the same first commit, or if they are worktrees of one repository. Two folders with the same name are two projects. If you have moved a project, run this there to list its new folder.',
  options: { ...jsonOption },
  examples: { 'hookloom projects list': 'name, id and folder' },
  async run({ options, context }) {
    const { stateDirPath } = await import('@hookloom/core/settings');
    const { listProjects } = await import('@hookloom/worker');
    const { env, cwd } = context;
    const projects = await listProjects({ stateDir: stateDirPath(env), env }, cwd);
    if (options.json) return context.out.json({ projects });
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

export const projectsRename = defineCommand({
  name: 'projects rename',
  summary: 'Rename a project.',
  arguments: {
    project: argument('PROJECT', 'its name or id'),
    alias: argument('NAME', 'its new name'),
  },
  options: { ...jsonOption },
  examples: { 'hookloom projects rename api shop-api': 'a clearer name' },
  async run({ args, options, context }) {
    const { rename } = await import('@hookloom/worker');
    const project = rename(privateStateDir(context.env), args.project, args.alias);
    if (options.json) context.out.json(project);
    else context.out.line(`${project.id} is now called ${project.alias}.`);
  },
});

export const projectsMerge = defineCommand({
  name: 'projects merge',
  summary: 'Merge one project into another.',
  arguments: {
    from: argument('FROM', 'name or id of the project to merge'),
    into: argument('INTO', 'name or id of the project to merge it into'),
  },
  options: { ...jsonOption },
  examples: { 'hookloom projects merge shop-old shop': 'one memory for both' },
  async run({ args, options, context }) {
    const { merge } = await import('@hookloom/worker');
    const project = merge(privateStateDir(context.env), args.from, args.into);
    if (options.json) context.out.json(project);
    else context.out.line(`It is now part of ${project.alias}.`);
  },
});

export const projectsMove = defineCommand({
  name: 'projects move',
  summary: 'Make a folder part of another project, or of a new one.',
  arguments: {
    folder: argument('FOLDER', 'a folder of a workspace'),
    project: argument('PROJECT', 'name or id; an unknown name creates a project'),
  },
  options: { ...jsonOption },
  examples: { 'hookloom projects move ../shop-fork shop': 'let the fork use the memory of shop' },
  async run({ args, options, context }) {
    const { move } = await import('@hookloom/worker');
    const project = move(
      privateStateDir(context.env),
      path.resolve(context.cwd, args.folder),
      args.project,
    );
    if (options.json) context.out.json(project);
    else context.out.line(`It is now part of ${project.alias}.`);
  },
});
