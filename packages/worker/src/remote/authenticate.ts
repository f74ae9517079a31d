/** Identifies the sender of a request by its token and its session header, never by its body. */
import { isSessionId, isSharedSession, REFS_SESSION, sha256Hex } from '@hookloom/core';
import { isPartName } from '@hookloom/log';
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { peerUser } from '../http/peer-user.ts';
import { metadataUrl } from './metadata.ts';
import type { OidcOptions, OidcVerdict } from './oidc.ts';
import type { Principal } from './principal.ts';
import type { Refusal } from './refusal.ts';
import type { RemoteSettings } from './settings.ts';

export type Authenticate = (request: IncomingMessage) => Promise<Principal | Refusal>;

export function createAuthenticate(
  settings: RemoteSettings,
  options: OidcOptions = {},
): Authenticate {
  const { token, oidc } = settings;
  let checking: Promise<(token: string) => Promise<OidcVerdict>> | null = null;
  return async (request) => {
    if (token === undefined && oidc === undefined) return sameUser(request, settings);
    const given =
      /^Bearer ([!-~]{1,8192})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
    if (given === null) return unauthorized(request, settings, 'none');
    const isStatic = token !== undefined && isEqual(given, token);
    if (oidc !== undefined && !isStatic) {
      checking ??= import('./oidc.ts').then(({ createOidc }) => createOidc(oidc, options));
      return identified(await (await checking)(given), request, settings);
    }
    if (!isStatic) return unauthorized(request, settings, 'wrong');
    const session = sessionOf(request, settings);
    if (session !== undefined && typeof session !== 'string') return session;
    return session === undefined ? noSession(settings) : { subject: 'static', session };
  };
}

/** The caller of a verified token. The token decides the session; a header can only repeat it. */
function identified(
  verdict: OidcVerdict,
  request: IncomingMessage,
  settings: RemoteSettings,
): Principal | Refusal {
  if (!verdict.ok) {
    if (verdict.why === 'unreachable') return UNREACHABLE;
    return unauthorized(request, settings, verdict.why === 'scope' ? 'scope' : 'wrong');
  }
  const { subject, session, expiresAt } = verdict;
  const named = request.headers[settings.sessionHeader];
  const isNamed = typeof session === 'string' && mayBeBound(session);
  if (isNamed && (named === undefined || named === session)) return { subject, session, expiresAt };
  return {
    status: 403,
    code: 'permission_denied',
    message: isNamed
      ? 'The token is for another session than the header.'
      : 'The token names no session.',
    remediation: isNamed
      ? `Leave the header ${settings.sessionHeader} out.`
      : 'Ask the identity provider for a token with a session claim.',
  };
}

const UNREACHABLE: Refusal = {
  status: 503,
  code: 'unavailable',
  message: 'The token could not be verified, because the identity provider did not answer.',
  remediation: 'Try again later.',
  headers: { 'retry-after': '5' },
};

/** Without authentication, accepts programs of this user on this machine. A session header narrows their access. */
function sameUser(request: IncomingMessage, settings: RemoteSettings): Principal | Refusal {
  const own = process.getuid?.();
  if (own === undefined || peerUser(request.socket) !== own)
    return {
      status: 403,
      code: 'permission_denied',
      message: 'Only programs of the same user may connect without a token.',
      remediation: 'Start the server with MCP_REMOTE_AUTH_TOKEN_FILE and send its token.',
    };
  const session = sessionOf(request, settings);
  if (session !== undefined && typeof session !== 'string') return session;
  return { subject: 'local', ...(session !== undefined && { session }) };
}

/** The session header, if it names a log that a caller may have. */
function sessionOf(
  { headers }: IncomingMessage,
  { sessionHeader }: RemoteSettings,
): string | undefined | Refusal {
  const given = headers[sessionHeader];
  if (given === undefined) return undefined;
  if (typeof given === 'string' && mayBeBound(given)) return given;
  return {
    status: 400,
    code: 'invalid_request',
    message: `The header ${sessionHeader} does not name a session.`,
    remediation: 'Use 1 to 128 characters of A-Z a-z 0-9 _ . - that the log does not use itself.',
  };
}

/**
 * Whether a caller may be bound to this session. Logs of the team, the log of refs, and names that could be part of
 * another log are excluded. If file names ignore case, so do sessions.
 */
export function mayBeBound(session: string): boolean {
  if (!isSessionId(session) || session === REFS_SESSION) return false;
  if (isSharedSession(session) || isPartName(session)) return false;
  return process.platform === 'linux' || session === session.toLowerCase();
}

function isEqual(one: string, other: string): boolean {
  const digest = (text: string) => Buffer.from(sha256Hex(text), 'hex');
  return timingSafeEqual(digest(one), digest(other));
}

function noSession({ sessionHeader }: RemoteSettings): Refusal {
  return {
    status: 400,
    code: 'invalid_request',
    message: `The header ${sessionHeader} is missing.`,
    remediation: `Send ${sessionHeader} with the session to use, such as agent-1.`,
  };
}

/** The same text for every invalid token. */
export function unauthorized(
  request: IncomingMessage,
  settings: RemoteSettings,
  token: 'none' | 'wrong' | 'scope',
): Refusal {
  const parts = [`resource_metadata="${metadataUrl(request, settings)}"`];
  if (token === 'wrong') parts.unshift('error="invalid_token"');
  if (token === 'scope') parts.unshift('error="insufficient_scope"');
  if (settings.oidc !== undefined) parts.push(`scope="${settings.oidc.requiredScope}"`);
  const headers = { 'www-authenticate': `Bearer ${parts.join(', ')}` };
  if (token === 'scope')
    return {
      status: 403,
      code: 'permission_denied',
      message: 'The token does not have the scope that this server needs.',
      remediation: 'Ask the identity provider for a token with that scope.',
      headers,
    };
  return {
    status: 401,
    code: 'permission_denied',
    message: token === 'none' ? 'A token is needed.' : 'The token is not valid.',
    remediation: 'Send the header Authorization: Bearer TOKEN.',
    headers,
  };
}
