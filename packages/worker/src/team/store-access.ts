/** The address of a project's team store, and a connection to it for one operation. */
import { notFound, unavailable, isHookloomError } from '@hookloom/core';
import { readProjectFile } from '@hookloom/core/settings';
import type { Connection, HeldConnection } from '@hookloom/log';
import type { OperationContext } from '../operations/context.ts';
import { repositoryOf } from '../workspaces/locate.ts';
import { projectIdentity } from '../workspaces/project-identity.ts';
import { teamAddress, type TeamAddress } from './store-settings.ts';
import { readTeamState, teamFolder, type TeamState } from './team-state.ts';

export function placeOf({ workspace, stateDir }: OperationContext) {
  if (stateDir === undefined)
    throw unavailable('This log is not on a disk.', 'Run the command in its project.');
  return { folder: teamFolder(workspace, stateDir), stateDir };
}

export async function projectOf({ workspace, env }: OperationContext): Promise<string> {
  const repository = repositoryOf(workspace.root);
  const identity = repository === null ? null : await projectIdentity(repository.commonDir, env);
  const id = identity ?? readProjectFile(workspace.eventloomDir)?.id;
  if (id !== undefined) return id;
  throw notFound(
    'This project has no id yet: it has no remote repository and nothing is recorded.',
    'Pass one with --project, the same for every member.',
  );
}

export async function withStore<T>(
  { url, setting }: TeamAddress,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const { connect, checkSchema } = await import('@hookloom/log');
  const connection = await connect(url, { setting });
  try {
    await checkSchema(connection);
    return await work(connection);
  } finally {
    await connection.close();
  }
}

export function stateOf(folder: string): TeamState {
  const state = readTeamState(folder);
  if (state !== null) return state;
  throw notFound('This project is not in a team store.', 'Run `hookloom sync --enable`.');
}

export function addressOf({ env }: OperationContext, stateDir: string): TeamAddress {
  const address = teamAddress(env, stateDir);
  if (address !== null) return address;
  throw notFound(
    'No team store is configured.',
    'Write its address into a file of your own with mode 0600 and name that file in HOOKLOOM_TEAM_URL_FILE.',
  );
}

export interface StoreLink {
  /** @param work Calls `hear` before reading, so that no later notification is missed */
  use<T>(
    address: TeamAddress,
    work: (connection: Connection, hear: (project: string) => Promise<void>) => Promise<T>,
  ): Promise<T>;
}

export const ownConnection: StoreLink = {
  use: (address, work) => withStore(address, (connection) => work(connection, async () => {})),
};

export interface HeldLink extends StoreLink {
  /** Stops listening for other projects. Closes the connection if none is left. */
  keepOnly(projects: ReadonlySet<string>): Promise<void>;
  close(): Promise<void>;
}

export interface HeldLinkOptions {
  /** Something arrived. */
  onNews(project: string): void;
  /** No more notifications arrive: the connection broke, or the address has changed. */
  onLost(): void;
}

/** Used by one sync at a time. */
export function holdLink({ onNews, onLost }: HeldLinkOptions): HeldLink {
  let held: HeldConnection | null = null;
  let heldFor = '';
  /** An address with a connection pooler, which shares sessions between clients. */
  let pooled = '';
  let isClosed = false;
  /** By project. */
  const channels = new Map<string, string>();

  async function drop(): Promise<void> {
    const last = held;
    held = null;
    channels.clear();
    await last?.close();
  }

  async function open({ url, setting }: TeamAddress): Promise<HeldConnection> {
    const { checkSchema, holdConnection } = await import('@hookloom/log');
    if (held?.isOpen === true && heldFor === url) return held;
    if (held !== null) onLost();
    await drop();
    const opened = await holdConnection(url, { setting, onNotice, onLost });
    [held, heldFor] = [opened, url];
    if (isClosed) await drop();
    await checkSchema(opened);
    return opened;
  }

  function onNotice(channel: string): void {
    for (const [project, name] of channels) if (name === channel) onNews(project);
  }

  async function hear(connection: HeldConnection, project: string): Promise<void> {
    const { channelOf } = await import('@hookloom/log');
    const channel = await channelOf(connection, project);
    const before = channels.get(project);
    if (channel === before) return;
    await connection.listen(channel);
    channels.set(project, channel);
    if (before !== undefined) await connection.unlisten(before);
  }

  return {
    async use(address, work) {
      if (address.url === pooled) return ownConnection.use(address, work);
      try {
        const connection = await open(address);
        if (connection.canListen)
          return await work(connection, (project) => hear(connection, project));
      } catch (error) {
        // It may still be waiting for an answer.
        if (!isHookloomError(error) || error.code === 'unavailable') {
          const hadOne = held !== null;
          await drop();
          if (hadOne) onLost();
        }
        throw error;
      }
      pooled = address.url;
      await drop();
      return ownConnection.use(address, work);
    },
    async keepOnly(projects) {
      for (const [project, channel] of channels) {
        if (projects.has(project)) continue;
        channels.delete(project);
        if (held?.isOpen === true) await held.unlisten(channel);
      }
      if (projects.size === 0) await drop();
    },
    async close() {
      isClosed = true;
      await drop();
    },
  };
}
