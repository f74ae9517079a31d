/** The viewer, and the routes that only it uses. */
import type { Workspaces } from '../../workspaces/workspaces.ts';
import type { Retention } from '@hookloom/memory';
import type { Route } from '../route.ts';
import { economicsRoutes } from './economics.ts';
import { eventRoutes } from './events.ts';
import { graphRoutes } from './graph.ts';
import { hookViewRoutes } from './hooks.ts';
import { integrityRoutes } from './integrity.ts';
import { memoryRoutes } from './memory.ts';
import type { adminRoutes } from '../admin-routes.ts';
import type { queueRoutes } from '../queue-routes.ts';
import { inboxRoutes, reviewRoutes } from './review.ts';
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
    ...reviewRoutes(workspaces),
    ...graphRoutes(workspaces),
    ...hookViewRoutes(workspaces),
    ...integrityRoutes(workspaces),
    ...economicsRoutes(workspaces, retention),
  ];
}

type Shown = ReturnType<
  | typeof eventRoutes
  | typeof sessionRoutes
  | typeof memoryRoutes
  | typeof inboxRoutes
  | typeof reviewRoutes
  | typeof graphRoutes
  | typeof hookViewRoutes
  | typeof integrityRoutes
  | typeof economicsRoutes
  | typeof queueRoutes
  | typeof adminRoutes
>[number];

/** The answer of each route, for the types of the viewer. */
export type Answers = {
  [R in Shown as R['route']]: NonNullable<R['answer']>;
};

/** The names of the parameters of each route. */
export type Parameters = {
  [R in Shown as R['route']]: NonNullable<R['parameter']>;
};
