/** The entry for an MCP server, before it is written in a client's format. */

/** The possible names of our server: the usual one, and that of `--compat zaxy`, which earlier versions wrote. */
export const SERVER_NAME = 'hookloom';
export const COMPAT_NAME = 'zaxy';

/** The option of `serve` with which it ignores folders that were not connected. */
export const ONLY_CONNECTED = '--only-connected';

/** Seconds that a client waits for the first answer: a first start may open or rebuild local indexes. */
export const STARTUP_SECONDS = 90;

/** The variable with a remote server's bearer token, on both sides. Its value is never written. */
export const TOKEN_VARIABLE = 'MCP_REMOTE_AUTH_TOKEN';

export const SESSION_HEADER = 'x-zaxy-session-id';

/** A process that the client starts and talks to over standard input and output. */
export interface StdioServer {
  transport: 'stdio';
  command: string;
  args: readonly string[];
  /** The workspace it serves; empty in settings that serve all workspaces of a user. */
  env: Readonly<Record<string, string>>;
}

/** A server that runs already. */
export interface RemoteServer {
  transport: 'sse' | 'http';
  url: string;
  session: string;
}

export type McpServer = StdioServer | RemoteServer;
