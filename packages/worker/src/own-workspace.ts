import type { Workspace } from '@hookloom/core/settings';
import { ownSession } from '@hookloom/log';

/** Never continues a log of another installation: uses its own log next to it. */
export function withOwnSession(workspace: Workspace): Workspace {
  const { eventloomDir, session } = workspace;
  return { ...workspace, session: ownSession(eventloomDir, session) };
}
