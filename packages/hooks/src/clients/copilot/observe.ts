/** What GitHub Copilot CLI sent, as events of the log: the client's part of the hook path. */
import type { HookContext, ObservedHook } from '@hookloom/core/hook/observed-event';
import { contentDigest } from '@hookloom/core/hook/delivery-key';
import type { JsonObject } from '@hookloom/core/json';
import { deliveryContext } from '../../observe/delivery-context.ts';
import { observe } from '../../observe/observe.ts';
import { markContinued } from '../../observe/continued-prompt.ts';
import { deliveryIdentity } from '../../once/delivery-identity.ts';
import { camelName } from './events.ts';
import { withLastMessage } from './last-message.ts';
import { parseCopilotEvent } from './parse-event.ts';
import { withoutStatusLine } from './shell-output.ts';

/** Never throws for any JSON object. */
export function observeCopilot(payload: JsonObject, context: HookContext): ObservedHook {
  const parsed = parseCopilotEvent(payload, deliveryContext(context));
  const event = parsed.event_type === 'stop' ? withLastMessage(parsed) : parsed;
  // Claude Code's settings bring the same event in another spelling.
  const named = { ...event, native_event: camelName(event.native_event) };
  const digest = (): string => contentDigest(deliveryIdentity(event));
  return observe(withoutStatusLine(markContinued(named, context.root)), { ...context, digest });
}
