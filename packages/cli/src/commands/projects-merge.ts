import { privateStateDir } from '@hookloom/hooks';
import { defineCommand } from '../command/definition.ts';
import { argument, jsonOption } from '../command/options.ts';

export const command = defineCommand({
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
