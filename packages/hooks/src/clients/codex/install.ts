/** What is written for Codex: groups of our own in a `hooks.json` (hooks.md §B.1, trap 35; clients.md §3.1). Pure. */

/** Below the project's directory; read where Codex trusts the project. */
export const CODEX_PROJECT_FILE = '.codex/hooks.json';
/** Below the user's `CODEX_HOME`, by default `~/.codex`. */
export const CODEX_USER_FILE = 'hooks.json';

/** Without those that come with every model request and take no answer: see `CodexInstallOptions`. */
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
export const CODEX_MODEL_EVENTS = ['PreModelRequest', 'PostModelRequest'] as const;

/** Codex ends these hooks after so many seconds, whatever is asked for, and warns of more. */
const LIMITS: Record<string, number> = { SessionEnd: 3, Interrupt: 3 };

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
  /**
   * Seconds; must cover the user's own handlers, which run within ours: Codex makes the call when it is over. Ours alone
   * never takes that long.
   */
  timeout?: number;
  /** Also the events of every single model request. */
  modelEvents?: boolean;
}

/**
 * The hook groups by event: one handler of the type that Codex knows in a group of its own, because an unknown type
 * would cost the whole file.
 *
 * @example codexHookGroups({ command: "'/usr/bin/node' '/opt/hook.cjs' hook codex" })[0]
 * // → ['SessionStart', { hooks: [{ type: 'command', command: …, timeout: 600 }] }]
 */
export function codexHookGroups({
  command,
  windows,
  timeout = 600,
  modelEvents = false,
}: CodexInstallOptions): [event: string, group: CodexGroup][] {
  const events = [...CODEX_INSTALL_EVENTS, ...(modelEvents ? CODEX_MODEL_EVENTS : [])];
  return events.map((event) => {
    const handler: CodexHandler = {
      type: 'command',
      command,
      ...(windows === undefined ? {} : { commandWindows: windows }),
      timeout: Math.min(Math.max(1, Math.ceil(timeout)), LIMITS[event] ?? Infinity),
    };
    return [event, { hooks: [handler] }];
  });
}

/** True for a handler's command that this product installed. */
export function isOurCodexCommand(command: unknown): boolean {
  return (
    typeof command === 'string' &&
    /(^|[\s/\\'"])(hook\.cjs|hookloom(\.cjs)?|zaxy)['"]?\s+hook\s+codex(\s|$)/.test(
      command.slice(0, 2_000),
    )
  );
}
