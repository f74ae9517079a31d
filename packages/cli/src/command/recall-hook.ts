/** Converts a recorded event back to the hook event that it came from. */
import { invalidRequest, notFound } from '@hookloom/core';
import type { ClientName } from '@hookloom/core/hook';
import type { Recalled } from '@hookloom/hooks';
import { workspaceOf, type CommandContext, type WorkspaceOptions } from './context.ts';

export async function recallHook(
  context: CommandContext,
  options: WorkspaceOptions,
  seq: number,
  client?: ClientName,
): Promise<Recalled> {
  const { eventloomDir, session } = workspaceOf(context, options);
  const [{ openJsonlStore }, { recallEvent }] = await Promise.all([
    import('@hookloom/log'),
    import('@hookloom/hooks'),
  ]);
  const store = openJsonlStore({ dir: eventloomDir });
  try {
    const stored = await store.at(session, seq);
    if (stored === null)
      throw notFound(
        `Session ${session} has no event ${seq}.`,
        'Run `hookloom memory log` to see its events.',
      );
    const recalled = recallEvent(stored, client);
    if (recalled !== null) return recalled;
    throw invalidRequest(
      `Event ${seq} (${stored.type}) did not come from a client's hook.`,
      'Choose another event. `hookloom memory log` shows types such as hook.pre_tool_use and tool.call.completed.',
    );
  } finally {
    await store.close();
  }
}
