/** Tells clients where to get tokens (RFC 9728). */
import type { IncomingMessage } from 'node:http';
import type { RemoteSettings } from './settings.ts';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

export function isMetadataPath(path: string): boolean {
  return path === WELL_KNOWN || path === `${WELL_KNOWN}/mcp`;
}

type Known = Pick<RemoteSettings, 'publicUrl' | 'oidc'>;

export function metadataUrl(request: IncomingMessage, settings: Known): string {
  return `${originOf(request, settings)}${WELL_KNOWN}/mcp`;
}

export function metadataOf(request: IncomingMessage, settings: Known): Record<string, unknown> {
  return {
    resource: `${originOf(request, settings)}/mcp`,
    resource_name: 'Hookloom memory',
    bearer_methods_supported: ['header'],
    ...(settings.oidc !== undefined && {
      authorization_servers: [settings.oidc.issuer],
      scopes_supported: [settings.oidc.requiredScope],
    }),
  };
}

/** The guard has checked the Host header. */
function originOf({ headers }: IncomingMessage, { publicUrl }: Known): string {
  return publicUrl?.origin ?? `http://${headers.host ?? ''}`;
}
