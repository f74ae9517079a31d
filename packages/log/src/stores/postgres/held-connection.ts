/** One connection that stays open and receives notices. Its user runs one query at a time. */
import type { Duplex } from 'node:stream';
import { run, settingsOf, transact, type Connection, type ConnectOptions } from './connection.ts';
import { storeError } from './store-error.ts';

export interface HeldConnection extends Connection {
  /**
   * False behind a pooler, which may give the session to other clients between two statements, so that notices would be
   * lost.
   */
  readonly canListen: boolean;
  readonly isOpen: boolean;
  /** Calls `onNotice` for this channel from now on. */
  listen(channel: string): Promise<void>;
  unlisten(channel: string): Promise<void>;
}

export interface HoldOptions extends ConnectOptions {
  /** Another connection sent a notice on a channel. */
  onNotice(channel: string): void;
  /** The connection broke, or the server ended it. Not called after `close`. */
  onLost(): void;
}

const NAME = /^[a-z0-9_]{1,63}$/;
/** How long to wait for a server that does not confirm the end of the connection. */
const FAREWELL_MS = 500;
/** Detects an idle connection that a router has dropped. */
const KEEP_ALIVE_MS = 30_000;

/** Throws like `connect`, but immediately. */
export async function holdConnection(url: string, options: HoldOptions): Promise<HeldConnection> {
  const { setting, onNotice, onLost } = options;
  const { config, prepare, timeoutMs } = settingsOf(url, options);
  const { default: pg } = await import('pg');
  const client = new pg.Client({
    ...config,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  });
  let isOpen = false;
  const end = (): void => {
    if (!isOpen) return;
    isOpen = false;
    onLost();
  };
  client.on('error', end);
  client.on('end', end);
  const said = (error: unknown): unknown => storeError(error, setting, timeoutMs);
  /** The server's id of this connection. A pooler returns another number. */
  let pid = 0;
  let first = 0;
  client.on('notification', ({ channel, processId }) => {
    if (processId !== pid) onNotice(channel);
  });
  try {
    await client.connect();
    first = (client as unknown as { processID: number }).processID;
    await client.query(prepare);
    pid = Number((await run(client, 'SELECT pg_backend_pid() AS pid'))[0]!['pid']);
    isOpen = true;
  } catch (error) {
    await close();
    throw said(error);
  }

  async function close(): Promise<void> {
    const wasOpen = isOpen;
    isOpen = false;
    let timer: NodeJS.Timeout | undefined;
    if (wasOpen)
      await Promise.race([
        client.end(),
        new Promise((resolve) => (timer = setTimeout(resolve, FAREWELL_MS))),
      ]).catch(() => {});
    clearTimeout(timer);
    (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();
  }

  async function ask<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw said(error);
    }
  }

  return {
    canListen: first === pid,
    get isOpen() {
      return isOpen;
    },
    query: (text, parameters) => ask(() => run(client, text, parameters)),
    transaction: (work) => ask(() => transact(client, work, end)),
    async listen(channel) {
      if (NAME.test(channel)) await ask(() => run(client, `LISTEN ${channel}`));
    },
    async unlisten(channel) {
      if (NAME.test(channel)) await ask(() => run(client, `UNLISTEN ${channel}`));
    },
    close,
  };
}
