/** The user and the process at the other end of a loopback connection, if the platform reports them. */
import fs from 'node:fs';
import type { Socket } from 'node:net';
import { attempt } from '@hookloom/core';

interface Peer {
  user: number;
  /** The name of the socket in `/proc/PID/fd`. */
  inode: string;
}

const known = new WeakMap<Socket, Peer | undefined>();

/** Read from the kernel's table once per connection. Undefined if the platform does not report it. */
export function peerUser(socket: Socket): number | undefined {
  return peerOf(socket)?.user;
}

/** The process id; undefined if the platform does not report it, or the process has ended. */
export function peerProcess(socket: Socket): number | undefined {
  const inode = peerOf(socket)?.inode;
  if (inode === undefined || inode === '0') return undefined;
  const link = `socket:[${inode}]`;
  const pids = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const pid = pids.find((one) => linksOf(`/proc/${one}/fd`).includes(link));
  return pid === undefined ? undefined : Number(pid);
}

/** Empty for other users' processes, and for one that has ended. */
function linksOf(folder: string): string[] {
  return attempt(
    () => fs.readdirSync(folder).flatMap((name) => linkOf(`${folder}/${name}`) ?? []),
    [],
  );
}

function linkOf(file: string): string | null {
  return attempt(() => fs.readlinkSync(file));
}

function peerOf(socket: Socket): Peer | undefined {
  if (known.has(socket)) return known.get(socket);
  const peer = lookUp(socket.remotePort, socket.localPort);
  known.set(socket, peer);
  return peer;
}

function lookUp(remotePort: number | undefined, localPort: number | undefined): Peer | undefined {
  if (process.platform !== 'linux' || remotePort === undefined || localPort === undefined)
    return undefined;
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const line of linesOf(table)) {
      const fields = line.trim().split(/\s+/);
      const [, local = '', remote = '', , , , , uid = '', , inode = ''] = fields;
      if (portOf(local) === remotePort && portOf(remote) === localPort && isLoopback(local))
        return { user: Number(uid), inode };
    }
  }
  return undefined;
}

const part = Buffer.allocUnsafe(8192);

/**
 * Reads in parts: for a reader that wants it all, the kernel walks its whole table of connections, which takes
 * milliseconds.
 */
function* linesOf(file: string): Generator<string> {
  const table = attempt(() => fs.openSync(file, 'r'));
  if (table === null) return;
  try {
    let rest = '';
    for (;;) {
      const size = fs.readSync(table, part, 0, part.length, null);
      if (size === 0) break;
      const lines = (rest + part.toString('latin1', 0, size)).split('\n');
      rest = lines.pop()!;
      yield* lines;
    }
    yield rest;
  } catch {
    // An unreadable table gives no answer.
  } finally {
    fs.closeSync(table);
  }
}

function portOf(address: string): number {
  return Number.parseInt(address.split(':')[1] ?? '', 16);
}

/** 127.0.0.1, ::1 and ::ffff:127.0.0.1 as the kernel prints them. */
function isLoopback(address: string): boolean {
  const host = address.split(':')[0] ?? '';
  return (
    host.endsWith('7F') ||
    host === '00000000000000000000000001000000' ||
    host === '0000000000000000FFFF00000100007F'
  );
}
