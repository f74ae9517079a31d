/** Our entries for Codex: separate groups in a `hooks.json`. Pure. */
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

export interface CodexHandler {
  type: 'command';
  command: string;
  commandWindows?: string;
  /** Whole seconds. */
  timeout: number;
}

export interface CodexGroup {
  hooks: CodexHandler[];
}

export interface CodexInstallOptions {
  /** `… hook codex`, quoted for a POSIX shell. */
  command: string;
  /** The same for `cmd`. */
  windows?: string;
  /** Native names; by default what the recorder needs. */
  events?: readonly string[];
}

/**
 * The hook groups by event: one handler of the type that Codex knows in its own group, because an unknown type would
 * invalidate the complete file.
 *
 * @example codexHookGroups({ command: "'/usr/bin/node' '/opt/hook.cjs' hook codex" })[0]
 * // → ['SessionStart', { hooks: [{ type: 'command', command: …, timeout: 600 }] }]
 */
export function codexHookGroups({
  command,
  windows,
  events = CODEX_INSTALL_EVENTS,
}: CodexInstallOptions): [event: string, group: CodexGroup][] {
  return events.map((event) => {
    const handler: CodexHandler = {
      type: 'command',
      command,
      ...(windows === undefined ? {} : { commandWindows: windows }),
      timeout: hookSeconds(CODEX_SECONDS, event),
    };
    return [event, { hooks: [handler] }];
  });
}
