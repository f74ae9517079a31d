/** A project's part in a team: joining, replicating, leaving, and how it stands. */
import os from 'node:os';
import { HookloomError, isHookloomError, isSharedSession, REFS_SESSION } from '@hookloom/core';
import { teamStore, writerName, type Connection, type Pulled, type Pushed } from '@hookloom/log';
import { beginLog, makeDirectory } from '@hookloom/log/append/odd-path';
import { foreignSessions } from '@hookloom/log/installation/projection-binding';
import { createFileLock } from '@hookloom/log/lock/file-lock';
import { listSessions } from '@hookloom/log/read/read-events';
import type { OperationContext } from '../operations/context.ts';
import { isNameExcluded } from '../settings/excluded-projects.ts';
import { readSettings } from '../settings/settings.ts';
import { mayLeave } from './may-leave.ts';
import { addressOf, placeOf, projectOf, stateOf, withStore } from './store-access.ts';
import { teamAddress } from './store-settings.ts';
import {
  cloneDigest,
  logsFolder,
  readTeamState,
  removeTeam,
  writeTeamState,
  type Sends,
  type TeamState,
} from './team-state.ts';

export {
  inviteToTeam,
  revokeFromTeam,
  teamChanges,
  teamMembers,
  teamStatus,
} from './team-members.ts';
export { SENDS, type Sends, type TeamState } from './team-state.ts';

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export interface EnableRequest {
  send?: Sends | undefined;
  /** The name that teammates see. Default: the user's. */
  as?: string | undefined;
  /** Default: derived from the repository, so that all clones have the same. */
  project?: string | undefined;
}

/** For a person only: the caller has made sure of it. Contacts no server. */
export async function enableTeam(
  context: OperationContext,
  { send, as, project }: EnableRequest,
): Promise<TeamState> {
  const { workspace, env } = context;
  const { stateDir } = placeOf(context);
  const settings = readSettings(stateDir, env);
  if (isNameExcluded(settings, workspace.root))
    throw new HookloomError(
      'permission_denied',
      'This project is excluded from recording, so nothing of it is sent.',
      'Take it out of CLAUDE_MEM_EXCLUDED_PROJECTS first.',
    );
  if (project !== undefined && !ID.test(project))
    throw new HookloomError(
      'invalid_request',
      'The id of a project has letters, digits, points and dashes, 64 at most.',
      'Pass another one with --project.',
    );
  // What is kept about a team is found by the id of the project, also where nothing is recorded yet.
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

/** Removes teammates' logs from this machine. What was sent stays in the store. */
export async function disableTeam(context: OperationContext): Promise<boolean> {
  const { folder } = placeOf(context);
  const wasOn = readTeamState(folder) !== null;
  removeTeam(folder);
  if (!wasOn) return false;
  // The projection is made anew, so that its file holds nothing of them.
  const opened = await context.memory.open();
  if (opened.ok) await opened.memory.reset();
  return true;
}

function writerOf({ workspace }: OperationContext, as: string | undefined): string {
  const machine = writerName(os.hostname().split('.')[0]!);
  return `${writerName(as ?? os.userInfo().username)}@${machine}.${cloneDigest(workspace)}`;
}

export interface Synced {
  project: string;
  writer: string;
  send: Sends;
  dry_run: boolean;
  pushed: Pushed[];
  pulled: Pulled[];
}

/**
 * Sends what may leave, then brings what teammates sent. Throws `not_found` where the project takes part in no team or no
 * store is set; a store that cannot be used throws too, and everything stays as it is.
 */
export async function syncTeam(context: OperationContext, isDry = false): Promise<Synced> {
  const { folder, stateDir } = placeOf(context);
  const state = stateOf(folder);
  const address = addressOf(context, stateDir);
  await context.takeIn();
  const lock = createFileLock(folder, 'sync');
  if (!lock.tryAcquire())
    throw new HookloomError(
      'unavailable',
      'Another process syncs this project.',
      'Try again when it is done.',
    );
  try {
    const synced = await withStore(address, (connection) =>
      sync(context, { state, folder, connection, isDry }),
    );
    if (!isDry) {
      const failed = synced.pushed.find(({ error }) => error !== null);
      keep(context, folder, failed?.error?.message ?? null, synced.pushed);
      if (synced.pulled.some(({ added }) => added > 0)) await project(context);
    }
    return synced;
  } catch (error) {
    if (!isDry) keep(context, folder, isHookloomError(error) ? error.message : String(error), []);
    throw error;
  } finally {
    lock.close();
  }
}

/** What teammates said is found, and what they forgot is gone, before anybody asks. */
async function project({ memory }: OperationContext): Promise<void> {
  const opened = await memory.open();
  if (opened.ok) await opened.memory.sync();
}

interface Sync {
  state: TeamState;
  folder: string;
  connection: Connection;
  isDry: boolean;
}

async function sync(
  { workspace: { eventloomDir } }: OperationContext,
  { state, folder, connection, isDry }: Sync,
): Promise<Synced> {
  const { callerInStore, pushLog, pullLogs } = await teamStore();
  const { project, writer, send } = state;
  const caller = await callerInStore(connection, project);
  if (caller !== null && caller.person !== writer.split('@')[0]) throw otherName(caller.person);
  const request = {
    eventloomDir,
    project,
    writer,
    isDry,
    mayLeave: (event: Parameters<typeof mayLeave>[0]) => mayLeave(event, send),
  };
  const pushed: Pushed[] = [];
  const sessions = caller?.mayWrite === false ? [] : ownSessions(eventloomDir);
  try {
    for (const session of sessions) pushed.push(await pushLog(connection, request, session));
    const pulled = isDry
      ? []
      : await pullLogs(connection, { eventloomDir, folder: logsFolder(folder), project, writer });
    return { project, writer, send, dry_run: isDry, pushed, pulled };
  } catch (error) {
    // Says so where the caller's access ended meanwhile.
    await callerInStore(connection, project);
    throw error;
  }
}

function otherName(person: string): HookloomError {
  return new HookloomError(
    'permission_denied',
    `The team store knows you as ${person}.`,
    `Run \`hookloom sync --enable --as ${person}\`.`,
  );
}

/** Logs of this installation. */
function ownSessions(eventloomDir: string): string[] {
  const foreign = new Set(foreignSessions(eventloomDir));
  return listSessions(eventloomDir).filter(
    (session) => session !== REFS_SESSION && !foreign.has(session) && !isSharedSession(session),
  );
}

function keep(
  { clock }: OperationContext,
  folder: string,
  error: string | null,
  pushed: readonly Pushed[],
): void {
  const state = readTeamState(folder);
  // Somebody left the team meanwhile.
  if (state === null) return;
  const heads = { ...state.heads };
  for (const { session, head } of pushed) if (head !== null) heads[session] = head;
  const at = new Date(clock.now()).toISOString();
  writeTeamState(folder, { ...state, heads, last: { at, error } });
}

export interface TeamStanding {
  enabled: boolean;
  /** Without the password. */
  store: string | null;
  project: string | null;
  writer: string | null;
  send: Sends | null;
  last: TeamState['last'];
  /** Events that were not sent yet, by what this machine knows. */
  waiting: number;
  parts: { session: string; writer: string; log: string; events: number }[];
}

/** Contacts no server, so that it also answers offline. */
export async function teamStanding(context: OperationContext): Promise<TeamStanding> {
  const { folder, stateDir } = placeOf(context);
  const { showAddress, listTeammates } = await teamStore();
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

export interface TeamStoreSetUp {
  /** Without the password. */
  store: string;
  /** The schema before: 0 for an empty database. */
  before: number;
  schema: number;
}

/** Sets a store up, or brings it to this version. Running it again changes nothing. */
export async function setUpTeamStore(context: OperationContext): Promise<TeamStoreSetUp> {
  const { stateDir } = placeOf(context);
  const { url, setting } = addressOf(context, stateDir);
  const { connect, migrate, showAddress } = await teamStore();
  const connection = await connect(url, { setting });
  try {
    const { version, known } = await migrate(connection);
    return { store: showAddress(url), before: version, schema: known };
  } finally {
    await connection.close();
  }
}
