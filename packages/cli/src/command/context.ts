/** The environment of a command. Tests pass their own. */
import {
  defaultSessionOf,
  resolveWorkspace,
  sessionsIn,
  type Workspace,
} from '@hookloom/core/settings';
import { notFound, type ProcessTable } from '@hookloom/core';
import { withOwnSession } from '@hookloom/worker';
import { assertLogFolder, rootOf, type NamedLog, type CommandPlace } from './root-of.ts';

export interface CommandContext extends CommandPlace {
  /** Standard input. `isTTY` means that nothing is piped in. */
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  /** A terminal is connected to one of the three streams. */
  isInteractive: boolean;
  /** The running processes, which show whether a person or a program calls. Default: those of this machine. */
  processes?(): ProcessTable | null;
  /** Milliseconds since the epoch. */
  now(): number;
}

export interface WorkspaceOptions extends NamedLog {
  sessionId?: string | undefined;
  domain?: string | undefined;
}

/** The workspace that the options or the environment name, else that of the current folder (`rootOf`). */
export function workspaceOf(context: CommandContext, options: WorkspaceOptions): Workspace {
  return workspaceIn(context, rootOf(context, undefined, options), options);
}

/**
 * The same for a command that starts no log. If `--eventloom-path` names a folder without a session of the current
 * project, it is the session of that folder. Throws `not_found` if there are several.
 */
export function workspaceToRead(context: CommandContext, options: WorkspaceOptions): Workspace {
  const workspace = workspaceOf(context, options);
  const { eventloomDir: dir, domain } = workspace;
  const { EVENTLOOM_THREAD: thread, ZAXY_DOMAIN: named } = context.env;
  const sessions = sessionsIn(dir);
  const isChosen = [options.sessionId, options.domain, thread, named].some(Boolean);
  if ((options.eventloomPath ?? '') === '' || isChosen || sessions.includes(`${domain}-default`))
    return workspace;
  const session = defaultSessionOf(dir);
  if (session !== null) return withOwnSession({ ...workspace, session });
  if (sessions.length === 0) return workspace;
  throw notFound(
    `${dir} has several sessions: ${sessions.join(', ')}.`,
    'Name one with --session-id.',
  );
}

/** The same for a known folder; folders above it are not searched. */
export function workspaceIn(
  { env }: Pick<CommandContext, 'env'>,
  root: string,
  { eventloomPath, sessionId, domain }: WorkspaceOptions,
): Workspace {
  const workspace = resolveWorkspace({ cwd: root, env, eventloomPath, sessionId, domain });
  assertLogFolder(workspace.eventloomDir);
  // An explicit session is used as it is. The default one never belongs to another installation.
  return (sessionId ?? '') === '' ? withOwnSession(workspace) : workspace;
}
