/** What a handler may return, one function for each. */
import type { HookResponse } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';

/**
 * Refuses the call, the prompt or the permission. When the agent is about to stop, it sends the agent back to work instead.
 *
 * @param reason What the model reads: say what to do instead.
 * @example deny('Remove single files instead.')
 */
export function deny(reason: string): HookResponse {
  return { decision: 'deny', reason };
}

/**
 * Leaves the decision to a person. A client that cannot ask refuses; see `RunOptions.askFallback`.
 *
 * @example ask('This pushes to main.')
 */
export function ask(reason?: string): HookResponse {
  return { decision: 'ask', ...(reason !== undefined && { reason }) };
}

/**
 * Approves the call, so that the client does not ask. To say nothing, return `none()`: that leaves the client's own rules
 * in force.
 *
 * @example allow('A read-only command.')
 */
export function allow(reason?: string): HookResponse {
  return { decision: 'allow', ...(reason !== undefined && { reason }) };
}

/** No opinion. Returning nothing means the same. It never approves anything. */
export function none(): HookResponse {
  return { decision: 'none' };
}

/**
 * Gives the model a text to read. It decides nothing.
 *
 * @example addContext('This project uses pnpm.')
 */
export function addContext(context: string): HookResponse {
  return { decision: 'none', context };
}

/**
 * Replaces the input of a tool call. It approves nothing: the client's own rules apply to the new input.
 *
 * @param input The whole new input, with the keys of `event.tool.input`.
 * @example rewrite({ ...event.tool.input, command: 'npm test -- --run' })
 */
export function rewrite(input: JsonObject): HookResponse {
  return { decision: 'none', modify_args: input };
}

/**
 * Keeps an agent working that is about to stop.
 *
 * @param instruction What to do next.
 * @example continueWith('The tests fail. Fix them first.')
 */
export function continueWith(instruction: string): HookResponse {
  return { decision: 'none', continue_with: instruction };
}
