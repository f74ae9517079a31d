import {
  findProject,
  projectToMake,
  resolveWorkspace,
  type Workspace,
  type WorkspaceRequest,
} from '@hookloom/core/settings';
import type { Readable } from 'node:stream';

export interface ServeOptions extends WorkspaceRequest {
  /** `--profile`. */
  profile?: string | undefined;
  /** `--role`: the role of this connection in missions. A worker is bound to its session. */
  role?: 'coordinator' | 'worker' | undefined;
  /** Offer no tools and write nothing, because the folder is not connected. */
  isIdle?: boolean;
  stdin?: Readable;
  /** The path of the command, to start the worker. If absent, it is not started. */
  bin?: string;
}

/** Default: the log of the project in which the client was started. */
export function workspaceOf(
  options: Pick<ServeOptions, 'cwd' | 'env' | 'eventloomPath' | 'sessionId' | 'domain'>,
): Workspace {
  const { cwd, env, eventloomPath } = options;
  const isNamed = (eventloomPath ?? '') !== '' || (env['EVENTLOOM_PATH'] ?? '') !== '';
  if (isNamed) return resolveWorkspace(options);
  const root = findProject(cwd, env['HOME'] ?? env['USERPROFILE']) ?? projectToMake(cwd);
  return resolveWorkspace({ ...options, cwd: root });
}
