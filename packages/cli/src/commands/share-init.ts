import { callerOf } from '../command/caller.ts';
import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { memoryOptions, text } from '../command/options.ts';
import { withRuntime } from '../command/with-runtime.ts';

export const command = defineCommand({
  name: 'share init',
  summary: 'Set up shared memory in the repository: create the folder and your key.',
  description:
    'Creates the folder for shared memory, and a signing key that never leaves your own state folder. Nothing is shared yet: `hookloom share publish` proposes what you could share. You can run it again, for example to change your name.',
  arguments: {},
  options: {
    dir: text('--dir <folder>', 'folder in the project (default: .hookloom)'),
    author: text(
      '--author <name>',
      'your name in what you share (default: git’s user.name, else your user name)',
    ),
    ...memoryOptions,
  },
  examples: {
    'hookloom share init': 'share through .hookloom in this repository',
    'hookloom share init --author alice': 'write under another name',
  },
  async run({ options, context }) {
    const { out } = context;
    return withRuntime(context, workspaceOf(context, options), async (runtime) => {
      const { initShare } = await runtime.share();
      const asked = { directory: options.dir, author: options.author };
      const made = await initShare(runtime.context, asked, callerOf(context));
      if (options.json) return out.json(made);
      out.line({ style: 'bold', text: `You share as ${made.author}@${made.machine}.` });
      out.line(`  folder  ${made.directory}`);
      out.line(`  file    ${made.file}`);
      out.line(`  key     ${made.key}`);
      out.line('Next: `hookloom share publish`, then commit the folder.');
      return undefined;
    });
  },
});
