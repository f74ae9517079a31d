/** Our MCP server as a part of a client's file, whatever the format. */
import type { JsonObject } from '@hookloom/core';
import type { Workspace } from '@hookloom/core/settings';
import type { McpFile, Place } from '@hookloom/hooks/clients';
import { serverEntry, serverFile, type McpClient } from './mcp-servers/clients.ts';
import { ourServer, type OurServer } from './mcp-servers/our-server.ts';
import { ONLY_CONNECTED } from './mcp-servers/entry.ts';
import { serverInFile } from './mcp-servers/server-in-file.ts';
import type { PartRequest } from './part-request.ts';

export interface ServerPartRequest {
  workspace: Workspace;
  place: Place;
  program: OurServer['program'];
  /** Selects the file if the client has one for a project and one for the user. */
  scope?: McpFile['scope'] | undefined;
  /** The absolute path of another file than the client's own. */
  output?: string | undefined;
  name?: string | undefined;
  /** Whether to serve only connected folders. For a file that every project reads. */
  onlyConnected?: boolean;
  /** Additional fields of the client's entry. */
  beside?: JsonObject;
}

export function serverPart(client: McpClient, request: ServerPartRequest): PartRequest {
  const { workspace, place, program, output, name } = request;
  const { onlyConnected = false, beside = {} } = request;
  const target = serverFile(client, place, request.scope);
  const [key] = target.key;
  const file = output ?? target.file;
  const server = ourServer({ workspace, program, scope: target.scope, startedIn: 'workspace' });
  const args = onlyConnected ? [...server.args, ONLY_CONNECTED] : server.args;
  const entry = { ...serverEntry(client, { ...server, args }), ...beside };
  return serverInFile({ client, file, format: target.format, key, name, entry });
}
