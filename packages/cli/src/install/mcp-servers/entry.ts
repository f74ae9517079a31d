/** The MCP server that a client is told about, before it is put into that client's own words. */

/** The name of our server in every client. */
export const SERVER_NAME = 'zaxy';

/** Seconds that a client waits for the first answer: a first start may open or rebuild local indexes (seeds/002). */
export const STARTUP_SECONDS = 90;

/** The variable that a remote server's bearer token is read from, on both sides. Its value is never written. */
export const TOKEN_VARIABLE = 'MCP_REMOTE_AUTH_TOKEN';

export const SESSION_HEADER = 'x-zaxy-session-id';

/** A process that the client starts and speaks with over standard input and output. */
export interface StdioServer {
  transport: 'stdio';
  command: string;
  args: readonly string[];
  /** Which workspace it is about; empty in settings that serve all workspaces of a user. */
  env: Readonly<Record<string, string>>;
}

/** A server that somebody runs already. */
export interface RemoteServer {
  transport: 'sse' | 'http';
  url: string;
  session: string;
}

export type McpServer = StdioServer | RemoteServer;
