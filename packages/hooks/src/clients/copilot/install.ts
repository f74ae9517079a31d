/** Our entries for GitHub Copilot CLI: a separate hooks file (version 1). Pure. */
import type { JsonObject } from '@hookloom/core';
import type { ClientSettings, HookCommands } from '../client.ts';
import { hookSeconds } from '../hook-seconds.ts';

/** The events that the recorder needs: userPromptTransformed and preMcpToolCall repeat what others report. */
export const COPILOT_INSTALL_EVENTS = [
  'sessionStart',
  'userPromptSubmitted',
  'preToolUse',
  'postToolUse',
  'postToolUseFailure',
  'permissionRequest',
  'subagentStart',
  'subagentStop',
  'notification',
  'errorOccurred',
  'preCompact',
  'agentStop',
  'sessionEnd',
] as const;

/**
 * Our entries for these events, and the version that the file needs. The command names its event, because camelCase
 * payloads do not.
 */
export function copilotSettings(
  { node }: HookCommands,
  events: readonly string[] = COPILOT_INSTALL_EVENTS,
): ClientSettings {
  const hook = (event: string): JsonObject => ({
    type: 'command',
    bash: `${node} ${event}`,
    timeoutSec: hookSeconds({}, event),
  });
  return { entries: events.map((event) => [event, hook(event)]), beside: { version: 1 } };
}
