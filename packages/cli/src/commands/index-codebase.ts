import path from 'node:path';
import { defined } from '@hookloom/core';
import { workspaceOf, type CommandContext, type WorkspaceOptions } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { integer, memoryOptions, optionalArgument, argument, choice } from '../command/options.ts';
import { callerOf } from '../command/caller.ts';
import { withRuntime } from '../command/with-runtime.ts';
import { plural } from '../output/format.ts';

const maxBytes = integer(
  '--max-bytes <n>',
  'skip larger files, in bytes (default: 524288)',
  [1, 8_388_608],
);

export const indexCodebase = defineCommand({
  name: 'index-codebase',
  summary: 'Index the code of a folder: declarations, imports, calls and tests.',
  description:
    'The same as `refresh-context PATH --kind codebase`. Run it again after changes; unchanged files are skipped, and so are files listed in .gitignore or .hookloomignore. Every row cites its event and its lines.',
  arguments: { path: optionalArgument('PATH', 'a folder of the workspace (default: all of it)') },
  options: { maxBytes, ...memoryOptions },
  examples: {
    'hookloom index-codebase': 'index this workspace',
    'hookloom index-codebase src --json': 'one folder, with counts as JSON',
  },
  run: ({ args, options, context }) =>
    runRefresh(context, { ...args, ...options, kind: 'codebase' }),
});

export const refreshContext = defineCommand({
  name: 'refresh-context',
  summary: 'Index the documents or the code of a folder. Reads only what changed.',
  description:
    'Records new and changed files in chunks that cite their lines, and retires older versions and deleted files. Records nothing if nothing changed. Skips files listed in .gitignore or .hookloomignore. Does not follow links.',
  arguments: { path: argument('PATH', 'a file or folder of the workspace') },
  options: {
    kind: choice('--kind <kind>', 'what to index (default: documents)', ['documents', 'codebase']),
    maxLines: integer('--max-lines <n>', 'lines per chunk of a document (default: 80)', [5, 2000]),
    maxBytes,
    ...memoryOptions,
  },
  examples: {
    'hookloom refresh-context docs --kind documents': 'index the docs folder',
    'hookloom refresh-context . --kind codebase': 'index all code',
  },
  run: ({ args, options, context }) => runRefresh(context, { ...args, ...options }),
});

// Indexes a folder and reports the result: shared by `refresh-context` and `index-codebase`.

interface RefreshRun extends WorkspaceOptions {
  /** Default: the whole workspace. */
  path: string | undefined;
  kind: 'documents' | 'codebase' | undefined;
  maxLines?: number | undefined;
  maxBytes: number | undefined;
  json: boolean;
}

const PROGRESS_AFTER_MS = 1000;
const SHOWN_SKIPPED = 5;

async function runRefresh(context: CommandContext, run: RefreshRun): Promise<void> {
  const { out } = context;
  const { kind = 'documents', maxLines, maxBytes: max_bytes } = run;
  const workspace = workspaceOf(context, run);
  const startedMs = context.now();
  const { refreshContext } = await import('@hookloom/worker');
  const answer = await withRuntime(context, workspace, async (runtime) => {
    try {
      return await refreshContext(
        runtime.context,
        {
          path: path.resolve(context.cwd, run.path ?? workspace.root),
          kind,
          session_id: workspace.session,
          ...defined({ max_lines: maxLines, max_bytes }),
        },
        callerOf(context),
        ({ done, total, path: file }) => {
          if (context.now() - startedMs > PROGRESS_AFTER_MS)
            out.progress(`${done} of ${total}  ${file}`);
        },
      );
    } finally {
      out.progress(null);
    }
  });
  if (run.json) return out.json(answer);
  const { discovered, changed, unchanged, deleted, skipped, events } = answer;
  out.line(
    `${answer.root}: ${plural(discovered, 'new file')}, ${changed} changed, ${unchanged} unchanged, ${deleted} gone.`,
  );
  out.line(
    events === 0
      ? 'Nothing had changed, nothing was recorded.'
      : `Recorded ${plural(events, 'event')} in ${answer.session_id}.`,
  );
  for (const { path: file, reason } of skipped.slice(0, SHOWN_SKIPPED))
    out.dim(`  left out: ${file} (${reason.replace('_', ' ')})`);
  if (skipped.length > SHOWN_SKIPPED) out.dim(`  and ${skipped.length - SHOWN_SKIPPED} more`);
}
