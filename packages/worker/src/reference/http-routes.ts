/** Every route of the worker, for the reference page. */
import { adminRoutes } from '../http/admin-routes.ts';
import { contextRoutes } from '../http/context/context-routes.ts';
import { healthRoutes, metricsRoute } from '../http/health-routes.ts';
import { hookRoutes } from '../http/hook-routes.ts';
import { noteRoutes } from '../http/notes/index.ts';
import { queueRoutes } from '../http/queue-routes.ts';
import type { Route } from '../http/route.ts';
import { sessionRoutes } from '../http/sessions/index.ts';
import { streamRoute } from '../http/stream-route.ts';
import { viewerRoutes } from '../http/viewer/index.ts';

/** Replaces the worker, which route definitions do not use before a call. */
const none = {} as never;

export const routeFamilies: Record<string, Route[]> = {
  Sessions: sessionRoutes(none),
  Hooks: hookRoutes(none),
  Notes: noteRoutes(none, none),
  Context: contextRoutes(none),
  'Queue and ledger': queueRoutes(none, none, none),
  'The worker': [
    ...healthRoutes(none),
    metricsRoute(none),
    streamRoute(none, none),
    ...adminRoutes(none),
  ],
  'The viewer': viewerRoutes(none, '', none),
};
