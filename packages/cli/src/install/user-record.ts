/** What `init --user` puts into the user's own settings is recorded apart from every project. */
import { stateDirPath } from '@hookloom/core/settings';
import { isConnected, readManifest } from './manifest.ts';

type Environment = Record<string, string | undefined>;

/** The directory of the record, as that of a project: below it are `runtime` and nothing else. */
export function userRecordDir(env: Environment): string {
  return `${stateDirPath(env)}/user/.eventloom`;
}

/** Whether the user's own settings serve every enabled project. */
export function isUserConnected(env: Environment): boolean {
  return isConnected(readManifest(userRecordDir(env)));
}
