/** Our server as a workspace starts it. */
import path from 'node:path';
import type { Workspace } from '@hookloom/core';
import type { StdioServer } from './entry.ts';

export interface OurServer {
  workspace: Workspace;
  /** What is started: the running Node with our own file, or the command that the user named. */
  program: { command: string; args: readonly string[] };
  /**
   * `project`: settings of one workspace name it, so that a client that sends no session never shares another project's.
   * `user`: settings for all workspaces name none; the server derives it from the folder it is started in.
   */
  scope: 'project' | 'user';
  /** Where the client starts the server: in the workspace, or anywhere (a desktop program). */
  startedIn: 'workspace' | 'anywhere';
}

export function ourServer({ workspace, program, scope, startedIn }: OurServer): StdioServer {
  const usual = path.join(workspace.root, '.eventloom');
  const isUsual = startedIn === 'workspace' && workspace.eventloomDir === usual;
  const env =
    scope === 'user'
      ? {}
      : {
          ...(isUsual ? {} : { EVENTLOOM_PATH: workspace.eventloomDir }),
          ZAXY_DOMAIN: workspace.domain,
          EVENTLOOM_THREAD: workspace.session,
        };
  return { transport: 'stdio', ...program, env };
}
