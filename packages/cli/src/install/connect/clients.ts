/** How a client is connected: hooks in its settings, the server in its file of servers. */
import { connectable, type Connectable } from '@hookloom/hooks/clients/index';
import { serverPart } from '../server-part.ts';
import { planCodex } from './codex.ts';
import { fallbackParts } from './fallback-part.ts';
import { hooksOf } from './hooks-of.ts';
import { serverPartRequest, type ClientPlan, type ConnectRequest, type Step } from './request.ts';

export type { Connectable };

export function planClient(client: Connectable, request: ConnectRequest): ClientPlan {
  if (client === 'codex') return planCodex(request);
  const { install, paths } = connectable(client);
  const parts = [];
  if (request.hooks) {
    const file = request.hookOutput ?? paths.hookFiles(request.place)[0]!;
    parts.push(hooksOf(request, client, file), ...fallbackParts(request, client));
  }
  if (request.mcp) parts.push(serverPart(client, serverPartRequest(request)));
  return { client, parts, steps: stepsOf(install.step, request) };
}

function stepsOf(
  step: ReturnType<typeof connectable>['install']['step'],
  request: ConnectRequest,
): Step[] {
  const isDue = step !== undefined && (step.after === 'any' || request[step.after]);
  return isDue ? [{ text: step.text, isOnce: true }] : [];
}
