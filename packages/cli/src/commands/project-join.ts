import path from 'node:path';
import { defineCommand } from '../command/definition.ts';
import { jsonOption, optionalArgument } from '../command/options.ts';
import { namedFolder } from '../command/root-of.ts';

export const command = defineCommand({
  name: 'project join',
  summary: 'Enable a clone of a repository that you enabled.',
  description:
    'A folder is such a clone if it has the same remote and the same first commits. It gets the identity of that project and a separate log. Anything else, such as a fork or a repository made from a template, stays as it is. Hooks in your own settings run this once for a folder whose remote has the name of an enabled one.',
  arguments: { folder: optionalArgument('FOLDER', 'the clone (default: this folder)') },
  options: { ...jsonOption },
  examples: { 'hookloom project join': 'enable this clone' },
  async run({ args, options, context }) {
    const given = args.folder ?? '';
    const folder = given === '' ? context.cwd : namedFolder(context.cwd, given);
    const { joinClone } = await import('@hookloom/worker');
    const project = await joinClone(folder, context.env);
    if (options.json) context.out.json({ joined: project !== null, project });
    else if (project !== null) context.out.line(`This clone belongs to ${project} from now on.`);
    else
      context.out.line(
        `${path.basename(folder)} is not a clone of an enabled project. To enable it, run \`hookloom init\` here.`,
      );
    return 0;
  },
});
