/** How each client is configured for an MCP server: its file and its fields. */
import type { JsonObject } from '@hookloom/core/json';
import { PLACES, type McpFile, type Place } from '@hookloom/hooks/found/places';
import {
  SESSION_HEADER,
  STARTUP_SECONDS,
  TOKEN_VARIABLE,
  type McpServer,
  type RemoteServer,
  type StdioServer,
} from './entry.ts';

export const MCP_CLIENTS = [
  'claude-desktop',
  'claude-code',
  'cursor',
  'vscode',
  'codex',
  'gemini',
  'copilot',
  'hermes',
] as const;
export type McpClient = (typeof MCP_CLIENTS)[number];

/** The client's entry for our server. */
export function serverEntry(client: McpClient, server: McpServer): JsonObject {
  return server.transport === 'stdio' ? started(client, server) : remote(client, server);
}

/** The file that the client reads servers from; user or project if it has both and `scope` names one. */
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
  switch (client) {
    case 'vscode':
      return { type: 'stdio', ...program, ...variables, startup_timeout_sec: STARTUP_SECONDS };
    case 'gemini':
      // Milliseconds. `trust` is for the user to set: with it, Gemini CLI asks about no call of a tool.
      return { ...program, ...variables, timeout: STARTUP_SECONDS * 1000 };
    case 'hermes':
      return { ...program, ...variables, connect_timeout: STARTUP_SECONDS };
    default:
      return { ...program, ...variables, startup_timeout_sec: STARTUP_SECONDS };
  }
}

/** The bearer token is named, never written: each client has its own syntax for "from the environment". */
function remote(client: McpClient, { transport, url, session }: RemoteServer): JsonObject {
  const header = { [SESSION_HEADER]: session };
  const bearing = (variable: string): JsonObject => ({
    ...header,
    Authorization: `Bearer ${variable}`,
  });
  switch (client) {
    case 'claude-desktop':
      return { type: transport, url, headers: header };
    case 'claude-code':
    case 'copilot':
      return { type: transport, url, headers: bearing(`\${${TOKEN_VARIABLE}}`) };
    case 'cursor':
      return { url, headers: bearing(`\${env:${TOKEN_VARIABLE}}`) };
    case 'vscode':
      return { type: transport, url, headers: bearing(`\${env:${TOKEN_VARIABLE}}`) };
    case 'gemini':
      return {
        [transport === 'http' ? 'httpUrl' : 'url']: url,
        headers: bearing(`$${TOKEN_VARIABLE}`),
      };
    case 'codex':
      return { url, bearer_token_env_var: TOKEN_VARIABLE, http_headers: header };
    case 'hermes':
      return { url, headers: bearing(`\${${TOKEN_VARIABLE}}`), connect_timeout: STARTUP_SECONDS };
  }
}
