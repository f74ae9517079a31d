/** Which callers the worker answers. */
import http from 'node:http';
import net from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { startServer, type RunningServer } from './server.ts';
import { z } from 'zod';
import { defineRoute } from './route.ts';

const TOKEN = 'token-of-this-installation';
let server: RunningServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

async function start(requireToken = false): Promise<void> {
  server = await startServer({
    port: 0,
    access: { token: TOKEN, requireToken },
    routes: [
      defineRoute({
        route: 'POST /hooks/codex',
        does: 'Answers its body.',
        body: z.looseObject({}),
        json: async ({ body }) => body,
      }),
      defineRoute({
        route: 'GET /health',
        access: 'open',
        does: 'Alive.',
        json: async () => ({ status: 'ok' }),
      }),
    ],
  });
}

interface Asked {
  status: number;
  body: { error?: { code: string; message: string; remediation: string } } & Record<
    string,
    unknown
  >;
}

function ask(options: http.RequestOptions, body = '{}'): Promise<Asked> {
  const request = {
    host: '127.0.0.1',
    port: server!.port,
    method: 'POST',
    path: '/hooks/codex',
    ...options,
    headers: { 'content-type': 'application/json', ...options.headers },
  };
  return new Promise((resolve, reject) => {
    const call = http.request(request, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode!, body: text === '' ? {} : JSON.parse(text) }),
      );
    });
    call.on('error', reject);
    // A body on a request without one would be read as the next request.
    call.end(options.method === 'GET' ? undefined : body);
  });
}

const onLinux = process.platform === 'linux';

it('answers a program of the same user if the platform identifies the caller', async () => {
  await start();
  expect((await ask({}, '{"a":1}')).status).toBe(onLinux ? 200 : 401);
});

it.runIf(onLinux)('finds a program of the same user among many connections', async () => {
  await start();
  const others = await Promise.all(
    Array.from({ length: 120 }, () => {
      const socket = net.connect(server!.port, '127.0.0.1');
      return new Promise<net.Socket>((resolve) => socket.once('connect', () => resolve(socket)));
    }),
  );
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => (await ask({})).status),
  );
  for (const socket of others) socket.destroy();
  expect(new Set(statuses)).toEqual(new Set([200]));
});

it('keeps the connection of a client that reports every few seconds', async () => {
  await start();
  const { headers } = await fetch(`http://127.0.0.1:${server!.port}/health`);
  expect(headers.get('keep-alive')).toBe('timeout=65');
});

it('accepts the token and refuses a wrong one, also from the same user', async () => {
  await start(true);
  expect((await ask({})).status).toBe(401);
  expect((await ask({ headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(200);
  const wrong = await ask({ headers: { authorization: 'Bearer guessed' } });
  expect(wrong.status).toBe(401);
  expect(wrong.body.error!.code).toBe('permission_denied');
  expect(JSON.stringify(wrong.body)).not.toContain(TOKEN);
});

it.each([
  ['a page of another site', { origin: 'https://example.org' }],
  ['a page opened from a file', { origin: 'null' }],
  ['a request that a browser made', { 'sec-fetch-site': 'cross-site' }],
  ['a name that was rebound to this machine', { host: 'evil.example:80' }],
])('refuses %s, even with the right token', async (_who, headers) => {
  await start();
  const answer = await ask({ headers: { ...headers, authorization: `Bearer ${TOKEN}` } });
  expect(answer.status).toBe(403);
});

it('refuses what a web form can send before reading it', async () => {
  await start();
  const answer = await ask({
    headers: { 'content-type': 'text/plain', authorization: `Bearer ${TOKEN}` },
  });
  expect([answer.status, answer.body.error!.code]).toEqual([400, 'invalid_request']);
});

it.each([
  ['not JSON', '{"a":'],
  ['not an object', '[1]'],
  ['more than 8 MiB', `{"a":"${'x'.repeat(8 * 1024 * 1024)}"}`],
])('a body that is %s gets a clear error', async (_what, body) => {
  await start();
  const answer = await ask({ headers: { authorization: `Bearer ${TOKEN}` } }, body).catch(
    () => null,
  );
  // The connection may end while the rest of a long body is still being sent.
  if (answer !== null)
    expect([answer.status, answer.body.error!.code]).toEqual([400, 'invalid_request']);
});

it('unknown routes and wrong methods get different errors, health needs no token', async () => {
  await start(true);
  const headers = { authorization: `Bearer ${TOKEN}` };
  expect((await ask({ path: '/nothing', headers })).status).toBe(404);
  expect((await ask({ method: 'GET', headers })).status).toBe(405);
  expect((await ask({ method: 'GET', path: '/health' })).body).toEqual({ status: 'ok' });
  expect((await ask({ path: '/nothing' })).status).toBe(401);
});
