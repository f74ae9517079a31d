/** Claude Code: hooks in this machine's own settings, the server in the project's `.mcp.json`. */
import { claudeSettingsFile } from '../claude-code.ts';
import { serverPart } from '../server-part.ts';
import { fallbackParts } from './fallback-part.ts';
import { hooksOf } from './hooks-of.ts';
import { serverPartRequest, type ClientPlan, type ConnectRequest } from './request.ts';

export function planClaudeCode(request: ConnectRequest): ClientPlan {
  const { place } = request;
  const parts = [];
  if (request.hooks)
    parts.push(
      hooksOf(request, 'claude-code', request.hookOutput ?? claudeSettingsFile(place.root)),
      ...fallbackParts(request, 'claude-code'),
    );
  if (request.mcp) parts.push(serverPart('claude-code', serverPartRequest(request)));
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
