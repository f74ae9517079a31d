/** Opens the workspace for one command and closes it whatever happens. */
import type { Workspace } from '@hookloom/core/config/workspace';
import type { Runtime } from '@hookloom/worker';
import { callerOf } from './caller.ts';
import type { CommandContext } from './context.ts';

export async function withRuntime<T>(
  context: CommandContext,
  workspace: Workspace,
  use: (runtime: Runtime) => Promise<T>,
): Promise<T> {
  const { openRuntime } = await import('@hookloom/worker/compose');
  const runtime = await openRuntime(workspace, {
    caller: callerOf(context),
    clock: { now: context.now },
    env: context.env,
  });
  try {
    return await use(runtime);
  } finally {
    await runtime.close();
  }
}
