/** Claude Code: hooks in this machine's own settings, the server in the project's `.mcp.json`. */
import { claudeSettingsFile, mcpFile } from '../claude-code.ts';
import { projectEnv } from '../mcp-entry.ts';
import { mcpPart } from '../mcp-part.ts';
import { hooksOf } from './hooks-of.ts';
import type { ClientPlan, ConnectRequest } from './request.ts';

export function planClaudeCode(request: ConnectRequest): ClientPlan {
  const { place, workspace, server } = request;
  const parts = [];
  if (request.hooks)
    parts.push(
      hooksOf(request, 'claude-code', request.hookOutput ?? claudeSettingsFile(place.root)),
    );
  if (request.mcp)
    parts.push(
      mcpPart(
        {
          path: request.mcpOutput ?? mcpFile(place.root),
          client: 'claude-code',
          key: 'mcpServers',
        },
        { ...server, env: projectEnv(workspace), startup_timeout_sec: 90 },
      ),
    );
  const steps = request.mcp
    ? [
        {
          text: 'Claude Code asks once whether it may start the server `zaxy`: say yes.',
          isOnce: true,
        },
      ]
    : [];
  return { client: 'claude-code', parts, steps };
}
