/** Our entries in Claude Code's settings: one group per event. */
import type { ClientSettings, HookCommands } from '../client.ts';
import { hookSeconds } from '../hook-seconds.ts';

/** The events that the recorder needs. Each costs the session one short process; hook files may need more. */
export const CLAUDE_INSTALL_EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
  'Stop',
  'SessionEnd',
] as const;

/** Claude Code ends with the session, and runs its last hooks in a separate process. */
export const CLAUDE_SECONDS = { SessionEnd: 5 };

/** Events that need no answer and may go through the shell transport. */
const OBSERVED_ONLY = new Set<string>(
  'PreToolUse PostToolUse PostToolUseFailure SubagentStart SubagentStop'.split(' '),
);

/**
 * The hook groups by event.
 *
 * @example claudeSettings({ node: "'/usr/bin/node' '/opt/hook.cjs' hook claude-code" }, ['SessionStart']).entries[0]
 * // → ['SessionStart', { hooks: [{ type: 'command', command: …, timeout: 600 }] }]
 */
export function claudeSettings(
  commands: HookCommands,
  events: readonly string[] = CLAUDE_INSTALL_EVENTS,
): ClientSettings {
  return {
    entries: events.map((event) => {
      const isObserved = OBSERVED_ONLY.has(event) && commands.answers?.includes(event) !== true;
      const command = isObserved ? (commands.sh ?? commands.node) : commands.node;
      const timeout = hookSeconds(CLAUDE_SECONDS, event);
      return [event, { hooks: [{ type: 'command', command, timeout }] }];
    }),
  };
}
