/** A client that talks to the server over standard input and output. */
import { PassThrough } from 'node:stream';
import { afterEach } from 'vitest';
import type { Dispatch } from './dispatch.ts';
import { serveOverStdio, type StdioConnection } from './stdio.ts';

export interface Conversation {
  /** Sends one message and waits for the next line. */
  ask(message: unknown): Promise<any>;
  send(line: string | Buffer): void;
  next(): Promise<any>;
  connection: StdioConnection;
  input: PassThrough;
}

const open: StdioConnection[] = [];

/** Each connection of a test is closed at its end. */
export function closeAtEnd(): void {
  afterEach(async () => {
    for (const connection of open.splice(0)) await connection.close();
  });
}

export function converse(dispatch: Dispatch = echo): Conversation {
  const input = new PassThrough();
  const waiting: ((value: any) => void)[] = [];
  const lines: any[] = [];
  const connection = serveOverStdio({
    version: '1.2.3',
    env: {},
    listed: () =>
      Promise.resolve([
        {
          name: 'memory_checkout',
          title: 'Memory checkout',
          description: 'The front door.',
          inputSchema: { type: 'object', properties: {}, additionalProperties: false },
          annotations: {
            readOnlyHint: true,
            destructiveHint: false,
            idempotentHint: true,
            openWorldHint: false,
          },
          _meta: { 'anthropic/alwaysLoad': true },
        },
      ]),
    dispatch,
    resources: {
      list: () => Promise.resolve([]),
      read: () => Promise.reject(new Error('none')),
    },
    input,
    output: {
      write: (line) => {
        const message: unknown = JSON.parse(line);
        const taker = waiting.shift();
        if (taker === undefined) lines.push(message);
        else taker(message);
        return Promise.resolve();
      },
    },
  });
  open.push(connection);
  const next = () =>
    lines.length > 0
      ? Promise.resolve(lines.shift())
      : new Promise<any>((resolve) => {
          waiting.push(resolve);
        });
  const send = (line: string | Buffer) => void input.write(line);
  return {
    connection,
    input,
    next,
    send,
    ask(message) {
      send(`${JSON.stringify(message)}\n`);
      return next();
    },
  };
}

export function echo(name: string, args: Record<string, unknown>, caller: unknown) {
  const isError = name === 'fails';
  return Promise.resolve({ text: JSON.stringify({ name, args, caller }), isError });
}

export const modern = (name = 'claude-code') => ({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name, version: '2.1.329' },
});

export const initialize = (protocolVersion: string, name = 'claude-code') => ({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name, version: '1' } },
});

export const rpc = (id: number, method: string, params?: unknown) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
