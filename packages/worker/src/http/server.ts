/** The worker's HTTP server: loopback only, one table of routes, JSON in and out. */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  conflict,
  ERROR_CODES,
  invalidRequest,
  notFound,
  toErrorPayload,
  unavailable,
  type HookloomError,
} from '@hookloom/core';
import { inAnswer, namedAtHead } from '../unavailable-events.ts';
import { authorize, type AccessRules } from './access.ts';
import type { Reply, Route } from './route.ts';

/** Method and path. */
export function placeOf({ route }: Pick<Route, 'route'>): [method: string, path: string] {
  return route.split(' ') as [string, string];
}

export interface ServerOptions {
  routes: readonly Route[];
  access: AccessRules;
  /** 0: any free port. */
  port: number;
  host?: '127.0.0.1' | '::1';
  /** Called with unexpected errors of a route. */
  onDefect?(path: string, error: unknown): void;
  /** Answers its own paths, by its own rules of access. */
  mounted?: Mounted | undefined;
}

/** Another protocol on the same port. */
export interface Mounted {
  takes(url: string): boolean;
  answer(request: IncomingMessage, response: ServerResponse): void;
}

export interface RunningServer {
  port: number;
  /** Waits for running requests. */
  close(): Promise<void>;
  /** Aborts what still runs. */
  drop(): void;
}

/** A request whose head and body are not complete by then is dropped. */
const REQUEST_MS = 30_000;
/** Keeps the connection of a client that reports every few seconds, so that its user need not be looked up again. */
const KEPT_MS = 65_000;

/** @throws HookloomError `conflict` if the port is taken, `unavailable` if it cannot be opened. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { port, host = '127.0.0.1', mounted } = options;
  const server = http.createServer({
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEPT_MS,
    maxHeaderSize: 16_384,
  });
  server.on('request', (request, response) => {
    if (mounted?.takes(request.url ?? '') === true) return mounted.answer(request, response);
    void answer(request, options).then((reply) => {
      // A kept connection would delay the shutdown.
      if (!server.listening) response.setHeader('connection', 'close');
      send(response, reply);
    });
  });
  server.on('clientError', (_error, socket) => void socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, { port })));
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        // Other connections become idle later, when their request or stream ends.
        const timer = setInterval(() => server.closeIdleConnections(), 25);
        server.close(() => {
          clearInterval(timer);
          resolve();
        });
        server.closeIdleConnections();
      }),
    drop: () => server.closeAllConnections(),
  };
}

async function answer(request: IncomingMessage, { routes, access, onDefect }: ServerOptions) {
  try {
    const { path, query } = addressOf(request);
    const here = routes.flatMap((route) => {
      const [method, pattern] = placeOf(route);
      const params = paramsOf(pattern, path);
      return params === null ? [] : [{ route, method, params }];
    });
    const found = here.find(({ method }) => method === request.method);
    const allowed = authorize(request, access, found?.route.access ?? 'compatible');
    if (!allowed.allowed) {
      const { status, code, message, remediation } = allowed;
      return { status, json: { error: { code, message, remediation } } };
    }
    if (here.length === 0)
      throw notFound('There is no such route.', 'See docs/reference/http.md for the routes.');
    if (found === undefined) {
      const methods = here.map(({ method }) => method);
      return { status: 405, json: toErrorPayload(wrongMethod(methods)) };
    }
    const admitted = { request, params: found.params, by: allowed.by };
    return await inAnswer(async (noticed) => {
      const reply = await found.route.reply(admitted, query);
      return 'json' in reply ? { ...reply, json: namedAtHead(reply.json, noticed()) } : reply;
    });
  } catch (error) {
    const json = toErrorPayload(error);
    const status = ERROR_CODES[json.error.code].http;
    if (status === 500) onDefect?.((request.url ?? '').split('?')[0]!, error);
    return { status, json };
  }
}

function addressOf(request: IncomingMessage): { path: string; query: URLSearchParams } {
  const [path = '/', ...rest] = (request.url ?? '/').split('?');
  return { path, query: new URLSearchParams(rest.join('?')) };
}

/** The values of the names in a pattern; null if the path does not match. */
function paramsOf(pattern: string, path: string): Record<string, string> | null {
  const [words, parts] = [pattern.split('/'), path.split('/')];
  if (words.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [at, word] of words.entries()) {
    const part = parts[at]!;
    if (!word.startsWith(':')) {
      if (word !== part) return null;
      continue;
    }
    try {
      params[word.slice(1)] = decodeURIComponent(part);
    } catch {
      return null;
    }
    if (part === '') return null;
  }
  return params;
}

function wrongMethod(methods: string[]): HookloomError {
  return invalidRequest('This route does not accept this method.', `Use ${methods.join(' or ')}.`);
}

function send(response: ServerResponse, reply: Reply): void {
  const { status, json, text, bytes, type = 'application/json; charset=utf-8', headers } = reply;
  const body = bytes ?? text ?? (json === undefined ? '' : JSON.stringify(json));
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(reply.stream === undefined && { 'content-length': Buffer.byteLength(body) }),
    ...headers,
  });
  if (reply.stream === undefined) response.end(body);
  else reply.stream(response);
}

/** @param listen Without `host`, it was this machine's own address */
export function listenError(
  error: NodeJS.ErrnoException,
  { host, port }: { host?: string; port: number },
): HookloomError {
  if (error.code === 'EADDRINUSE')
    return conflict(
      `Port ${port} is in use.`,
      'Choose another with --port, or stop the program that uses it.',
    );
  return unavailable(
    `${host === undefined ? 'Port' : `${host} port`} ${port} cannot be opened (${error.code ?? 'unknown'}).`,
    `Choose another with ${host === undefined ? '' : '--host or '}--port.`,
  );
}
