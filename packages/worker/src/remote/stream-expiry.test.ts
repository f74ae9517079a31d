import { Server } from '@modelcontextprotocol/server';
import http from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AUDIENCE, identityProvider, SCOPE } from '../../test/identity-provider.ts';
import { askPort, INITIALIZE, JSON_HEADERS } from '../../test/remote.ts';
import { listen, type Listener } from './listener.ts';
import { createOidc } from './oidc.ts';

let listener: Listener;
beforeAll(async () => {
  listener = await listen({
    host: '127.0.0.1',
    port: 0,
    isSse: true,
    sessionHeader: 'x-zaxy-session-id',
    metadata: () => ({}),
    authenticate: ({ headers }) => {
      const ms = headers['x-token'] === 'short' ? 100 : 600_000;
      return Promise.resolve({ subject: String(headers['x-token']), expiresAt: Date.now() + ms });
    },
    serverFor: () => new Server({ name: 'test', version: '1' }, { capabilities: {} }),
  });
});
afterAll(() => listener.close());

/** Opens a stream; resolves to its status, and later to its end. */
function stream(path: string, headers: http.OutgoingHttpHeaders) {
  return new Promise<{ status: number; ended: Promise<string> }>((resolve, reject) => {
    const options = { host: '127.0.0.1', port: listener.port, path, headers };
    const asked = http.get(options, (response) => {
      response.resume();
      const ended = new Promise<string>((done) => response.once('close', () => done('ended')));
      resolve({ status: response.statusCode!, ended });
    });
    asked.on('error', reject);
  });
}

it('streams of both transports end with the token that opened them, and others continue', async () => {
  const open = async (token: string) => {
    const own = { ...JSON_HEADERS, 'x-token': token };
    const begun = await askPort(listener.port, { headers: own, body: INITIALIZE });
    const session = begun.headers['mcp-session-id'] as string;
    const accept = 'text/event-stream';
    return Promise.all([
      stream('/mcp', { ...own, accept, 'mcp-session-id': session }),
      stream('/sse', { ...own, accept }),
    ]);
  };
  const [ending, lasting] = [await open('short'), await open('long')];
  expect([...ending, ...lasting].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await Promise.all(ending.map(({ ended }) => ended))).toEqual(['ended', 'ended']);
  const others = lasting.map(({ ended }) => ended);
  expect(await Promise.race([...others, Promise.resolve('open')])).toBe('open');
});

it('a token of an identity provider has an end, with five seconds of tolerance for clocks', async () => {
  const provider = await identityProvider();
  const check = createOidc({
    issuer: provider.issuer,
    audience: AUDIENCE,
    jwksUrl: new URL(provider.jwksUrl),
    requiredScope: SCOPE,
    sessionClaim: 'zaxy_session',
  });
  const exp = Math.floor(Date.now() / 1000) + 300;
  const verdict = await check(await provider.sign({ exp }));
  await provider.close();
  expect(verdict).toMatchObject({ ok: true, expiresAt: (exp + 5) * 1000 });
});
