/** Our MCP server as a part of a client's file, in whatever format the file is. */
import type { Workspace } from '@hookloom/core';
import type { McpFile, Place } from '@hookloom/hooks/found/places';
import { serverEntry, serverFile, type McpClient } from './mcp-servers/clients.ts';
import { SERVER_NAME } from './mcp-servers/entry.ts';
import { isEntry, serverIn } from './mcp-servers/format.ts';
import { FORMATS } from './mcp-servers/formats.ts';
import { ourServer, type OurServer } from './mcp-servers/our-server.ts';
import { assertMeans } from './mcp-servers/plan-server.ts';
import type { PartRequest } from './plan-parts.ts';

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
  const format = FORMATS[target.format];
  const file = output ?? target.file;
  const server = ourServer({ workspace, program, scope: target.scope, startedIn: 'workspace' });
  const entry = serverEntry(client, server);
  return {
    path: file,
    part: 'mcp',
    client,
    purpose: 'give the agent its memory (MCP)',
    keys: [`${key}.${SERVER_NAME}`],
    holds(text) {
      const found = serverIn(format.read(text, file), key);
      if (found === undefined) return 'nothing';
      return isEntry(found, entry) ? 'wanted' : 'other';
    },
    add(before) {
      const added = format.add(before ?? '', file, key, entry);
      assertMeans({ client, file, format: target.format, key, entry }, before ?? '', added.text);
      return { after: added.text, splices: [added.splice] };
    },
  };
}
