/** The other workspaces of this installation that are connected, and the user's own settings if they are. */
import { stateDirPath } from '@hookloom/core/settings';
import { attempt } from '@hookloom/core';
import { isConnected, readManifest } from './manifest.ts';
import { userRecordDir } from './user-record.ts';

/** Their log directories. An unreadable record counts as none, because that workspace has to fix it. */
export async function neighbours(
  env: Record<string, string | undefined>,
  eventloomDir: string,
): Promise<string[]> {
  const { openRegistry } = await import('@hookloom/worker');
  const { workspaces } = openRegistry(stateDirPath(env)).read();
  return [...workspaces.map(({ dir }) => dir), userRecordDir(env)].filter((dir) => {
    if (dir === eventloomDir) return false;
    return attempt(() => isConnected(readManifest(dir)), false);
  });
}
