/** Our entries for Codex: separate groups in a `hooks.json`. Pure. */
import type { JsonObject } from '@hookloom/core';
import type { ClientSettings, HookCommands } from '../client.ts';
import { hookSeconds } from '../hook-seconds.ts';

/** The events that the recorder needs. Those of every model request are registered when a hook file uses them. */
export const CODEX_INSTALL_EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
  'Stop',
  'Interrupt',
  'SessionEnd',
] as const;

/** Codex ends these after three seconds, whatever is configured, and warns about more. */
export const CODEX_SECONDS = { SessionEnd: 3, Interrupt: 3 };

/**
 * The hook groups by event: one handler of the type that Codex knows in its own group, because an unknown type would
 * invalidate the complete file.
 *
 * @example codexSettings({ node: "'/usr/bin/node' '/opt/hook.cjs' hook codex" }).entries[0]
 * // → ['SessionStart', { hooks: [{ type: 'command', command: …, timeout: 600 }] }]
 */
export function codexSettings(
  { node: command, windows }: HookCommands,
  events: readonly string[] = CODEX_INSTALL_EVENTS,
): ClientSettings {
  const forWindows = windows === undefined ? {} : { commandWindows: windows };
  const group = (event: string): JsonObject => ({
    hooks: [
      { type: 'command', command, ...forWindows, timeout: hookSeconds(CODEX_SECONDS, event) },
    ],
  });
  return { entries: events.map((event) => [event, group(event)]) };
}
