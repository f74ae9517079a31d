/** GitHub Copilot CLI: a hooks file of our own, and the server in the `.mcp.json` that it shares with Claude Code. */
import { HOOK_CLIENT_FILES } from '../hook-clients.ts';
import { serverPart } from '../server-part.ts';
import { fallbackParts } from './fallback-part.ts';
import { hooksOf } from './hooks-of.ts';
import { serverPartRequest, type ClientPlan, type ConnectRequest } from './request.ts';

export function planCopilot(request: ConnectRequest): ClientPlan {
  const { place } = request;
  const file = request.hookOutput ?? HOOK_CLIENT_FILES.copilot.file(place.root);
  const parts = [];
  if (request.hooks)
    parts.push(hooksOf(request, 'copilot', file), ...fallbackParts(request, 'copilot'));
  if (request.mcp) parts.push(serverPart('copilot', serverPartRequest(request)));
  const steps = [
    {
      text: 'When Copilot CLI asks whether you trust this folder, say yes. Until then it runs no hooks and starts no servers from it.',
      isOnce: true,
    },
  ];
  return { client: 'copilot', parts, steps };
}
