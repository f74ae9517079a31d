/** The environment's settings for remote access. Read once, before the server listens. */
import { invalidRequest, permissionDenied, type HookloomError } from '@hookloom/core';
import { loadAdminToken } from '../mcp/admin-token.ts';
import { readSecretFile } from '../secret-file.ts';
import { isLoopbackHost } from './guard.ts';
import type { RateLimit } from './rate-limit.ts';
import { readOidcSettings, type Environment, type OidcSettings } from './oidc-settings.ts';

export interface RemoteSettings {
  /** The static bearer token. */
  token: string | undefined;
  oidc: OidcSettings | undefined;
  rateLimit: RateLimit | undefined;
  /** The path of the audit log. */
  auditFile: string | undefined;
  adminToken: string | undefined;
  /** In lower case. */
  sessionHeader: string;
  publicUrl: URL | undefined;
}

const SESSION_HEADER = 'x-zaxy-session-id';
const MIN_TOKEN = 16;
const REQUESTS = 120;
const WINDOW_S = 60;
const AUDIT_FILE = '.eventloom/audit/mcp.jsonl';
/** Headers with another meaning. */
const TAKEN =
  /^(host|origin|authorization|cookie|connection|content-.*|transfer-.*|mcp-.*|accept.*)$/;

/**
 * @throws HookloomError `permission_denied` if the required protection is missing, `invalid_request` for invalid
 *   values
 */
export function readRemoteSettings(env: Environment, host: string): RemoteSettings {
  const token = tokenOf(env);
  const oidc = readOidcSettings(env);
  const isProtected = token !== undefined || oidc !== undefined;
  const adminToken = loadAdminToken(env);
  if (!isProtected && !isLoopbackHost(host))
    throw permissionDenied(
      `${host} can be reached from other machines, and no authentication is set up.`,
      'Set MCP_REMOTE_AUTH_TOKEN_FILE or MCP_OIDC_ISSUER, or use --host 127.0.0.1.',
    );
  if (isProduction(env)) {
    if (!isProtected) throw missing('MCP_REMOTE_AUTH_TOKEN_FILE or MCP_OIDC_ISSUER');
    if (adminToken === undefined) throw missing('MCP_ADMIN_TOKEN_FILE');
  }
  return {
    token,
    oidc,
    rateLimit: limitOf(env, isProtected),
    auditFile: auditOf(env),
    adminToken,
    sessionHeader: headerOf(env),
    publicUrl: publicUrlOf(env),
  };
}

/** @throws HookloomError `permission_denied` if `ZAXY_ENV` requires an admin token and there is none */
export function assertAdminTokenInProduction(env: Environment, adminToken: string | undefined) {
  if (isProduction(env) && adminToken === undefined) throw missing('MCP_ADMIN_TOKEN_FILE');
}

/** An unknown value counts as production, so that a typo does not remove protection. */
export function isProduction(env: Environment): boolean {
  const name = (env['ZAXY_ENV'] ?? '').trim().toLowerCase();
  return !['', 'development', 'dev', 'test'].includes(name);
}

function tokenOf(env: Environment): string | undefined {
  const file = env['MCP_REMOTE_AUTH_TOKEN_FILE'] ?? '';
  const given = env['MCP_REMOTE_AUTH_TOKEN']?.trim() ?? '';
  if (given === '' && file === '') return undefined;
  const token = given === '' ? readSecretFile('MCP_REMOTE_AUTH_TOKEN_FILE', file, true) : given;
  if (token.length >= MIN_TOKEN && /^[!-~]+$/.test(token)) return token;
  throw invalidRequest(
    `The token of MCP_REMOTE_AUTH_TOKEN is shorter than ${MIN_TOKEN} characters, or has spaces.`,
    'Create one with `openssl rand -hex 32`.',
  );
}

/** Callers on this machine without authentication are limited only on request. */
function limitOf(env: Environment, isProtected: boolean): RateLimit | undefined {
  const isOn = switchOf(env['MCP_RATE_LIMIT_ENABLED'], 'MCP_RATE_LIMIT_ENABLED') ?? isProtected;
  const requests = countOf(env['MCP_RATE_LIMIT_REQUESTS'], 'MCP_RATE_LIMIT_REQUESTS') ?? REQUESTS;
  const windowSeconds =
    countOf(env['MCP_RATE_LIMIT_WINDOW_SECONDS'], 'MCP_RATE_LIMIT_WINDOW_SECONDS') ?? WINDOW_S;
  return isOn ? { requests, windowSeconds } : undefined;
}

function auditOf(env: Environment): string | undefined {
  const isOn = switchOf(env['MCP_AUDIT_ENABLED'], 'MCP_AUDIT_ENABLED') ?? false;
  return isOn ? (env['MCP_AUDIT_PATH'] ?? '').trim() || AUDIT_FILE : undefined;
}

function switchOf(given: string | undefined, name: string): boolean | undefined {
  const word = (given ?? '').trim().toLowerCase();
  if (word === '') return undefined;
  if (['true', '1'].includes(word)) return true;
  if (['false', '0'].includes(word)) return false;
  throw invalidRequest(`${name} is neither true nor false.`, 'Use one.');
}

function countOf(given: string | undefined, name: string): number | undefined {
  const text = (given ?? '').trim();
  if (text === '') return undefined;
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw invalidRequest(`${name} is not a whole number.`, 'Use 1 or more.');
}

function headerOf(env: Environment): string {
  const name = (env['MCP_REMOTE_SESSION_HEADER'] ?? '').trim().toLowerCase() || SESSION_HEADER;
  if (/^[a-z0-9-]{1,64}$/.test(name) && !TAKEN.test(name)) return name;
  throw invalidRequest(
    'MCP_REMOTE_SESSION_HEADER does not name a separate header.',
    `Use a name such as ${SESSION_HEADER}.`,
  );
}

function publicUrlOf(env: Environment): URL | undefined {
  const text = (env['HOOKLOOM_MCP_PUBLIC_URL'] ?? '').trim();
  if (text === '') return undefined;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && /^https?:$/.test(url.protocol) && url.username === '') return url;
  throw invalidRequest(
    'HOOKLOOM_MCP_PUBLIC_URL is not an http or https address.',
    'Use the address that clients connect to, with http or https.',
  );
}

function missing(variable: string): HookloomError {
  return permissionDenied(
    `ZAXY_ENV=production requires ${variable}.`,
    'Set it, or unset ZAXY_ENV.',
  );
}
