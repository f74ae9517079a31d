/** Opens the workspace for one command and always closes it. */
import type { Workspace } from '@hookloom/core/settings';
import type { Runtime, Noticed } from '@hookloom/worker';
import type { UnavailableEvent } from '@hookloom/core/events';
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

// Warnings at the start of an answer: events that differ from what was sealed, and an answer from another store than
// the configured one.

/** Adds `noticed` to the answer: evaluated when the command prints its first text, and again for each JSON value. */
export async function beginWithNoticed(
  { out }: Pick<CommandContext, 'out'>,
  noticed: () => Noticed,
): Promise<void> {
  const { linesAtHead, namedAtHead } = await import('@hookloom/worker');
  out.beginWith({
    lines: () => linesAtHead(noticed()),
    json: (value) => namedAtHead(value, noticed()),
  });
}

/** For a command that reads a log itself and passes this to the reader, which reports mismatches. */
export async function namingUnavailable(
  context: Pick<CommandContext, 'out'>,
  session: string,
): Promise<(found: Omit<UnavailableEvent, 'session'>) => void> {
  const unavailable: UnavailableEvent[] = [];
  await beginWithNoticed(context, () => ({ unavailable, fallback: null }));
  return (found) => void unavailable.push({ session, ...found });
}
