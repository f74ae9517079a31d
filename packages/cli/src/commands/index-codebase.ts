import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { integer, memoryOptions, optionalArgument } from '../command/options.ts';
import { runRefresh } from '../indexing/run-refresh.ts';

export const command = defineCommand({
  name: 'index-codebase',
  summary: 'Index the code of a folder: declarations, imports, calls and tests.',
  description:
    'The same as `refresh-context PATH --kind codebase`. Run it again after changes; unchanged files are skipped, and so are files listed in .gitignore or .hookloomignore. Every row cites its event and its lines.',
  arguments: { path: optionalArgument('PATH', 'a folder of the workspace (default: all of it)') },
  options: {
    maxBytes: integer(
      '--max-bytes <n>',
      'skip larger files, in bytes (default: 524288)',
      [1, 8_388_608],
    ),
    ...memoryOptions,
  },
  examples: {
    'hookloom index-codebase': 'index this workspace',
    'hookloom index-codebase src --json': 'one folder, with counts as JSON',
  },
  run({ args, options, context }) {
    const workspace = workspaceOf(context, options);
    return runRefresh(context, {
      workspace,
      path: args.path ?? workspace.root,
      kind: 'codebase',
      maxLines: undefined,
      maxBytes: options.maxBytes,
      json: options.json,
    });
  },
});
