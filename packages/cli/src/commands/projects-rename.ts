import { privateStateDir } from '@hookloom/hooks';
import { defineCommand } from '../command/definition.ts';
import { argument, jsonOption } from '../command/options.ts';

export const command = defineCommand({
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
