/** What GitHub Copilot CLI sent, as events of the log: the client's part of the hook path. */
import type { HookContext, ObservedHook } from '@hookloom/core/hook/observed-event';
import type { JsonObject } from '@hookloom/core/json';
import { deliveryContext } from '../../observe/delivery-context.ts';
import { observe } from '../../observe/observe.ts';
import { parseCopilotEvent } from './parse-event.ts';

/** Pure; never throws for any JSON object. */
export function observeCopilot(payload: JsonObject, context: HookContext): ObservedHook {
  return observe(parseCopilotEvent(payload, deliveryContext(context)), context);
}
