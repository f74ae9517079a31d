/** GitHub Copilot CLI's payloads as they are recorded: the client's part of the hook path. */
import { contentDigest, type HookContext, type HookEvent } from '@hookloom/core/hook';
import { markContinued } from '../continued-prompt.ts';
import { deliveryIdentity } from '../delivery-identity.ts';
import { camelName } from './events.ts';
import { withLastMessage } from './last-message.ts';
import { withoutStatusLine } from './shell-output.ts';

export function asCopilotRecorded(sent: HookEvent, context: HookContext): [HookEvent, HookContext] {
  const event = sent.event_type === 'stop' ? withLastMessage(sent) : sent;
  // Claude Code's settings deliver the same event in another spelling.
  const named = { ...event, native_event: camelName(event.native_event) };
  const isTimed = event.data['timestamp'] !== undefined;
  const digest = isTimed ? () => contentDigest(deliveryIdentity(event)) : context.digest;
  return [withoutStatusLine(markContinued(named, context.root)), { ...context, digest }];
}
