/** What is written into Gemini CLI's `settings.json`: groups of our own, by a name that can be switched off (hooks.md §C). Pure. */

/** Below the project's directory, and below the user's home. */
export const GEMINI_SETTINGS_FILE = '.gemini/settings.json';

/** `hooksConfig.disabled: ["hookloom"]` turns ours off. */
export const GEMINI_HOOK_NAME = 'hookloom';

/** Without those that come with every model request, or with every piece of an answer: see `GeminiInstallOptions`. */
export const GEMINI_INSTALL_EVENTS = [
  'SessionStart',
  'BeforeAgent',
  'BeforeTool',
  'AfterTool',
  'Notification',
  'AfterAgent',
  'SessionEnd',
] as const;
/** One process each: over 100 ms for every request to the model (clients.md §7). */
export const GEMINI_MODEL_EVENTS = [
  'PreCompress',
  'BeforeModel',
  'BeforeToolSelection',
  'AfterModel',
] as const;

/** How long the end of a session is waited for, in milliseconds. */
const SESSION_END_MS = 5_000;

export interface GeminiHandler {
  type: 'command';
  name: typeof GEMINI_HOOK_NAME;
  command: string;
  /** Milliseconds. */
  timeout: number;
}

export interface GeminiGroup {
  hooks: GeminiHandler[];
}

export interface GeminiInstallOptions {
  /** `… hook gemini`, quoted for a POSIX shell. */
  command: string;
  /** Milliseconds; must cover the user's own handlers, which run within ours. Ours alone never takes that long. */
  timeoutMs?: number;
  /** Also the events of every single model request. */
  modelEvents?: boolean;
}

/**
 * The hook groups by event. Gemini CLI replaces `$GEMINI_PROJECT_DIR` and four others in the text of a command, so ours
 * should name none of them.
 *
 * @example geminiHookGroups({ command: "'/usr/bin/node' '/opt/hook.cjs' hook gemini" })[0]
 * // → ['SessionStart', { hooks: [{ type: 'command', name: 'hookloom', command: …, timeout: 600000 }] }]
 */
export function geminiHookGroups({
  command,
  timeoutMs = 600_000,
  modelEvents = false,
}: GeminiInstallOptions): [event: string, group: GeminiGroup][] {
  const events = [...GEMINI_INSTALL_EVENTS, ...(modelEvents ? GEMINI_MODEL_EVENTS : [])];
  return events.map((event) => {
    const limit = event === 'SessionEnd' ? SESSION_END_MS : Infinity;
    const timeout = Math.min(Math.max(1_000, Math.ceil(timeoutMs)), limit);
    return [event, { hooks: [{ type: 'command', name: GEMINI_HOOK_NAME, command, timeout }] }];
  });
}

/** True for a handler's command that this product installed. */
export function isOurGeminiCommand(command: unknown): boolean {
  return (
    typeof command === 'string' &&
    /(^|[\s/\\'"])(hook\.cjs|hookloom(\.cjs)?|zaxy)['"]?\s+hook\s+gemini(\s|$)/.test(
      command.slice(0, 2_000),
    )
  );
}
