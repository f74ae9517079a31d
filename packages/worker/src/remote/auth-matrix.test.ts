/** Twenty kinds of tokens, for four surfaces and three kinds of tools. */
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectedRuntime } from '../../test/fixture.ts';
import {
  AUDIENCE,
  forged,
  identityProvider,
  SCOPE,
  type IdentityProvider,
} from '../../test/identity-provider.ts';
import {
  ADMIN,
  answeringOf,
  JSON_HEADERS,
  remoteOf,
  TOKEN,
  type Remote,
} from '../../test/remote.ts';

let provider: IdentityProvider;
let remote: Remote;
/** A server that accepts no static token, like one whose token was revoked. */
let oidcOnly: Remote;
const tokens = new Map<string, string>();

beforeAll(async () => {
  provider = await identityProvider();
  const oidc = {
    MCP_OIDC_ISSUER: provider.issuer,
    MCP_OIDC_AUDIENCE: AUDIENCE,
    MCP_OIDC_JWKS_URL: provider.jwksUrl,
  };
  const env = { ...oidc, MCP_REMOTE_AUTH_TOKEN: TOKEN, MCP_ADMIN_TOKEN: ADMIN };
  const { runtime } = await projectedRuntime();
  remote = await remoteOf(answeringOf(runtime, env), env, { cooldownMs: 0 });
  oidcOnly = await remoteOf(answeringOf(runtime, env), oidc, { cooldownMs: 0 });
  const old = await provider.sign();
  provider.rotate();
  const now = Math.floor(Date.now() / 1000);
  const valid = await provider.sign();
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const made: Record<string, string | Promise<string>> = {
    malformed: 'a.b',
    unknown: 'another-token-0123456789',
    expired: provider.sign({ exp: now - 60 }),
    'not yet valid': provider.sign({ nbf: now + 600 }),
    'issued in the future': provider.sign({ iat: now + 600 }),
    'without an end': provider.sign({ exp: undefined }),
    'of another issuer': provider.sign({ iss: 'https://issuer.test' }),
    'for another audience': provider.sign({ aud: 'https://other.test' }),
    'for two audiences': provider.sign({ aud: [AUDIENCE, 'https://other.test'] }),
    'without a signature': forged(valid, { alg: 'none' }, null),
    'signed with the public key': forged(valid, { alg: 'HS256' }, provider.publicPem()),
    'of another key': provider.sign({}, {}, foreign),
    'of an unknown key': provider.sign({}, { kid: 'key-9' }, foreign),
    'of a key that was replaced': old,
    'of a login': provider.sign({ nonce: 'n' }),
    'without the scope': provider.sign({ scope: 'other' }),
    'of another session': provider.sign({ sub: 'bob', zaxy_session: 'bob' }),
    'without a session': provider.sign({ zaxy_session: undefined }),
    'with a reserved session': provider.sign({ zaxy_session: '__refs__' }),
    'of the provider': valid,
    static: TOKEN,
    'with an altered end': `${valid.slice(0, -4)}${valid.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`,
  };
  for (const [name, token] of Object.entries(made)) tokens.set(name, await token);
});
afterAll(async () => {
  await remote.close();
  await oidcOnly.close();
  await provider.close();
});

/** The outcome for a token that requests the session `alice`. */
const EXPECTED: [name: string, status: number][] = [
  ['none', 401],
  ['malformed', 401],
  ['unknown', 401],
  ['expired', 401],
  ['not yet valid', 401],
  ['issued in the future', 401],
  ['without an end', 401],
  ['of another issuer', 401],
  ['for another audience', 401],
  ['for two audiences', 200],
  ['without a signature', 401],
  ['signed with the public key', 401],
  ['of another key', 401],
  ['of an unknown key', 401],
  ['of a key that was replaced', 401],
  ['with an altered end', 401],
  ['of a login', 401],
  ['without the scope', 403],
  ['of another session', 403],
  ['without a session', 403],
  ['with a reserved session', 403],
  ['of the provider', 200],
  ['static', 200],
  ['static, after it was revoked', 401],
  ['static, in the address', 400],
];

const TOOLS = {
  read: ['memory_query', { query: 'tabs' }],
  write: ['memory_append', { event_type: 'decision.made', actor: 'a', payload: { title: 'x' } }],
  admin: ['memory_replay', {}],
} as const;

type Ask = (on: Remote, tool: keyof typeof TOOLS, headers: object, path: string) => Promise<any>;

const session = { 'x-zaxy-session-id': 'alice' };

const SURFACES: Record<string, Ask> = {
  'a call of 2026-07-28': (on, tool, headers) => {
    const [name, args] = TOOLS[tool];
    return on.modern('tools/call', { name, arguments: args }, { ...headers });
  },
  'a call in a session': async (on, tool, headers, path) => {
    const [name, args] = TOOLS[tool];
    const id = await valid(on);
    return on.ask({
      path,
      headers: { ...JSON_HEADERS, 'mcp-session-id': id, ...headers },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
    });
  },
  'the end of a session': async (on, _, headers, path) =>
    on.ask({ method: 'DELETE', path, headers: { 'mcp-session-id': await valid(on), ...headers } }),
  'a resource': (on, _, headers) => on.modern('resources/list', {}, { ...headers }),
};

/** A session of the caller that a valid token names. */
const valid = (on: Remote) =>
  on.initialize({ authorization: `Bearer ${tokens.get('of the provider')}`, ...session });

describe.each(Object.entries(SURFACES))('access through %s', (_, ask) => {
  it.each(EXPECTED)('with a token %s, the request gets status %i', async (name, status) => {
    const isStatic = name.startsWith('static');
    const token = isStatic ? TOKEN : tokens.get(name);
    const isInAddress = name.endsWith('in the address');
    const authorization =
      token === undefined || isInAddress ? {} : { authorization: `Bearer ${token}` };
    const path = isInAddress ? `/mcp?access_token=${TOKEN}` : '/mcp';
    const on = name.endsWith('revoked') ? oidcOnly : remote;
    for (const tool of ['read', 'write', 'admin'] as const) {
      const answer = await ask(on, tool, { ...authorization, ...session }, path);
      // The modern helper has its own path: there the token is just missing.
      const refused = isInAddress && answer.status === 401 ? 400 : answer.status;
      // Another valid caller does not find this session.
      const isOther = status === 200 && answer.status === 404;
      expect([name, tool, isOther ? 200 : refused]).toEqual([name, tool, status]);
      if (status === 200 && tool === 'admin' && answer.json?.result?.content !== undefined)
        expect(answer.json.result.content[0].text).toContain('permission_denied');
      if (status === 401)
        expect(answer.headers['www-authenticate']).toMatch(/^Bearer .*scope="zaxy:mcp"/);
      for (const secret of tokens.values())
        if (secret.length > 20) expect(answer.text).not.toContain(secret);
    }
  });
});

describe('a real provider', () => {
  it('is found by its metadata, and its tokens bind callers to their sessions', async () => {
    const env = { MCP_OIDC_ISSUER: provider.issuer, MCP_OIDC_AUDIENCE: AUDIENCE };
    const { runtime } = await projectedRuntime();
    const real = await remoteOf(answeringOf(runtime, env), env);
    try {
      const as = async (client: string, scope?: string) => ({
        authorization: `Bearer ${await provider.token(client, scope)}`,
      });
      const note = { event_type: 'decision.made', actor: 'a', payload: { title: 'Tabs' } };
      expect((await real.call('memory_append', note, await as('alice'))).session_id).toBe('alice');
      expect(await real.call('memory_query', { query: 'tabs' }, await as('bob'))).toEqual([]);
      const statuses = [await as('alice', 'other'), await as('nobody')].map(
        async (headers) => (await real.modern('tools/list', {}, headers)).status,
      );
      expect(await Promise.all(statuses)).toEqual([403, 403]);
      const path = '/.well-known/oauth-protected-resource';
      expect((await real.ask({ method: 'GET', path })).json).toMatchObject({
        authorization_servers: [provider.issuer],
        scopes_supported: [SCOPE],
      });
    } finally {
      await real.close();
    }
  });

  it('that does not answer is distinguished from a wrong token', async () => {
    const gone = { MCP_OIDC_ISSUER: 'http://127.0.0.1:9', MCP_OIDC_AUDIENCE: AUDIENCE };
    const { runtime } = await projectedRuntime();
    const alone = await remoteOf(answeringOf(runtime), gone);
    const authorization = `Bearer ${await provider.sign()}`;
    expect((await alone.modern('tools/list', {}, { authorization })).status).toBe(503);
    await alone.close();
  });

  it('is not asked for its keys again for every unknown key', async () => {
    const env = {
      MCP_OIDC_ISSUER: provider.issuer,
      MCP_OIDC_AUDIENCE: AUDIENCE,
      MCP_OIDC_JWKS_URL: provider.jwksUrl,
    };
    const { runtime } = await projectedRuntime();
    const calm = await remoteOf(answeringOf(runtime), env);
    const before = provider.reads();
    for (let at = 0; at < 20; at++) {
      const authorization = `Bearer ${await provider.sign({}, { kid: `forged-${at}` })}`;
      expect((await calm.modern('tools/list', {}, { authorization })).status).toBe(401);
    }
    expect(provider.reads() - before).toBeLessThanOrEqual(2);
    await calm.close();
  });
});
