/** A process that takes the port between the proof and the request gets no byte of the token. */
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { askProven } from './ask-proven.ts';
import { askWorker } from './ask-worker.ts';
import { proofOf } from './proof.ts';

const token = randomBytes(24).toString('base64url');
const servers: net.Server[] = [];
afterEach(async () => {
  await Promise.all(
    servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))),
  );
});

function listen(server: net.Server, port = 0): Promise<number> {
  servers.push(server);
  return new Promise((resolve) =>
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );
}

/** Answers the proof; `after` is called when it has. */
function worker(after: (response: http.ServerResponse) => void = () => {}) {
  const asked: { path: string; authorization: string | undefined; body: string }[] = [];
  const server = http.createServer((request, response) => {
    const url = new URL(request.url!, 'http://localhost');
    if (url.pathname === '/api/worker/proof') {
      const proof = proofOf(token, request.socket.localPort!, url.searchParams.get('nonce')!);
      response.on('finish', () => after(response));
      response.end(JSON.stringify({ proof, pid: 1, version: '1.0.0' }));
      return;
    }
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      asked.push({ path: url.pathname, authorization: request.headers.authorization, body });
      response.end('{"ok":true}');
    });
  });
  return { server, asked };
}

const call = (port: number) =>
  askProven({ port, token, method: 'POST', path: '/api/settings', body: '{"a":1}', ms: 2000 });

it('a worker that proves itself gets the request with the token', async () => {
  const { server, asked } = worker();
  expect(await call(await listen(server))).toEqual({ status: 200, text: '{"ok":true}' });
  expect(asked).toEqual([
    { path: '/api/settings', authorization: `Bearer ${token}`, body: '{"a":1}' },
  ]);
});

it('a process that takes the port after the proof gets nothing', async () => {
  const heard: Buffer[] = [];
  const squatter = net.createServer((socket) => {
    socket.on('data', (bytes: Buffer) => heard.push(bytes));
    socket.on('error', () => {});
  });
  let moved: Promise<unknown> = Promise.resolve();
  const { server } = worker((response) => {
    response.socket?.destroy();
    server.close();
    moved = listen(squatter, port);
  });
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );
  const found = { port, token, pid: 1, version: '1.0.0', startedAt: 0 };
  await expect(askWorker(found, 'POST', '/api/settings')).rejects.toMatchObject({
    code: 'unavailable',
  });
  await moved;
  await expect(call(port)).rejects.toThrow();
  expect(Buffer.concat(heard).toString('latin1')).not.toContain(token);
  expect(Buffer.concat(heard).toString('latin1')).not.toContain('uthorization');
});

it.each([
  ['says nothing', () => {}],
  ['answers with a page', (socket: net.Socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nhello')],
  [
    'sends the question back',
    (socket: net.Socket) => socket.on('data', (bytes: Buffer) => socket.end(bytes)),
  ],
])('a listener that %s gets nothing', async (_, answer) => {
  const heard: Buffer[] = [];
  const sockets = new Set<net.Socket>();
  const squatter = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (bytes: Buffer) => heard.push(bytes));
    answer(socket);
  });
  const port = await listen(squatter);
  await expect(
    askProven({ port, token, method: 'GET', path: '/api/health', ms: 300 }),
  ).rejects.toThrow('no worker of ours');
  for (const socket of sockets) socket.destroy();
  expect(Buffer.concat(heard).toString('latin1')).not.toContain(token);
});
