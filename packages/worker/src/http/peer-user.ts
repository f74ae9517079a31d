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
    let text: string;
    try {
      text = fs.readFileSync(table, 'utf8');
    } catch {
      continue;
    }
    for (const line of text.split('\n').slice(1)) {
      const fields = line.trim().split(/\s+/);
      const [, local = '', remote = '', , , , , uid = ''] = fields;
      if (portOf(local) === remotePort && portOf(remote) === localPort && isLoopback(local))
        return Number(uid);
    }
  }
  return undefined;
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
