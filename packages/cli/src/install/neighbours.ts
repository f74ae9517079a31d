/** The other workspaces of this installation that are connected. */
import { stateDirPath } from '@hookloom/hooks/state/state-dir-path';
import { isConnected, readManifest } from './manifest.ts';

/** Their log directories. An unreadable record counts as none: that workspace has to fix it. */
export async function neighbours(
  env: Record<string, string | undefined>,
  eventloomDir: string,
): Promise<string[]> {
  const { openRegistry } = await import('@hookloom/worker/workspaces/registry');
  const { workspaces } = openRegistry(stateDirPath(env)).read();
  return workspaces
    .map(({ dir }) => dir)
    .filter((dir) => {
      if (dir === eventloomDir) return false;
      try {
        return isConnected(readManifest(dir));
      } catch {
        return false;
      }
    });
}
