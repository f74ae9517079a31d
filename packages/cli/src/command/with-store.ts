/** Opens the log of a workspace for one command and always closes it. */
import type { EventStore } from '@hookloom/core/events';
import type { Workspace } from '@hookloom/core/settings';
import type { CommandContext } from './context.ts';

export async function withStore<T>(
  { now }: Pick<CommandContext, 'now'>,
  { eventloomDir: dir }: Pick<Workspace, 'eventloomDir'>,
  use: (store: EventStore) => Promise<T>,
): Promise<T> {
  const { openJsonlStore } = await import('@hookloom/log');
  const store = openJsonlStore({ dir, clock: { now } });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}
