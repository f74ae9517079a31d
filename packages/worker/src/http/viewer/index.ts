/** The viewer and the routes that only the viewer needs. */
import type { Workspaces } from '../../workspaces/workspaces.ts';
import type { Retention } from '@hookloom/memory/notes/retention';
import type { Route } from '../server.ts';
import { economicsRoutes } from './economics.ts';
import { eventRoutes } from './events.ts';
import { graphRoutes } from './graph.ts';
import { hookViewRoutes } from './hooks.ts';
import { inboxRoutes } from './inbox.ts';
import { integrityRoutes } from './integrity.ts';
import { memoryRoutes } from './memory.ts';
import { sessionRoutes } from './sessions.ts';
import { staticRoutes } from './static-files.ts';

/**
 * @param files The folder of the built viewer: `dist/viewer` beside the command.
 * @param retention How long notes are kept now.
 */
export function viewerRoutes(
  workspaces: Workspaces,
  files: string,
  retention: () => Retention,
): Route[] {
  return [
    ...staticRoutes(files),
    ...eventRoutes(workspaces),
    ...sessionRoutes(workspaces),
    ...memoryRoutes(workspaces),
    ...inboxRoutes(workspaces),
    ...graphRoutes(workspaces),
    ...hookViewRoutes(workspaces),
    ...integrityRoutes(workspaces),
    ...economicsRoutes(workspaces, retention),
  ];
}
