/** What Qwen Code sent, as events of the log: the client's part of the hook path. */
import type { HookContext, ObservedHook } from '@hookloom/core/hook/observed-event';
import type { JsonObject } from '@hookloom/core/json';
import { deliveryContext } from '../../observe/delivery-context.ts';
import { observe } from '../../observe/observe.ts';
import { parseQwenEvent } from './parse-event.ts';
import { withoutFrame } from './shell-output.ts';

/** Pure; never throws for any JSON object. */
export function observeQwen(payload: JsonObject, context: HookContext): ObservedHook {
  return observe(withoutFrame(parseQwenEvent(payload, deliveryContext(context))), context);
}
