/** Our MCP server as a part of a client's file, in whatever format the file is. */
import type { Workspace } from '@hookloom/core';
import type { McpFile, Place } from '@hookloom/hooks/found/places';
import { serverEntry, serverFile, type McpClient } from './mcp-servers/clients.ts';
import { ourServer, type OurServer } from './mcp-servers/our-server.ts';
import { serverInFile } from './mcp-servers/server-in-file.ts';
import type { PartRequest } from './part-request.ts';

export interface ServerPartRequest {
  workspace: Workspace;
  place: Place;
  program: OurServer['program'];
  /** Which of the client's files, where it has one for a project and one for the user. */
  scope?: McpFile['scope'] | undefined;
  /** Another file than the client's own, absolute. */
  output?: string | undefined;
}

export function serverPart(client: McpClient, request: ServerPartRequest): PartRequest {
  const { workspace, place, program, output } = request;
  const target = serverFile(client, place, request.scope);
  const [key] = target.key;
  const file = output ?? target.file;
  const server = ourServer({ workspace, program, scope: target.scope, startedIn: 'workspace' });
  const entry = serverEntry(client, server);
  return serverInFile({ client, file, format: target.format, key, entry });
}
