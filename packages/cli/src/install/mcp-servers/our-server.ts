import path from 'node:path';
import { defaultSessionOf, resolveWorkspace, type Workspace } from '@hookloom/core/settings';
import { invalidRequest } from '@hookloom/core';
import type { StdioServer } from './entry.ts';
import type { ServingProgram } from './serving-program.ts';
import { choice } from '../../command/options.ts';

export interface OurServer {
  workspace: Workspace;
  program: ServingProgram;
  /**
   * `project`: settings of one workspace, which name a log that the server would not find from its folder. `user`:
   * settings for all workspaces, which name none.
   */
  scope: 'project' | 'user';
  /** Whether the client starts the server in the workspace or anywhere (a desktop program). */
  startedIn: 'workspace' | 'anywhere';
}

/** Whether a program that starts in the folder would use this log and session by default. */
export function isFoundByFolder({ root: cwd, eventloomDir, session }: Workspace): boolean {
  const found = resolveWorkspace({ cwd, env: {} });
  if (found.eventloomDir !== eventloomDir || found.session === session)
    return found.eventloomDir === eventloomDir;
  // The first event in a new directory makes such a session its default.
  return session.endsWith('-default') && defaultSessionOf(eventloomDir) === null;
}

export function ourServer({ workspace, program, scope, startedIn }: OurServer): StdioServer {
  const usual = path.join(workspace.root, '.eventloom');
  const isUsual = startedIn === 'workspace' && isFoundByFolder(workspace);
  const env =
    scope === 'user' || isUsual
      ? {}
      : {
          ...(startedIn === 'workspace' && workspace.eventloomDir === usual
            ? {}
            : { EVENTLOOM_PATH: workspace.eventloomDir }),
          ZAXY_DOMAIN: workspace.domain,
          EVENTLOOM_THREAD: workspace.session,
        };
  const { inProject, ...own } = program;
  const isCommitted = scope === 'project' && startedIn === 'workspace';
  return { transport: 'stdio', ...((isCommitted && inProject) || own), env };
}

// The role of a printed or installed server in missions.

export const roleOption = {
  role: choice(
    '--role <name>',
    'in missions: what the server may do; a worker needs --session-id',
    ['coordinator', 'worker'],
  ),
};

/** The arguments after `serve`. Throws `invalid_request` for a worker without its own session. */
export function roleWords(role?: 'coordinator' | 'worker', sessionId?: string): string[] {
  if (role === undefined) return [];
  if (role === 'coordinator') return ['--role', role];
  if (sessionId !== undefined) return ['--role', role, '--session-id', sessionId];
  throw invalidRequest(
    'A worker needs a separate session.',
    'Add --session-id with the id of the worker, such as worker-a.',
  );
}
