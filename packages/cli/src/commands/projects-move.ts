import path from 'node:path';
import { privateStateDir } from '@hookloom/hooks';
import { defineCommand } from '../command/definition.ts';
import { argument, jsonOption } from '../command/options.ts';

export const command = defineCommand({
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
