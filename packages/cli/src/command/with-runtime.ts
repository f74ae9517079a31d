/** Opens the workspace for one command and closes it whatever happens. */
import type { Workspace } from '@hookloom/core/config/workspace';
import type { Runtime } from '@hookloom/worker';
import { beginWithUnavailable } from './answer-head.ts';
import { callerOf } from './caller.ts';
import type { CommandContext } from './context.ts';
import { hasLog } from './nothing-yet.ts';

export async function withRuntime<T>(
  context: CommandContext,
  workspace: Workspace,
  use: (runtime: Runtime) => Promise<T>,
): Promise<T> {
  const [{ openRuntime }, { inAnswer }] = await Promise.all([
    import('@hookloom/worker/compose'),
    import('@hookloom/worker/unavailable-events'),
  ]);
  return inAnswer(async (unavailable) => {
    await beginWithUnavailable(context, unavailable);
    return closing(await openRuntime(workspace, optionsOf(context)), use);
  });
}

/** For a command that only looks: where nothing was ever recorded it is answered out of nothing, and nothing is made. */
export async function withLook<T>(
  context: CommandContext,
  workspace: Workspace,
  use: (runtime: Runtime) => Promise<T>,
): Promise<T> {
  if (hasLog(workspace)) return withRuntime(context, workspace, use);
  const { openEmptyRuntime } = await import('@hookloom/worker/empty-runtime');
  return closing(await openEmptyRuntime(workspace, optionsOf(context)), use);
}

function optionsOf(context: CommandContext) {
  return { caller: callerOf(context), clock: { now: context.now }, env: context.env };
}

async function closing<T>(runtime: Runtime, use: (runtime: Runtime) => Promise<T>): Promise<T> {
  try {
    return await use(runtime);
  } finally {
    await runtime.close();
  }
}
