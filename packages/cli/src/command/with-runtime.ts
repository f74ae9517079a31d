/** Opens the workspace for one command and always closes it. */
import type { Workspace } from '@hookloom/core/settings';
import type { Runtime } from '@hookloom/worker';
import { beginWithNoticed } from './answer-head.ts';
import { callerOf } from './caller.ts';
import type { CommandContext } from './context.ts';

/** Creates nothing in the workspace until something is written. Without a log, the memory is empty and not on disk. */
export async function withRuntime<T>(
  context: CommandContext,
  workspace: Workspace,
  use: (runtime: Runtime) => Promise<T>,
): Promise<T> {
  const { openRuntime, inAnswer } = await import('@hookloom/worker');
  return inAnswer(async (noticed) => {
    await beginWithNoticed(context, noticed);
    const runtime = await openRuntime(workspace, {
      caller: callerOf(context),
      clock: { now: context.now },
      env: context.env,
      embedAhead: false,
    });
    try {
      return await use(runtime);
    } finally {
      await runtime.close();
    }
  });
}
