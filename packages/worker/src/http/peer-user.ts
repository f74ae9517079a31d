/** Which user's process holds the other end of a loopback connection, where the platform tells. */
import fs from 'node:fs';
import type { Socket } from 'node:net';

const known = new WeakMap<Socket, number | undefined>();

/** From the kernel's table, once for each connection; undefined where the platform does not tell. */
export function peerUser(socket: Socket): number | undefined {
  if (known.has(socket)) return known.get(socket);
  const user = lookUp(socket.remotePort, socket.localPort);
  known.set(socket, user);
  return user;
}

function lookUp(remotePort: number | undefined, localPort: number | undefined): number | undefined {
  if (process.platform !== 'linux' || remotePort === undefined || localPort === undefined)
    return undefined;
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const line of linesOf(table)) {
      const fields = line.trim().split(/\s+/);
      const [, local = '', remote = '', , , , , uid = ''] = fields;
      if (portOf(local) === remotePort && portOf(remote) === localPort && isLoopback(local))
        return Number(uid);
    }
  }
  return undefined;
}

const part = Buffer.allocUnsafe(8192);

/** Part by part: the kernel walks its whole table of connections for a reader that wants all of it, for milliseconds. */
function* linesOf(file: string): Generator<string> {
  let table: number;
  try {
    table = fs.openSync(file, 'r');
  } catch {
    return;
  }
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
    // A table that cannot be read on tells nothing.
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
