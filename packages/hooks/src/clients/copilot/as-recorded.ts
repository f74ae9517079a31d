/** GitHub Copilot CLI's payloads as they are recorded: the client's part of the hook path. */
import { contentDigest, type HookContext, type HookEvent } from '@hookloom/core/hook';
import { sha256Hex, type JsonValue } from '@hookloom/core';
import { markContinued } from '../continued-prompt.ts';
import { camelName } from './events.ts';
import { withLastMessage } from './last-message.ts';
import { withoutStatusLine } from './shell-output.ts';

export function asCopilotRecorded(sent: HookEvent, context: HookContext): [HookEvent, HookContext] {
  const event = sent.event_type === 'stop' ? withLastMessage(sent) : sent;
  // Claude Code's settings deliver the same event in another spelling.
  const named = { ...event, native_event: camelName(event.native_event) };
  const isTimed = event.data['timestamp'] !== undefined;
  const digest = isTimed ? () => contentDigest(momentOfCopilot(event)) : context.digest;
  return [withoutStatusLine(markContinued(named, context.root)), { ...context, digest }];
}

/**
 * Copilot sends no call id. It calls its own hooks file and Claude Code's settings in the same millisecond, in two
 * spellings.
 */
export function momentOfCopilot(event: HookEvent): string {
  const { native_event: native, timestamp, agent_id: agent, tool, prompt } = event;
  const input: JsonValue = tool === null ? null : tool.input;
  const about = sha256Hex(JSON.stringify([tool?.name ?? null, input, prompt]));
  return [camelName(native), timestamp, agent ?? '', about].join('\n');
}
