/** Tests a hook without a client: what each client would do with the answer. */
import type { ClientName, HookEventType, HookResponse, Loss } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import { nativeName, sampleNativeEvent } from '@hookloom/hooks';
import { CLIENTS, CONNECTABLE } from '@hookloom/hooks/clients';
import type { Hook, HookHandlers } from '../hooks/define-hook.ts';
import { respond } from '../hooks/respond.ts';

export interface Trial {
  /** Default: `before_tool`. */
  event?: HookEventType;
  /** The common name of the tool. Default: `Bash`. */
  tool?: string;
  /** The input of the call, such as `{ command: 'ls' }`. */
  input?: JsonObject;
  /** Default: every client that has the event. */
  clients?: readonly ClientName[];
  failClosed?: boolean;
}

export interface TrialResult {
  client: ClientName;
  /** What the client does with the answer, as observed with the real one. */
  taken: HookResponse;
  /** Parts of the answer that this client cannot express. */
  losses: Loss[];
  /** Why the hook failed; null when it did not. */
  failure: string | null;
}

/**
 * Passes a synthetic event to a hook, once for each client in that client's own form.
 *
 * @example
 * for (const { client, taken } of await tryHook(guard, { input: { command: 'rm -rf build' } }))
 *   test(`refuses under ${client}`, () => assert.equal(taken.decision, 'deny'));
 */
export async function tryHook(
  hook: Hook | HookHandlers,
  trial: Trial = {},
): Promise<TrialResult[]> {
  const { event: type = 'before_tool', tool = 'Bash', input = {}, clients = CONNECTABLE } = trial;
  const results: TrialResult[] = [];
  for (const client of clients) {
    const native = nativeName(client, type);
    if (native === null) continue;
    const call = { tool: nativeTool(client, tool), input, response: '' };
    const { data } = sampleNativeEvent(CLIENTS[client], native, call);
    const options = { client, failClosed: trial.failClosed ?? false };
    const answer = await respond(hook, data, options);
    const taken = CLIENTS[client].enforce(answer, answer.event!);
    results.push({ client, taken, losses: answer.losses, failure: answer.failure });
  }
  return results;
}

function nativeTool(client: ClientName, tool: string): string {
  const { sample, toolNames } = CLIENTS[client];
  return toolNames?.[tool] ?? (tool === 'Bash' ? sample.tool : tool);
}
