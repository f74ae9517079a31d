import type { Workspace } from '@hookloom/core/settings';
import { ownSession } from '@hookloom/log';

/** A session whose log belongs to another installation is never continued: this one writes its own beside it. */
export function withOwnSession(workspace: Workspace): Workspace {
  const { eventloomDir, session } = workspace;
  return { ...workspace, session: ownSession(eventloomDir, session) };
}
