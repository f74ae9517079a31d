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

export interface CopilotHook {
  type: 'command';
  bash: string;
  powershell?: string;
  timeoutSec: number;
}

export interface CopilotCommands {
  /** `… hook copilot`, quoted for a POSIX shell. */
  bash: string;
  /** The same for PowerShell. */
  powershell?: string;
}

/**
 * The complete file. The command names its event, because camelCase payloads do not.
 *
 * @example copilotHooksFile({ bash: "'/opt/hook.cjs' hook copilot" })
 * // → { version: 1, hooks: { preToolUse: [{ type: 'command', bash: "'/opt/hook.cjs' hook copilot preToolUse", … }], …
 * } }
 */
export function copilotHooksFile(
  { bash, powershell }: CopilotCommands,
  events: readonly string[] = COPILOT_INSTALL_EVENTS,
): JsonObject {
  const hooks = events.map((event): [string, JsonObject[]] => {
    const hook: CopilotHook = {
      type: 'command',
      bash: `${bash} ${event}`,
      ...(powershell === undefined ? {} : { powershell: `${powershell} ${event}` }),
      timeoutSec: hookSeconds({}, event),
    };
    return [event, [{ ...hook }]];
  });
  return { version: 1, hooks: Object.fromEntries(hooks) };
}

/** Our entries for these events, and the version that the file needs. */
export function copilotSettings(
  { node: bash }: HookCommands,
  events: readonly string[],
): ClientSettings {
  const { hooks } = copilotHooksFile({ bash }, events);
  const lists = Object.entries(hooks as Record<string, JsonObject[]>);
  return { entries: lists.map(([event, [entry]]) => [event, entry!]), beside: { version: 1 } };
}
