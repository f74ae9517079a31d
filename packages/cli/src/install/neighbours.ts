/** The other connected workspaces of this installation, and the user's own settings if they are connected. */
import { stateDirPath } from '@hookloom/core/settings';
import { attempt } from '@hookloom/core';
import { isConnected, readManifest } from './manifest.ts';
import { userRecordDir } from './user-record.ts';

/** Their log directories. Skips a workspace with an unreadable record, which must be fixed there. */
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
