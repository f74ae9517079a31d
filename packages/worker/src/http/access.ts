/**
 * Which callers the worker answers: one function for every route. Refuses pages of other sites, other users of the
 * machine, and names rebound to loopback. See docs/explanation/security.md.
 */
import type { IncomingMessage } from 'node:http';
import { isEqual } from '@hookloom/core';
import { peerUser } from './peer-user.ts';
import { hasCookie } from './viewer-cookie.ts';

/**
 * Who may call a route. `open`: any program on this machine; the answer reveals nothing. `compatible`: the token, the
 * viewer, or this user without a token, because documented clients send none. `private`: only the token or the viewer:
 * settings, deletion, export, approval.
 */
export type RouteAccess = 'open' | 'compatible' | 'private';

export interface AccessRules {
  /** The token of this installation. */
  token: string;
  /** Also refuse this user on this machine without the token. */
  requireToken: boolean;
  /** Default: the system's clock. */
  now?: () => number;
}

export type Access =
  | { allowed: true; by: 'token' | 'viewer' | 'same_user' | 'nobody' }
  | {
      allowed: false;
      status: 400 | 401 | 403;
      code: 'permission_denied' | 'invalid_request';
      message: string;
      remediation: string;
    };

/** The viewer's page sends this header with every change. No page of another site can. */
export const PAGE_HEADER = 'x-hookloom-page';

const LOOPBACK_PEERS = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
/** Without `sec-fetch-mode`, because Node's `fetch` sends that too. */
const BROWSER_HEADERS = ['sec-fetch-site', 'sec-fetch-dest', 'sec-fetch-user'];
const READS = new Set(['GET', 'HEAD']);

export function authorize(
  request: IncomingMessage,
  rules: AccessRules,
  route: RouteAccess = 'compatible',
): Access {
  const { headers, socket } = request;
  const port = socket.localPort ?? 0;
  if (!LOOPBACK_PEERS.has(socket.remoteAddress ?? ''))
    return refuse(403, 'The worker answers this machine only.', 'Call it from the same machine.');
  if (!isOwnHost(request, port))
    return refuse(
      403,
      'The Host header names another machine.',
      'Use http://127.0.0.1 in the address.',
    );
  const page = pageOf(request);
  if (page === 'foreign')
    return refuse(403, 'Requests of web pages are refused.', 'Call the worker from a program.');
  if (!READS.has(request.method ?? '') && isForm(headers['content-type']))
    return {
      ...refuse(400, 'The body must be sent as application/json.', 'Send one JSON object.'),
      code: 'invalid_request',
    };
  if (route === 'open') return { allowed: true, by: 'nobody' };
  const given = headers.authorization;
  if (given !== undefined)
    return isEqual(/^Bearer (\S{1,512})$/i.exec(given)?.[1] ?? '', rules.token)
      ? { allowed: true, by: 'token' }
      : refuse(401, 'The token is not the one of this installation.', TOKEN_HELP);
  return page === 'none' ? byUser(request, rules, route) : byCookie(request, rules, page);
}

/** A program of the same user. */
function byUser(request: IncomingMessage, rules: AccessRules, route: RouteAccess): Access {
  const mayGoWithout = route === 'compatible' && !rules.requireToken;
  const own = process.getuid?.();
  if (mayGoWithout && own !== undefined && peerUser(request.socket) === own)
    return { allowed: true, by: 'same_user' };
  return refuse(401, 'A token is needed.', TOKEN_HELP);
}

/** Our page, in a browser of the same user. */
function byCookie(
  { headers, method, socket }: IncomingMessage,
  { token, now = Date.now }: AccessRules,
  page: 'own' | 'typed',
): Access {
  const user = peerUser(socket);
  const isOurs = user === undefined || user === process.getuid?.();
  if (page !== 'own' || !isOurs || !hasCookie(headers.cookie, token, socket.localPort ?? 0, now()))
    return refuse(401, 'This browser is not logged in.', 'Run `hookloom viewer --open`.');
  if (!READS.has(method ?? '') && headers[PAGE_HEADER] === undefined)
    return refuse(403, 'Only the viewer may change something.', `Send ${PAGE_HEADER}.`);
  return { allowed: true, by: 'viewer' };
}

/**
 * The page that a request comes from: none, ours, a typed address, or another page. Browsers send one of these headers
 * with every request of a page.
 */
function pageOf({ headers, method }: IncomingMessage): 'none' | 'own' | 'typed' | 'foreign' {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  if (origin === undefined && !BROWSER_HEADERS.some((name) => name in headers)) return 'none';
  if (origin !== undefined && origin.toLowerCase() !== `http://${headers.host}`.toLowerCase())
    return 'foreign';
  if (site === 'same-origin') return 'own';
  return site === 'none' && origin === undefined && method === 'GET' ? 'typed' : 'foreign';
}

/** Requires one Host header with exactly our name and port, and a path as the target. */
function isOwnHost({ headers, rawHeaders, url = '' }: IncomingMessage, port: number): boolean {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length !== 1 || !url.startsWith('/')) return false;
  const host = (headers.host ?? '').toLowerCase();
  return ['127.0.0.1', 'localhost', '[::1]'].some(
    (name) => host === `${name}:${port}` || (port === 80 && host === name),
  );
}

/** A web form can send a body of this type without a preflight. */
function isForm(type: string | undefined): boolean {
  // A page cannot send JSON lines without a preflight either.
  return type !== undefined && !/^application\/(json|x-ndjson)\s*(;|$)/i.test(type);
}

const TOKEN_HELP =
  'Send `Authorization: Bearer TOKEN` with the token of the file that `hookloom up` names.';

function refuse(status: 400 | 401 | 403, message: string, remediation: string) {
  return {
    allowed: false as const,
    status,
    code: 'permission_denied' as const,
    message,
    remediation,
  };
}
