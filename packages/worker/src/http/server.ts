/** The worker's HTTP face: loopback only, one table of routes, JSON in and out. */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ERROR_CODES, HookloomError, isHookloomError, toErrorPayload } from '@hookloom/core/errors';
import { authorize, type AccessRules } from './access.ts';

export interface Reply {
  status: number;
  /** Absent: an empty body. */
  json?: unknown;
  /** A body that is JSON text already. */
  text?: string;
}

export interface Route {
  method: 'GET' | 'POST';
  path: string;
  /** Health routes tell nothing and need no token. */
  isOpen?: boolean;
  handle(request: IncomingMessage): Promise<Reply>;
}

export interface ServerOptions {
  routes: readonly Route[];
  access: AccessRules;
  /** 0: any free port. */
  port: number;
  host?: '127.0.0.1' | '::1';
}

export interface RunningServer {
  port: number;
  /** Lets running requests end. */
  close(): Promise<void>;
}

/** A request that has not sent its head and body by then is dropped. */
const REQUEST_MS = 30_000;

/** @throws HookloomError `conflict` when the port is taken, `unavailable` when it cannot be opened. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { routes, access, port, host = '127.0.0.1' } = options;
  const server = http.createServer({ requestTimeout: REQUEST_MS, maxHeaderSize: 16_384 });
  server.on('request', (request, response) => {
    void answer(request, routes, access).then((reply) => {
      // A connection that is kept open would hold up the end.
      if (!server.listening) response.setHeader('connection', 'close');
      send(response, reply);
    });
  });
  server.on('clientError', (_error, socket) => void socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, port)));
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  routes: readonly Route[],
  access: AccessRules,
): Promise<Reply> {
  try {
    const path = (request.url ?? '/').split('?')[0]!;
    const here = routes.filter((route) => route.path === path);
    const route = here.find(({ method }) => method === request.method);
    if (route?.isOpen !== true) {
      const allowed = authorize(request, access);
      if (!allowed.allowed) {
        const { status, code, message, remediation } = allowed;
        return { status, json: { error: { code, message, remediation } } };
      }
    }
    if (here.length === 0)
      throw new HookloomError('not_found', 'No such route.', 'See docs/reference/http.md.');
    if (route === undefined)
      return { status: 405, json: toErrorPayload(wrongMethod(here.map(({ method }) => method))) };
    return await route.handle(request);
  } catch (error) {
    const status = isHookloomError(error) ? ERROR_CODES[error.code].http : 500;
    return { status, json: toErrorPayload(error) };
  }
}

function wrongMethod(methods: string[]): HookloomError {
  return new HookloomError(
    'invalid_request',
    'This route takes another method.',
    `Use ${methods.join(' or ')}.`,
  );
}

function send(response: ServerResponse, { status, json, text }: Reply): void {
  const body = text ?? (json === undefined ? '' : JSON.stringify(json));
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(body);
}

function listenError(error: NodeJS.ErrnoException, port: number): HookloomError {
  if (error.code === 'EADDRINUSE')
    return new HookloomError(
      'conflict',
      `Port ${port} is taken.`,
      'Choose another with --port, or stop what holds it.',
    );
  return new HookloomError(
    'unavailable',
    `Port ${port} cannot be opened (${error.code ?? 'unknown'}).`,
    'Choose another with --port.',
  );
}
