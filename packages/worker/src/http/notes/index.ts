/** All routes for notes. Each family is in its own file. */
import type { Workspaces } from '../../workspaces/workspaces.ts';
import type { Route } from '../route.ts';
import { batchRoutes } from './batch.ts';
import { exportRoutes } from './export.ts';
import { importRoutes } from './import.ts';
import { byFileRoutes, listRoutes, rowRoutes } from './lists.ts';
import { removeRoutes, writeRoutes } from './write.ts';
import { searchRoutes } from './search.ts';
import { statsRoutes, type WorkerStats } from './stats.ts';
import { timelineRoutes } from './timeline.ts';

export function noteRoutes(workspaces: Workspaces, worker: () => WorkerStats): Route[] {
  return [
    ...listRoutes(workspaces),
    ...rowRoutes(workspaces),
    ...byFileRoutes(workspaces),
    ...batchRoutes(workspaces),
    ...searchRoutes(workspaces),
    ...timelineRoutes(workspaces),
    ...writeRoutes(workspaces),
    ...removeRoutes(workspaces),
    ...statsRoutes(workspaces, worker),
    ...exportRoutes(workspaces),
    ...importRoutes(workspaces),
  ];
}
