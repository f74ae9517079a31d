/** GitHub Copilot CLI: a hooks file of our own in the project. Its servers stand in the user's home, for every project alike. */
import { HOOK_CLIENT_FILES } from '../hook-clients.ts';
import { shellWords } from '../shell-quote.ts';
import { hooksOf } from './hooks-of.ts';
import type { ClientPlan, ConnectRequest } from './request.ts';

export function planCopilot(request: ConnectRequest): ClientPlan {
  const file = request.hookOutput ?? HOOK_CLIENT_FILES.copilot.file(request.place.root);
  return {
    client: 'copilot',
    parts: request.hooks ? [hooksOf(request, 'copilot', file)] : [],
    steps: request.mcp
      ? [
          {
            text: 'Copilot keeps MCP servers in your home folder. There, `/mcp add` one named zaxy that runs:',
            command: shellWords([request.program.command, ...request.program.args]),
          },
        ]
      : [],
  };
}
