/** A separate listener for the endpoint, for `serve --transport http`. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { listenError } from '../http/server.ts';
import { createEndpoint, type Endpoint, type EndpointOptions } from './endpoint.ts';

export interface ListenerOptions extends EndpointOptions {
  port: number;
}

export interface Listener extends Omit<Endpoint, 'answer'> {
  port: number;
}

const HEAD_MS = 10_000;
const REQUEST_MS = 30_000;
const MAX_CONNECTIONS = 2048;

/** @throws HookloomError `conflict` if the port is in use, `unavailable` if it cannot be opened */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const endpoint = createEndpoint(options);
  const server = http.createServer({
    headersTimeout: HEAD_MS,
    requestTimeout: REQUEST_MS,
    connectionsCheckingInterval: 5000,
    maxHeaderSize: 16_384,
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.on('clientError', (_error, socket) => void socket.destroy());
  server.on('request', (request, response) => endpoint.answer(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, options)));
    server.listen(options.port, options.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    sessions: () => endpoint.sessions(),
    evictIdle: () => endpoint.evictIdle(),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await endpoint.close();
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), 100).unref();
      await closed;
    },
  };
}
