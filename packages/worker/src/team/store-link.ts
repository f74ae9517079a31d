/** The connection of a sync to the store: its own, or the one that the worker holds for notifications. */
import { isHookloomError } from '@hookloom/core';
import { teamStore, type Connection, type HeldConnection } from '@hookloom/log';
import { withStore } from './store-access.ts';
import type { TeamAddress } from './store-settings.ts';

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
    const { checkSchema, holdConnection } = await teamStore();
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
    const { channelOf } = await teamStore();
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
