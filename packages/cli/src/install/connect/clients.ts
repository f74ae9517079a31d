/** How a client is connected: hooks in its settings, our server in its file of servers. */
import { connectable, type Connectable } from '@hookloom/hooks/clients';
import { serverPart } from '../server-part.ts';
import { planCodex, USER_TRUST_STEP, userParts } from './codex.ts';
import { fallbackParts } from './fallback-part.ts';
import { hooksOf } from './hooks-of.ts';
import { codexTools, permissionParts } from './permission-part.ts';
import { serverPartRequest, type ClientPlan, type ConnectRequest, type Step } from './request.ts';

export type { Connectable };

export function planClient(client: Connectable, request: ConnectRequest): ClientPlan {
  const { install, paths } = connectable(client);
  if (request.user) return planUser(client, request);
  if (client === 'codex') return planCodex(request);
  const parts = [];
  if (request.hooks) {
    const file = request.hookOutput ?? paths.hookFiles(request.place)[0]!;
    parts.push(hooksOf(request, client, file), ...fallbackParts(request, client));
  }
  if (request.mcp) parts.push(serverPart(client, serverPartRequest(request)));
  parts.push(...permissionParts(request, client));
  return { client, parts, steps: stepsOf(install.step, request) };
}

/** All entries go into the user's own files. */
function planUser(client: Connectable, request: ConnectRequest): ClientPlan {
  const { install, paths } = connectable(client);
  if (install.hasFallback !== true)
    return {
      client,
      parts: [],
      steps: [
        {
          text: `${paths.label} is connected for each project: hookloom init --project --hook-client ${client}`,
        },
      ],
    };
  const parts = client === 'codex' ? userParts(request) : fallbackParts(request, client);
  const hasServers = paths.mcpFiles(request.place).some(({ scope }) => scope === 'user');
  if (request.mcp && hasServers)
    parts.push(
      serverPart(client, {
        ...serverPartRequest(request),
        scope: 'user',
        beside: client === 'codex' ? codexTools(request) : {},
      }),
    );
  parts.push(...permissionParts(request, client));
  const isTrusted = client !== 'codex' || parts.some(({ part }) => part === 'user-trust');
  return { client, parts, steps: isTrusted ? [] : [USER_TRUST_STEP] };
}

function stepsOf(
  step: ReturnType<typeof connectable>['install']['step'],
  request: ConnectRequest,
): Step[] {
  const isDue = step !== undefined && (step.after === 'any' || request[step.after]);
  return isDue ? [{ text: step.text, isOnce: true }] : [];
}
