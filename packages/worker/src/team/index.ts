/** A project's participation in a team: joining, replicating, leaving, and its state. */
import os from 'node:os';
import { invalidRequest, permissionDenied } from '@hookloom/core';
import { writerName } from '@hookloom/log';
import { beginLog, makeDirectory } from '@hookloom/log/append';
import type { OperationContext } from '../operations/context.ts';
import { isNameExcluded } from '../settings/excluded-projects.ts';
import { readSettings } from '../settings/settings.ts';
import { addressOf, placeOf, projectOf } from './store-access.ts';
import { teamAddress } from './store-settings.ts';
import { ownSessions } from './own-sessions.ts';
import {
  cloneDigest,
  logsFolder,
  readTeamState,
  removeTeam,
  writeTeamState,
  type SendScope,
  type TeamState,
} from './team-state.ts';

export {
  inviteToTeam,
  revokeFromTeam,
  teamChanges,
  teamMembers,
  teamStatus,
} from './team-members.ts';
export { sessionsToSend, syncTeam, type Synced, type SyncOptions } from './sync-team.ts';
export { type SendScope, type TeamState } from './team-state.ts';

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export interface EnableRequest {
  send?: SendScope | undefined;
  /** The name that teammates see. Default: the user's. */
  as?: string | undefined;
  /** Default: derived from the repository, so that all clones have the same. */
  project?: string | undefined;
}

/** Only for a person, which the caller has verified. Contacts no server. */
export async function enableTeam(
  context: OperationContext,
  { send, as, project }: EnableRequest,
): Promise<TeamState> {
  const { workspace, env } = context;
  const { stateDir } = placeOf(context);
  // Refuses a file with the address that other users can read.
  teamAddress(env, stateDir);
  const settings = readSettings(stateDir, env);
  if (isNameExcluded(settings, workspace.root))
    throw permissionDenied(
      'This project is excluded from recording, so nothing in it is sent.',
      'Remove it from CLAUDE_MEM_EXCLUDED_PROJECTS first.',
    );
  if (project !== undefined && !ID.test(project))
    throw invalidRequest(
      'The id of a project may contain letters, digits, dots and dashes, at most 64.',
      'Pass another one with --project.',
    );
  // Data about a team is stored under the id of the project, so create the directory even if nothing is recorded yet.
  makeDirectory(workspace.eventloomDir);
  beginLog(workspace.eventloomDir, workspace.session);
  const { folder } = placeOf(context);
  const before = readTeamState(folder);
  const known = as === undefined ? before?.writer : undefined;
  const state: TeamState = {
    project: project ?? before?.project ?? (await projectOf(context)),
    writer: known ?? writerOf(context, as),
    send: send ?? before?.send ?? 'decisions',
    last: null,
    heads: {},
  };
  writeTeamState(folder, state);
  return state;
}

/** Removes teammates' logs from this machine. Events that were sent stay in the store. */
export async function disableTeam(context: OperationContext): Promise<boolean> {
  const { folder } = placeOf(context);
  const wasOn = readTeamState(folder) !== null;
  removeTeam(folder);
  if (!wasOn) return false;
  // Rebuilds the projection, so that its file contains nothing of them.
  const opened = await context.memory.open();
  if (opened.ok) await opened.memory.reset();
  return true;
}

function writerOf({ workspace }: OperationContext, as: string | undefined): string {
  const machine = writerName(os.hostname().split('.')[0]!);
  return `${writerName(as ?? os.userInfo().username)}@${machine}.${cloneDigest(workspace)}`;
}

/** Contacts no server, so that it also works offline. */
export async function teamPosition(context: OperationContext) {
  const { folder, stateDir } = placeOf(context);
  const { showAddress, listTeammates } = await import('@hookloom/log');
  const address = teamAddress(context.env, stateDir);
  const state = readTeamState(folder);
  let waiting = 0;
  if (state !== null)
    for (const session of ownSessions(context.workspace.eventloomDir)) {
      const head = await context.store.head(session);
      waiting += Math.max(0, (head?.seq ?? 0) - (state.heads[session]?.seq ?? 0));
    }
  return {
    enabled: state !== null,
    store: address === null ? null : showAddress(address.url),
    project: state?.project ?? null,
    writer: state?.writer ?? null,
    send: state?.send ?? null,
    last: state?.last ?? null,
    waiting,
    parts: state === null ? [] : listTeammates(logsFolder(folder)),
  };
}

/** Creates a store, or upgrades it to this version. A second run changes nothing. */
export async function setUpTeamStore(context: OperationContext) {
  const { stateDir } = placeOf(context);
  const { url, setting } = addressOf(context, stateDir);
  const { connect, migrate, showAddress } = await import('@hookloom/log');
  const connection = await connect(url, { setting });
  try {
    const { version, known } = await migrate(connection);
    return { store: showAddress(url), before: version, schema: known };
  } finally {
    await connection.close();
  }
}
