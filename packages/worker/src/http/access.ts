/**
 * Who may ask the worker: one function for every route (security.md §2, M1 to M6). A page in a browser, another user of
 * the machine and a name that was rebound to loopback are refused.
 */
import fs from 'node:fs';
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RouteAccess } from './server.ts';

export interface AccessRules {
  /** The token of this installation. */
  token: string;
  /** Callers without the token are refused too when they are this user on this machine. */
  requireToken: boolean;
}

export type Access =
  | { allowed: true; by: 'token' | 'same_user' | 'nobody' }
  | {
      allowed: false;
      status: 401 | 403;
      code: 'permission_denied';
      message: string;
      remediation: string;
    };

const LOOPBACK_PEERS = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const LOOPBACK_HOSTS = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i;

export function authorize(
  request: IncomingMessage,
  rules: AccessRules,
  route: RouteAccess = 'compatible',
): Access {
  const { headers, socket } = request;
  if (!LOOPBACK_PEERS.has(socket.remoteAddress ?? ''))
    return refuse(403, 'The worker answers this machine only.', 'Call it from the same machine.');
  if (!LOOPBACK_HOSTS.test(headers.host ?? ''))
    return refuse(
      403,
      'The Host header names another machine.',
      'Use http://127.0.0.1 in the address.',
    );
  // A browser sends one of these with everything a foreign page makes it send.
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined)
    return refuse(403, 'Requests of web pages are refused.', 'Call the worker from a program.');
  if (route === 'open') return { allowed: true, by: 'nobody' };
  const given = tokenOf(headers.authorization);
  if (given !== null)
    return sameText(given, rules.token)
      ? { allowed: true, by: 'token' }
      : refuse(401, 'The token is not the one of this installation.', TOKEN_HELP);
  const mayGoWithout = route === 'compatible' && !rules.requireToken;
  if (mayGoWithout && peerUser(socket.remotePort, socket.localPort) === process.getuid?.())
    return { allowed: true, by: 'same_user' };
  return refuse(401, 'A token is needed.', TOKEN_HELP);
}

const TOKEN_HELP =
  'Send `Authorization: Bearer TOKEN` with the token of the file that `hookloom up` names.';

function refuse(status: 401 | 403, message: string, remediation: string): Access {
  return { allowed: false, status, code: 'permission_denied', message, remediation };
}

function tokenOf(header: string | undefined): string | null {
  return /^Bearer (\S{1,512})$/i.exec(header ?? '')?.[1] ?? null;
}

function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * The user whose process holds the other end of a loopback connection, from the kernel's table; undefined where the
 * platform does not tell.
 */
function peerUser(
  remotePort: number | undefined,
  localPort: number | undefined,
): number | undefined {
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
