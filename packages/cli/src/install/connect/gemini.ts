/** Gemini CLI: hooks and server in one file of the project. */
import { projectEnv } from '../mcp-entry.ts';
import { mcpPart } from '../mcp-part.ts';
import { HOOK_CLIENT_FILES } from '../hook-clients.ts';
import { hooksOf } from './hooks-of.ts';
import type { ClientPlan, ConnectRequest } from './request.ts';

export function planGemini(request: ConnectRequest): ClientPlan {
  const { place, workspace, server } = request;
  const file = HOOK_CLIENT_FILES.gemini.file(place.root);
  const parts = [];
  if (request.hooks) parts.push(hooksOf(request, 'gemini', request.hookOutput ?? file));
  if (request.mcp)
    parts.push(
      mcpPart(
        { path: request.mcpOutput ?? file, client: 'gemini', key: 'mcpServers' },
        { ...server, env: projectEnv(workspace) },
      ),
    );
  const steps = request.hooks
    ? [
        {
          text: 'Where Gemini CLI asks whether you trust this folder, say yes: its hooks run only then.',
          isOnce: true,
        },
      ]
    : [];
  return { client: 'gemini', parts, steps };
}
