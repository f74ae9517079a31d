/** Creates the vectors of imported events, so that the next question can find them by meaning. */
import type { Workspace } from '@hookloom/core/settings';
import { plural } from '../output/format.ts';
import type { CommandContext } from './context.ts';
import { untilInterrupted } from './until-interrupted.ts';
import { withRuntime } from './with-runtime.ts';

/** The worker continues if a long history takes longer. */
const MOST_MS = 180_000;

export async function embedImported(context: CommandContext, workspace: Workspace): Promise<void> {
  const { out } = context;
  const { embedWaiting } = await import('@hookloom/worker');
  const embed = (signal: AbortSignal) =>
    withRuntime(context, workspace, (runtime) =>
      embedWaiting(runtime.context, {
        signal,
        onProgress: (done, total) => out.progress(`read ${done} of ${plural(total, 'event')}`),
      }),
    );
  const waiting = await untilInterrupted(context, embed, MOST_MS);
  if (waiting > 0)
    out.note(
      `Search by meaning does not cover ${plural(waiting, 'event')} yet. The worker adds them; \`hookloom memory re-embed\` does it now.`,
    );
}
