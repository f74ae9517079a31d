/** Our entries in Gemini CLI's `settings.json`: separate groups, with a name that can be switched off. Pure. */
import { hookSeconds } from '../hook-seconds.ts';

/** `hooksConfig.disabled: ["hookloom"]` turns ours off. */
export const GEMINI_HOOK_NAME = 'hookloom';

/**
 * The events that the recorder needs. Those of every model request cost over 100 ms each time, so they are registered
 * only when a hook file uses them.
 */
export const GEMINI_INSTALL_EVENTS = [
  'SessionStart',
  'BeforeAgent',
  'BeforeTool',
  'AfterTool',
  'Notification',
  'AfterAgent',
  'SessionEnd',
] as const;

/** Gemini CLI ends with the session, and runs its last hooks in a separate process. */
export const GEMINI_SECONDS = { SessionEnd: 5 };

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
  /** Native names; by default what the recorder needs. */
  events?: readonly string[];
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
  events = GEMINI_INSTALL_EVENTS,
}: GeminiInstallOptions): [event: string, group: GeminiGroup][] {
  return events.map((event) => {
    const timeout = hookSeconds(GEMINI_SECONDS, event) * 1_000;
    return [event, { hooks: [{ type: 'command', name: GEMINI_HOOK_NAME, command, timeout }] }];
  });
}
