/** Our entries in Qwen Code's settings: one group per event. Pure. */
import type { ClientSettings, HookCommands } from '../client.ts';
import { hookSeconds } from '../hook-seconds.ts';

/** The events that the recorder needs. */
export const QWEN_INSTALL_EVENTS = [
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

export const QWEN_SECONDS = { SessionEnd: 5 };

/** The groups by event. Timeouts are in seconds. */
export function qwenSettings({ node }: HookCommands, events: readonly string[]): ClientSettings {
  const entry = (event: string): object => ({
    hooks: [{ type: 'command', command: node, timeout: hookSeconds(QWEN_SECONDS, event) }],
  });
  return { entries: events.map((event) => [event, entry(event)]) };
}
