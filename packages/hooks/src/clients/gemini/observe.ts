/** What Gemini CLI sent, as events of the log: the client's part of the hook path. */
import type { HookEvent } from '@hookloom/core/hook/hook-event';
import type { HookContext, ObservedHook } from '@hookloom/core/hook/observed-event';
import type { JsonObject } from '@hookloom/core/json';
import { markContinued } from '../../observe/continued-prompt.ts';
import { deliveryContext } from '../../observe/delivery-context.ts';
import { observe } from '../../observe/observe.ts';
import { parseGeminiEvent } from './parse-event.ts';
import { withoutFrame } from './shell-output.ts';

/** Never throws for any JSON object. */
export function observeGemini(payload: JsonObject, context: HookContext): ObservedHook {
  const event = parseGeminiEvent(payload, deliveryContext(context));
  return observe(told(event, context.root), context);
}

/** The event as the log is to have it. */
export function told(event: HookEvent, root: string): HookEvent {
  return withoutFrame(markContinued(event, root));
}
