import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { argument, choice, integer, memoryOptions } from '../command/options.ts';
import { runRefresh } from '../indexing/run-refresh.ts';

export const command = defineCommand({
  name: 'refresh-context',
  summary: 'Index the documents or the code of a folder. Reads only what changed.',
  description:
    'Records new and changed files in chunks that cite their lines, and retires older versions and deleted files. Records nothing if nothing changed. Skips files listed in .gitignore or .hookloomignore. Does not follow links.',
  arguments: { path: argument('PATH', 'a file or folder of the workspace') },
  options: {
    kind: choice('--kind <kind>', 'what to index (default: documents)', ['documents', 'codebase']),
    maxLines: integer('--max-lines <n>', 'lines per chunk of a document (default: 80)', [5, 2000]),
    maxBytes: integer(
      '--max-bytes <n>',
      'skip larger files, in bytes (default: 524288)',
      [1, 8_388_608],
    ),
    ...memoryOptions,
  },
  examples: {
    'hookloom refresh-context docs --kind documents': 'index the docs folder',
    'hookloom refresh-context . --kind codebase': 'index all code',
  },
  run: ({ args, options, context }) =>
    runRefresh(context, {
      workspace: workspaceOf(context, options),
      path: args.path,
      kind: options.kind ?? 'documents',
      maxLines: options.maxLines,
      maxBytes: options.maxBytes,
      json: options.json,
    }),
});
