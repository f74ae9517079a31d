/** Cursor: hooks and server in two files of the project. */
import path from 'node:path';
import { HOOK_CLIENT_FILES } from '../hook-clients.ts';
import { projectEnv } from '../mcp-entry.ts';
import { mcpPart } from '../mcp-part.ts';
import { hooksOf } from './hooks-of.ts';
import type { ClientPlan, ConnectRequest } from './request.ts';

export function planCursor(request: ConnectRequest): ClientPlan {
  const { place, workspace, server } = request;
  const parts = [];
  if (request.hooks)
    parts.push(
      hooksOf(request, 'cursor', request.hookOutput ?? HOOK_CLIENT_FILES.cursor.file(place.root)),
    );
  if (request.mcp)
    parts.push(
      mcpPart(
        {
          path: request.mcpOutput ?? path.join(place.root, '.cursor', 'mcp.json'),
          client: 'cursor',
          key: 'mcpServers',
        },
        { ...server, env: projectEnv(workspace), startup_timeout_sec: 90 },
      ),
    );
  return { client: 'cursor', parts, steps: [] };
}
