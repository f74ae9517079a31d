/** Runs the hook engine behind `codex app-server`. */
import { CodexAppServerClient, type CodexAppServerOptions } from './client.ts';
import { connectStdio, type StdioOptions } from './transport-stdio.ts';
import { connectWebSocket, type WebSocketOptions } from './transport-websocket.ts';

export { attachEngine } from './attach.ts';
export { CodexAppServerClient } from './client.ts';
export { codexAttached } from './engine-client.ts';

type ClientOptions = Omit<CodexAppServerOptions, 'connect'>;

/**
 * A client for an app-server that listens (`url`), or for one that it starts itself.
 *
 * @example
 * const client = codexAppServer({ argv: ['codex', 'app-server'], cwd: '/home/dev/project' });
 */
export function codexAppServer(
  options: ClientOptions & (StdioOptions | WebSocketOptions),
): CodexAppServerClient {
  const connect = () => ('url' in options ? connectWebSocket(options) : connectStdio(options));
  return new CodexAppServerClient({ ...options, connect });
}
