/** Records what `init --user` adds to the user's own settings, separately from every project. */
import { stateDirPath } from '@hookloom/core/settings';
import { isConnected, readManifest } from './manifest.ts';

type Environment = Record<string, string | undefined>;

/** The directory of the record, like that of a project but with only `runtime`. */
export function userRecordDir(env: Environment): string {
  return `${stateDirPath(env)}/user/.eventloom`;
}

/** Whether the user's own settings serve every enabled project. */
export function isUserConnected(env: Environment): boolean {
  return isConnected(readManifest(userRecordDir(env)));
}
