/** The identity provider whose access tokens are accepted. */
import { isLoopback } from '@hookloom/core/settings';
import { invalidRequest } from '@hookloom/core';

export type Environment = Record<string, string | undefined>;

export interface OidcSettings {
  issuer: string;
  audience: string;
  /** If absent, the issuer's metadata names it. */
  jwksUrl: URL | undefined;
  requiredScope: string;
  sessionClaim: string;
}

const SCOPE = 'zaxy:mcp';
const SESSION_CLAIM = 'zaxy_session';

/** @throws HookloomError `invalid_request` for an incomplete configuration, which would protect nothing */
export function readOidcSettings(env: Environment): OidcSettings | undefined {
  const given = (name: string): string => (env[name] ?? '').trim();
  const issuer = given('MCP_OIDC_ISSUER');
  const audience = given('MCP_OIDC_AUDIENCE');
  const jwks = given('MCP_OIDC_JWKS_URL');
  if (issuer === '' && audience === '' && jwks === '') return undefined;
  if (issuer === '' || audience === '')
    throw invalidRequest(
      'MCP_OIDC_ISSUER and MCP_OIDC_AUDIENCE belong together.',
      'Set both, or neither.',
    );
  assertAddress('MCP_OIDC_ISSUER', issuer);
  if (jwks !== '') assertAddress('MCP_OIDC_JWKS_URL', jwks);
  const requiredScope = given('MCP_OIDC_REQUIRED_SCOPE') || SCOPE;
  const sessionClaim = given('MCP_OIDC_SESSION_CLAIM') || SESSION_CLAIM;
  if (!/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(requiredScope))
    throw invalidRequest(
      'MCP_OIDC_REQUIRED_SCOPE is not one scope.',
      `Use a word such as ${SCOPE}.`,
    );
  return {
    issuer,
    audience,
    jwksUrl: jwks === '' ? undefined : new URL(jwks),
    requiredScope,
    sessionClaim,
  };
}

/** Anyone could replace keys that come over an unprotected network. */
export function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

function assertAddress(variable: string, text: string): void {
  if (!isSafeAddress(text))
    throw invalidRequest(
      `${variable} is not an https address.`,
      'Use https; http only on this machine.',
    );
}
