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
  const variables = Object.keys(env).length === 0 ? {} : { env: { ...env } };
  const entry = { command, args: [...args], ...variables };
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
function remote(client: McpClient, server: RemoteServer): JsonObject {
  const { transport, url, tokenVariable } = server;
  const headers = (variable?: (name: string) => string): JsonObject => ({
    [SESSION_HEADER]: server.session,
    ...(variable !== undefined && { Authorization: `Bearer ${variable(tokenVariable)}` }),
  });
  if (isConnectable(client)) {
    const { remote, variable } = connectable(client).server;
    return remote({ transport, url, headers: headers(variable), tokenVariable });
  }
  switch (client) {
    case 'claude-desktop':
      return { type: transport, url, headers: headers() };
    case 'vscode':
      return { type: transport, url, headers: headers((name) => `\${env:${name}}`) };
    case 'hermes':
      return {
        url,
        headers: headers((name) => `\${${name}}`),
        connect_timeout: STARTUP_SECONDS,
      };
  }
}
