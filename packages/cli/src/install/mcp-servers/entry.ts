/** The usual name of our server, and that of `--compat zaxy`. */
export const SERVER_NAME = 'hookloom';
export const COMPAT_NAME = 'zaxy';

/** The option of `serve` that ignores folders that are not connected. */
export const ONLY_CONNECTED = '--only-connected';

/** How many seconds a client waits for the first answer: the first start may open or rebuild local indexes. */
export const STARTUP_SECONDS = 90;

/** The variable with a remote server's bearer token, for client and server. Its value is never written. */
export const TOKEN_VARIABLE = 'MCP_REMOTE_AUTH_TOKEN';

export const SESSION_HEADER = 'x-zaxy-session-id';

/** A process that the client starts and talks to over standard input and output. */
export interface StdioServer {
  transport: 'stdio';
  command: string;
  args: readonly string[];
  /** The workspace it serves. Empty in settings that serve all workspaces of a user. */
  env: Readonly<Record<string, string>>;
}

/** A server that is already running. */
export interface RemoteServer {
  transport: 'sse' | 'http';
  url: string;
  session: string;
  /** Its value is sent if the server needs a token, also to this machine: the port may lead to another one. */
  tokenVariable: string;
}

export type McpServer = StdioServer | RemoteServer;
