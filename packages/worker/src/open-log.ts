/** The log of a workspace, and what others share through the repository and the team's store. */
import type { Clock, EventStore } from '@hookloom/core/events';
import type { Workspace } from '@hookloom/core/settings';
import {
  joinShared,
  openJsonlStore,
  openPartStore,
  openSharedStore,
  sharedIn,
  withShared,
} from '@hookloom/log';
import { readWhenChanged } from './read-when-changed.ts';
import { sharedPlaces, shareAccess } from './share/share-state.ts';
import { partsFolder, projectFile } from './team/team-state.ts';

export interface LogOptions {
  clock?: Clock;
  lockWaitMs?: number;
  /** Called when a log is found broken and continued under another name. */
  onContinued?: (session: string, continuation: string) => void;
}

export function openLog(
  workspace: Workspace,
  stateDir: string,
  options: LogOptions = {},
): EventStore {
  const { root, eventloomDir: dir } = workspace;
  const log = openJsonlStore({ dir, ...options });
  const places = readWhenChanged(projectFile(dir), () => sharedPlaces(workspace, stateDir));
  return withShared(
    log,
    sharedIn(places, () => {
      const access = shareAccess(workspace, stateDir);
      const folder = partsFolder(workspace, stateDir);
      const files = openSharedStore({ root, eventloomDir: dir, access });
      return joinShared(files, openPartStore({ eventloomDir: dir, folder }));
    }),
  );
}
