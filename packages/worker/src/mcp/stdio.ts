import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Readable } from 'node:stream';
import type { MessageSink } from './claim-stdout.ts';
import type { RequestId } from './request-id.ts';
import { createMcpServer, type ServerOptions } from './server.ts';
import { createStdioTransport } from './stdio-transport.ts';

export interface StdioOptions extends ServerOptions {
  input: Readable;
  output: MessageSink;
  /** Same as in `StdioTransportOptions`. */
  answered?: RequestId | null;
}

export type StdioConnection = ReturnType<typeof serveOverStdio>;

/** Serves both protocol eras over one pair of streams. The first message decides which. */
export function serveOverStdio(options: StdioOptions) {
  const transport = createStdioTransport(options);
  let resolveClosed: () => void;
  /** Resolves when the client has disconnected or `close` was called. */
  const closed = new Promise<void>((resolve) => {
    resolveClosed = resolve;
  });
  const handle = serveStdio(() => createMcpServer(options), { transport });
  const onclose = transport.onclose;
  transport.onclose = () => {
    onclose?.();
    resolveClosed();
  };
  return { closed, close: (): Promise<void> => handle.close() };
}
