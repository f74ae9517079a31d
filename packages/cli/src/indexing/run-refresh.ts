/** Indexes a folder and reports the result: shared by `refresh-context` and `index-codebase`. */
import path from 'node:path';
import type { Workspace } from '@hookloom/core/settings';
import { defined } from '@hookloom/core';
import { callerOf } from '../command/caller.ts';
import type { CommandContext } from '../command/context.ts';
import { withRuntime } from '../command/with-runtime.ts';
import { plural } from '../output/plural.ts';

export interface RefreshRun {
  workspace: Workspace;
  path: string;
  kind: 'documents' | 'codebase';
  maxLines: number | undefined;
  maxBytes: number | undefined;
  json: boolean;
}

const PROGRESS_AFTER_MS = 1000;
const SHOWN_SKIPPED = 5;

export async function runRefresh(context: CommandContext, run: RefreshRun): Promise<void> {
  const { out } = context;
  const { workspace, kind, maxLines, maxBytes } = run;
  const startedMs = context.now();
  const { refreshContext } = await import('@hookloom/worker');
  const answer = await withRuntime(context, workspace, async (runtime) => {
    try {
      return await refreshContext(
        runtime.context,
        {
          path: path.resolve(context.cwd, run.path),
          kind,
          session_id: workspace.session,
          ...defined({ max_lines: maxLines, max_bytes: maxBytes }),
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
