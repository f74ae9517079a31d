import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runtimeOf } from '../../test/fixture.ts';
import { answeringOf, as, JSON_HEADERS, remoteOf, TOKEN, type Remote } from '../../test/remote.ts';

let remote: Remote;
beforeAll(async () => {
  const env = { MCP_REMOTE_AUTH_TOKEN: TOKEN };
  remote = await remoteOf(answeringOf((await runtimeOf()).runtime, env), env);
});
afterAll(() => remote.close());

const ROUTES = [
  '/mcp',
  '/sse',
  '/messages',
  '/.well-known/oauth-protected-resource',
  '/',
  '/nothing',
];
const METHODS = ['GET', 'POST', 'DELETE', 'OPTIONS'];
const asAgent = { ...JSON_HEADERS, ...as('agent-1') };

async function statuses(headers: Record<string, string>): Promise<Set<number>> {
  const asked = ROUTES.flatMap((path) =>
    METHODS.map((method) => remote.ask({ method, path, headers: { ...asAgent, ...headers } })),
  );
  return new Set((await Promise.all(asked)).map(({ status }) => status));
}

describe('every route refuses', () => {
  it.each([
    'evil.example',
    'evil.example:80',
    'localhost',
    'localhost.:PORT',
    'localhost.evil.example:PORT',
    '127.0.0.1:1',
    '127.0.0.2:PORT',
    '0.0.0.0:PORT',
    '[::2]:PORT',
    'evil.example@127.0.0.1:PORT',
    '127.0.0.1:PORT.evil.example',
    '2130706433:PORT',
  ])('the host %j', async (host) => {
    const given = host.replaceAll('PORT', String(remote.port));
    expect(await statuses({ host: given })).toEqual(new Set([403]));
  });

  it.each([
    'http://evil.example',
    'null',
    'https://127.0.0.1:PORT',
    'http://127.0.0.1:1',
    'http://localhost:PORT',
    'http://127.0.0.1:PORT.evil.example',
    'file://',
    '',
  ])('the origin %j', async (origin) => {
    const given = origin.replaceAll('PORT', String(remote.port));
    expect(await statuses({ origin: given })).toEqual(new Set([403]));
  });

  it.each(['cross-site', 'same-site', 'anything'])(
    'a page without an origin that is %s',
    async (site) => {
      expect(await statuses({ 'sec-fetch-site': site })).toEqual(new Set([403]));
    },
  );

  it('a deciding header that was sent twice', async () => {
    const host = ['host', `127.0.0.1:${remote.port}`];
    for (const name of ['authorization', 'x-zaxy-session-id', 'mcp-session-id', 'host']) {
      const twice = [...host, name, 'one', name.toUpperCase(), 'two'];
      expect((await remote.ask({ headers: twice })).status).toBe(400);
    }
  });
});

it.each(['127.0.0.1:PORT', 'localhost:PORT', 'LOCALHOST:PORT', '[::1]:PORT'])(
  'the host %s is accepted as our own',
  async (host) => {
    const given = host.replaceAll('PORT', String(remote.port));
    const answer = await remote.modern('tools/list', {}, { ...as('agent-1'), host: given });
    expect(answer.status).toBe(200);
  },
);

it.each(['access_token', 'token', 'api_key', 'Authorization'])(
  'a token in the address (%s) is refused, even together with a valid one',
  async (name) => {
    const path = `/mcp?${name}=${TOKEN}`;
    expect((await remote.ask({ path, headers: JSON_HEADERS })).status).toBe(400);
    expect((await remote.ask({ path, headers: asAgent })).status).toBe(400);
  },
);
