/** How each client configures an MCP server: its file and its fields. */
import type { JsonObject } from '@hookloom/core';
import {
  connectable,
  isConnectable,
  PLACES,
  PROGRAMS,
  type McpFile,
  type Place,
  type Program,
} from '@hookloom/hooks/clients';
import {
  SESSION_HEADER,
  STARTUP_SECONDS,
  TOKEN_VARIABLE,
  type McpServer,
  type RemoteServer,
  type StdioServer,
} from './entry.ts';

export const MCP_CLIENTS = PROGRAMS;
export type McpClient = Program;

/** The client's entry for our server. */
export function serverEntry(client: McpClient, server: McpServer): JsonObject {
  return server.transport === 'stdio' ? started(client, server) : remote(client, server);
}

/** The file in which the client configures servers. `scope` selects one if the client has two. */
export function serverFile(
  client: McpClient,
  place: Place,
  scope?: McpFile['scope'],
): McpFile & { key: readonly [string] } {
  const files = PLACES[client].mcpFiles(place);
  const file = files.find((one) => scope === undefined || one.scope === scope) ?? files[0]!;
  return { ...file, key: [file.key[0]!] };
}

function started(client: McpClient, { command, args, env }: StdioServer): JsonObject {
  const program = { command, args: [...args] };
  const variables = Object.keys(env).length === 0 ? {} : { env: { ...env } };
  const entry = { ...program, ...variables };
  if (client === 'vscode') return { type: 'stdio', ...entry, startup_timeout_sec: STARTUP_SECONDS };
  if (client === 'hermes') return { ...entry, connect_timeout: STARTUP_SECONDS };
  const { field = 'startup_timeout_sec', perSecond = 1 } =
    (isConnectable(client) ? connectable(client).server.startup : undefined) ?? {};
  return { ...entry, [field]: STARTUP_SECONDS * perSecond };
}

/**
 * The entry contains the name of the variable with the bearer token, never its value. Each client has its own syntax
 * for that.
 */
function remote(client: McpClient, { transport, url, session }: RemoteServer): JsonObject {
  const headers = { [SESSION_HEADER]: session };
  if (isConnectable(client))
    return connectable(client).server.remote({
      transport,
      url,
      headers,
      tokenVariable: TOKEN_VARIABLE,
    });
  const bearing = (variable: string): JsonObject => ({
    ...headers,
    Authorization: `Bearer ${variable}`,
  });
  switch (client) {
    case 'claude-desktop':
      return { type: transport, url, headers };
    case 'vscode':
      return { type: transport, url, headers: bearing(`\${env:${TOKEN_VARIABLE}}`) };
    case 'hermes':
      return { url, headers: bearing(`\${${TOKEN_VARIABLE}}`), connect_timeout: STARTUP_SECONDS };
  }
}
