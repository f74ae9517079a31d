/** One sync of a project with its team's store: sends what may be sent, then fetches what teammates sent. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isHookloomError, permissionDenied, unavailable, type HookloomError } from '@hookloom/core';
import type { Connection, Pulled, Pushed } from '@hookloom/log';
import { createFileLock, type FileLock } from '@hookloom/log/append';
import type { OperationContext } from '../operations/context.ts';
import { mayLeave } from './may-leave.ts';
import { ownSessions } from './own-sessions.ts';
import { addressOf, placeOf, stateOf, ownConnection, type StoreLink } from './store-access.ts';
import {
  logsFolder,
  readTeamState,
  writeTeamState,
  type SendScope,
  type TeamState,
} from './team-state.ts';

export interface Synced {
  project: string;
  writer: string;
  send: SendScope;
  dry_run: boolean;
  pushed: Pushed[];
  pulled: Pulled[];
}

export interface SyncOptions {
  /** Only count what would be sent. */
  isDry?: boolean;
  /** The logs to send. Default: all of this installation. */
  sessions?: readonly string[] | undefined;
  /** Default: true. */
  fetches?: boolean;
  /** Default: a connection for this sync only. */
  link?: StoreLink;
}

/** How long another sync of this project may take, unless the store is slow. */
const LOCK_WAIT_MS = 5_000;
const LOCK_PAUSE_MS = 50;

/**
 * Throws `not_found` if the project is in no team or no store is set. Throws for an unusable store too, without
 * changing anything.
 */
export async function syncTeam(
  context: OperationContext,
  options: SyncOptions = {},
): Promise<Synced> {
  const { isDry = false, link = ownConnection } = options;
  const { folder, stateDir } = placeOf(context);
  const state = stateOf(folder);
  const address = addressOf(context, stateDir);
  await context.drain();
  const lock = createFileLock(folder, 'sync');
  await takeTurn(lock);
  try {
    const synced = await link.use(address, (connection, hear) =>
      sync(context, { ...options, isDry, state, folder, connection, hear }),
    );
    if (!isDry) {
      const failed = synced.pushed.find(({ error }) => error !== null);
      keep(context, folder, failed?.error ?? null, synced.pushed);
      await project(context, synced.pulled, options.sessions === undefined);
      if (link === ownConnection) await (await import('@hookloom/log')).keepParts();
    }
    return synced;
  } catch (error) {
    if (!isDry) keep(context, folder, error, []);
    throw error;
  } finally {
    lock.close();
  }
}

/** Does not block the worker while it waits. */
async function takeTurn(lock: FileLock): Promise<void> {
  for (let waited = 0; !lock.tryAcquire(); waited += LOCK_PAUSE_MS) {
    if (waited >= LOCK_WAIT_MS)
      throw unavailable('Another process is syncing this project.', 'Try again when it is done.');
    await sleep(LOCK_PAUSE_MS);
  }
}

/**
 * Updates the memory with what teammates recorded and forgot.
 *
 * @param isWhole Follows all logs
 */
async function project({ memory }: OperationContext, pulled: readonly Pulled[], isWhole: boolean) {
  const changed = pulled.flatMap(({ session, added }) => (added > 0 ? [session] : []));
  if (changed.length === 0) return;
  const opened = await memory.open();
  if (opened.ok) await opened.memory.sync(isWhole ? undefined : changed);
}

interface Sync extends SyncOptions {
  state: TeamState;
  folder: string;
  connection: Connection;
  hear(project: string): Promise<void>;
  isDry: boolean;
}

async function sync(
  { workspace: { eventloomDir } }: OperationContext,
  { state, folder, connection, hear, isDry, sessions, fetches = true }: Sync,
): Promise<Synced> {
  const { callerInStore, notifyMembers, pushLog, pullLogs } = await import('@hookloom/log');
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
  const own = caller?.mayWrite === false ? [] : (sessions ?? ownSessions(eventloomDir));
  try {
    for (const session of own) pushed.push(await pushLog(connection, request, session));
    if (!isDry && pushed.some(({ sent }) => sent > 0)) await notifyMembers(connection, project);
    const pulled: Pulled[] = [];
    if (!isDry && fetches) {
      await hear(project);
      const here = { eventloomDir, folder: logsFolder(folder), project, writer };
      pulled.push(...(await pullLogs(connection, here)));
    }
    return { project, writer, send, dry_run: isDry, pushed, pulled };
  } catch (error) {
    // Throws if the caller's access ended meanwhile.
    await callerInStore(connection, project);
    throw error;
  }
}

function otherName(person: string): HookloomError {
  return permissionDenied(
    `The team store knows you as ${person}.`,
    `Run \`hookloom sync --enable --as ${person}\`.`,
  );
}

/** If only the time of the state would change, it is written this often. */
const FRESH_MS = 10_000;

function keep(
  { clock }: OperationContext,
  folder: string,
  failure: unknown,
  pushed: readonly Pushed[],
): void {
  const state = readTeamState(folder);
  // Another process left the team meanwhile.
  if (state === null) return;
  const known = isHookloomError(failure) ? failure : null;
  const error = failure === null ? null : (failure as Error).message;
  const nowMs = clock.now();
  const age = nowMs - Date.parse(state.last?.at ?? '');
  if (pushed.length === 0 && state.last?.error === error && age >= 0 && age < FRESH_MS) return;
  const heads = { ...state.heads };
  for (const { session, head } of pushed) if (head !== null) heads[session] = head;
  const remedy = known?.remediation ?? '';
  const isRefused = known?.code === 'permission_denied';
  const at = new Date(nowMs).toISOString();
  writeTeamState(folder, { ...state, heads, last: { at, error, remedy, isRefused } });
}

/**
 * The logs with events for teammates that the store lacks, as far as this machine knows. Contacts no server.
 *
 * @param looked How far each log was checked before. Updated
 */
export async function sessionsToSend(
  context: OperationContext,
  grown: Iterable<string>,
  looked: Map<string, number>,
): Promise<string[]> {
  const { eventloomDir } = context.workspace;
  const { send, heads } = stateOf(placeOf(context).folder);
  const { hasLeaving } = await import('@hookloom/log');
  const own = new Set(ownSessions(eventloomDir));
  return [...grown].filter((session) => {
    if (!own.has(session)) return false;
    const after = Math.max(heads[session]?.seq ?? 0, looked.get(session) ?? 0);
    const request = {
      eventloomDir,
      mayLeave: (event: Parameters<typeof mayLeave>[0]) => mayLeave(event, send),
    };
    const { leaves, seq } = hasLeaving(request, session, after);
    looked.set(session, seq);
    return leaves;
  });
}
