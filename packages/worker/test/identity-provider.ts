/** An identity provider on this machine: a real one, and tokens that no honest provider would sign. */
import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, SignJWT, type JWTHeaderParameters, type JWTPayload } from 'jose';
import Provider from 'oidc-provider';

export const AUDIENCE = 'https://memory.test/mcp';
export const SCOPE = 'zaxy:mcp';

/** Undefined: without it. */
type Claims = { [claim in keyof JWTPayload]?: JWTPayload[claim] | undefined };

export interface IdentityProvider {
  issuer: string;
  /** A token of the real provider, for this client and scope. */
  token(client: string, scope?: string): Promise<string>;
  /** A token with the provider's current key; the claims replace those of a valid one. */
  sign(claims?: Claims, header?: Partial<JWTHeaderParameters>, key?: KeyObject): Promise<string>;
  /** The public key as a confused server could take it for a secret. */
  publicPem(): string;
  /** Replaces the signing key: its address serves only the new one. */
  rotate(): void;
  /** How often the keys were read. */
  reads(): number;
  /** Where only our own keys are. */
  jwksUrl: string;
  close(): Promise<void>;
}

export async function identityProvider(): Promise<IdentityProvider> {
  let handler: http.RequestListener = () => {};
  const server = http.createServer((request, response) => handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let pair = newPair();
  let kid = 'key-1';
  let reads = 0;
  const jwk = async () => ({ ...(await exportJWK(pair.publicKey)), kid, alg: 'RS256', use: 'sig' });
  const provider = new Provider(issuer, {
    clients: ['alice', 'bob', 'nobody'].map((client_id) => ({
      client_id,
      client_secret: `secret-of-${client_id}-0123456789`,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
    })),
    jwks: { keys: [{ ...(await exportJWK(pair.privateKey)), kid, alg: 'RS256', use: 'sig' }] },
    scopes: [SCOPE, 'other'],
    extraTokenClaims: (_, token) => ({
      sub: token.clientId ?? '',
      ...(token.clientId !== 'nobody' && { zaxy_session: token.clientId }),
    }),
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_, resource) => ({
          audience: resource,
          scope: `${SCOPE} other`,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  });
  const served = provider.callback();
  handler = (request, response) => {
    if (request.url !== '/keys') return served(request, response);
    reads++;
    void jwk().then((key) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ keys: [key] }));
    });
  };
  return {
    issuer,
    jwksUrl: `${issuer}/keys`,
    reads: () => reads,
    async token(client, scope = SCOPE) {
      const answer = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${client}:secret-of-${client}-0123456789`).toString('base64')}`,
        },
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          resource: AUDIENCE,
          ...(scope !== '' && { scope }),
        }),
      });
      const { access_token } = (await answer.json()) as { access_token: string };
      return access_token;
    },
    sign: (claims = {}, header = {}, key = pair.privateKey) => {
      const now = Math.floor(Date.now() / 1000);
      const payload: Claims = {
        iss: issuer,
        aud: AUDIENCE,
        sub: 'alice',
        scope: SCOPE,
        zaxy_session: 'alice',
        iat: now,
        exp: now + 300,
        ...claims,
      };
      return new SignJWT(payload as JWTPayload)
        .setProtectedHeader({ alg: 'RS256', kid, typ: 'at+jwt', ...header })
        .sign(key);
    },
    publicPem: () => pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    rotate() {
      pair = newPair();
      kid = `key-${Number(kid.slice(4)) + 1}`;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function newPair() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}

/** The claims of a token under another header and signature. */
export function forged(token: string, header: object, secret: string | null): string {
  const [, claims = ''] = token.split('.');
  const head = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${claims}`;
  if (secret === null) return `${head}.`;
  return `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`;
}
