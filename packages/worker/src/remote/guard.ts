/**
 * Refuses requests of web pages and requests for other hosts, on every route. A page of another site can reach this
 * machine directly, which `Origin` and `Sec-Fetch-Site` show, or through a name that it points at this machine, which
 * `Host` shows.
 */
import type { IncomingMessage } from 'node:http';
import net from 'node:net';
import type { Refusal } from './refusal.ts';

export interface GuardOptions {
  /** The address that the server listens on. */
  host: string;
  /** The address that clients use if it differs, such as that of a proxy. */
  publicUrl?: URL | undefined;
}

/** Headers that must be unique: if one is sent twice, two readers could use different values. */
const ONCE = new Set(
  'host origin authorization content-type content-length mcp-session-id mcp-protocol-version mcp-method mcp-name'.split(
    ' ',
  ),
);
const SECRETS = /^(access_?token|token|api_?key|key|auth|authorization|bearer|password|secret)$/i;
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Null to continue. */
export function guard(
  request: IncomingMessage,
  options: GuardOptions,
  sessionHeader: string,
): Refusal | null {
  const { headers, url = '' } = request;
  const twice = doubled(request.rawHeaders, sessionHeader);
  if (twice !== null) return bad(`The header ${twice} was sent more than once.`, 'Send it once.');
  if (!url.startsWith('/')) return bad('The address is not a path.', 'Send a path such as /mcp.');
  if (!isOwnHost(headers.host ?? '', request.socket.localPort ?? 0, options))
    return forbid('The Host header names another machine.', 'Use the address of this server.');
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    return forbid('Requests of web pages are refused.', 'Connect with an MCP client.');
  if (headers.origin !== undefined && !isOwnOrigin(headers.origin, request, options))
    return forbid('The Origin header names another site.', 'Connect with an MCP client.');
  const secret = [...new URLSearchParams(url.split('?')[1] ?? '').keys()].find((name) =>
    SECRETS.test(name),
  );
  if (secret !== undefined)
    return bad(
      'Tokens are not taken from the address.',
      'Send the header Authorization: Bearer TOKEN.',
    );
  return null;
}

function doubled(raw: readonly string[], sessionHeader: string): string | null {
  const seen = new Set<string>();
  for (const [at, each] of raw.entries()) {
    if (at % 2 === 1) continue;
    const name = each.toLowerCase();
    if (!ONCE.has(name) && name !== sessionHeader) continue;
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return null;
}

/**
 * On loopback, exactly its names with our port. Elsewhere any IP address too, because a rebound request always carries
 * a name.
 */
function isOwnHost(given: string, port: number, { host, publicUrl }: GuardOptions): boolean {
  const text = given.toLowerCase();
  if (publicUrl !== undefined && text === publicUrl.host.toLowerCase()) return true;
  const local = LOOPBACK_NAMES.some(
    (name) => text === `${name}:${port}` || (port === 80 && text === name),
  );
  if (local || isLoopbackHost(host)) return local;
  if (text === `${host.toLowerCase()}:${port}`) return true;
  const [, address = ''] = /^\[?([0-9a-f.:]+?)\]?(?::\d{1,5})?$/.exec(text) ?? [];
  return net.isIP(address) !== 0;
}

function isOwnOrigin(origin: string, request: IncomingMessage, options: GuardOptions): boolean {
  if (origin === options.publicUrl?.origin) return true;
  return origin.toLowerCase() === `http://${(request.headers.host ?? '').toLowerCase()}`;
}

function bad(message: string, remediation: string): Refusal {
  return { status: 400, code: 'invalid_request', message, remediation };
}

function forbid(message: string, remediation: string): Refusal {
  return { status: 403, code: 'permission_denied', message, remediation };
}
