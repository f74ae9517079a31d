/** What is written into Claude Code's settings: one group of our own per event (hooks.md §A.4, trap 35). */

/** The events that are recorded by default. Each costs the session one short process. */
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

/**
 * Seconds. The user's own hooks run within ours, so it is the client's usual limit; ours alone ends within its deadline.
 * At the end of a session hooks are handed to a process of their own.
 */
const TIMEOUT = 600;
const SESSION_END_TIMEOUT = 5;

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
}

/**
 * The hook groups by event.
 *
 * @example claudeHookGroups({ node: "'/usr/bin/node' '/opt/hook.cjs' hook claude-code" })[0]
 * // → ['SessionStart', { hooks: [{ type: 'command', command: …, timeout: 600 }] }]
 */
export function claudeHookGroups(commands: ClaudeHookCommands): [string, ClaudeGroup][] {
  return CLAUDE_INSTALL_EVENTS.map((event) => {
    const command = OBSERVED_ONLY.has(event) ? (commands.sh ?? commands.node) : commands.node;
    const timeout = event === 'SessionEnd' ? SESSION_END_TIMEOUT : TIMEOUT;
    return [event, { hooks: [{ type: 'command', command, timeout }] }];
  });
}

/** True for a handler's command that this product installed; comments and other strings never count. */
export function isOurClaudeCommand(command: unknown): boolean {
  if (typeof command !== 'string') return false;
  return (
    /(hook\.cjs|hookloom(\.cjs)?|zaxy)['"]?\s+hook(-event)?\s/.test(command) ||
    command.startsWith('#!/bin/sh\n# Hookloom: keeps one hook payload ')
  );
}
