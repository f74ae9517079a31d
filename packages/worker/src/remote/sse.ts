/**
 * The transport of revision 2024-11-05, for clients that support no other: answers are events of `GET /sse`, messages
 * go to `POST /messages`. The id in its address is not a credential, because it only works for the caller that opened
 * the stream.
 */
import { attempt } from '@hookloom/core';
import { parseJSONRPCMessage, type Server, type Transport } from '@modelcontextprotocol/server';
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { keyOf, type Principal } from './principal.ts';
import { limitReached, sendRefusal, UNKNOWN_SESSION, type Refusal } from './refusal.ts';

interface Stream {
  owner: string;
  transport: Transport;
  response: ServerResponse;
}

const MAX_STREAMS = 512;
const KEEP_ALIVE_MS = 15_000;

export function createSseStreams(serverFor: (principal: Principal) => Server) {
  const streams = new Map<string, Stream>();

  return {
    /** Resolves when the stream has ended. */
    async open(response: ServerResponse, principal: Principal): Promise<void> {
      if (streams.size >= MAX_STREAMS) return sendRefusal(response, FULL);
      const id = randomUUID();
      const server = serverFor(principal);
      const transport = transportTo(response);
      streams.set(id, { owner: keyOf(principal), transport, response });
      const ended = new Promise<void>((resolve) => response.once('close', () => resolve()));
      try {
        await server.connect(transport);
        response.writeHead(200, {
          'content-type': 'text/event-stream',
          'cache-control': 'no-store, no-transform',
          'x-accel-buffering': 'no',
          'x-content-type-options': 'nosniff',
        });
        response.write(`event: endpoint\ndata: /messages?sessionId=${id}\n\n`);
        const alive = setInterval(() => response.write(': keepalive\n\n'), KEEP_ALIVE_MS);
        await ended;
        clearInterval(alive);
      } finally {
        streams.delete(id);
        await server.close();
      }
    },
    post(response: ServerResponse, id: string, body: unknown, principal: Principal) {
      const stream = streams.get(id);
      if (stream === undefined || stream.owner !== keyOf(principal))
        return sendRefusal(response, UNKNOWN_SESSION);
      const message = attempt(() => parseJSONRPCMessage(body));
      if (message === null) return sendRefusal(response, NO_MESSAGE);
      response.writeHead(202, { 'content-length': 0, 'cache-control': 'no-store' });
      response.end();
      stream.transport.onmessage?.(message);
    },
    count: () => streams.size,
    close() {
      for (const { response } of streams.values()) response.end();
    },
  };
}

function transportTo(response: ServerResponse): Transport {
  const transport: Transport = {
    start: () => Promise.resolve(),
    send(message) {
      if (!response.writableEnded)
        response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
      return Promise.resolve();
    },
    close() {
      response.end();
      transport.onclose?.();
      return Promise.resolve();
    },
  };
  return transport;
}

const FULL = limitReached('streams');

const NO_MESSAGE: Refusal = {
  status: 400,
  code: 'invalid_request',
  message: 'The body is not one JSON-RPC message.',
  remediation: 'Send one JSON-RPC message.',
};
