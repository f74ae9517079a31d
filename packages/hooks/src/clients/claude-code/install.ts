/** What is written into Claude Code's settings: one group of our own per event. */
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

/** Events that need no answer and may go through the shell transport. */
const OBSERVED_ONLY = new Set<string>([
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'SubagentStart',
  'SubagentStop',
]);

export interface ClaudeHandler {
  type: 'command';
  command: string;
  /** Seconds. */
  timeout: number;
}

export interface ClaudeGroup {
  hooks: ClaudeHandler[];
}

export interface ClaudeHookCommands {
  /** The command for every event. */
  node: string;
  /** The command for observation-only events, when the shell transport was asked for. */
  sh?: string;
  /** Events with hooks of the user: the shell transport cannot answer them. */
  answers?: readonly string[];
}

/**
 * The hook groups by event.
 *
 * @param events Native names; by default what the recorder needs.
 * @example claudeHookGroups({ node: "'/usr/bin/node' '/opt/hook.cjs' hook claude-code" })[0]
 * // → ['SessionStart', { hooks: [{ type: 'command', command: …, timeout: 600 }] }]
 */
export function claudeHookGroups(
  commands: ClaudeHookCommands,
  events: readonly string[] = CLAUDE_INSTALL_EVENTS,
): [string, ClaudeGroup][] {
  return events.map((event) => {
    const isObserved = OBSERVED_ONLY.has(event) && commands.answers?.includes(event) !== true;
    const command = isObserved ? (commands.sh ?? commands.node) : commands.node;
    const timeout = hookSeconds('claude-code', event);
    return [event, { hooks: [{ type: 'command', command, timeout }] }];
  });
}
