/** Our entries in Gemini CLI's `settings.json`: separate groups, with a name that can be switched off. Pure. */
import type { JsonObject } from '@hookloom/core';
import type { ClientServer, ClientSettings, HookCommands } from '../client.ts';
import { hookSeconds } from '../hook-seconds.ts';

/** `hooksConfig.disabled: ["hookloom"]` turns ours off. */
const GEMINI_HOOK_NAME = 'hookloom';

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

/**
 * The hook groups by event. Gemini CLI replaces `$GEMINI_PROJECT_DIR` and four others in the text of a command, so ours
 * should name none of them.
 *
 * @example geminiSettings({ node: "'/usr/bin/node' '/opt/hook.cjs' hook gemini" }).entries[0]
 * // → ['SessionStart', { hooks: [{ type: 'command', name: 'hookloom', command: …, timeout: 600000 }] }]
 */
export function geminiSettings(
  { node: command }: HookCommands,
  events: readonly string[] = GEMINI_INSTALL_EVENTS,
): ClientSettings {
  const group = (event: string): JsonObject => {
    const timeout = hookSeconds(GEMINI_SECONDS, event) * 1_000;
    return { hooks: [{ type: 'command', name: GEMINI_HOOK_NAME, command, timeout }] };
  };
  return { entries: events.map((event) => [event, group(event)]) };
}

/** For Gemini CLI and its forks. */
export const geminiServer: ClientServer = {
  // Milliseconds. `trust` is the user's decision: with it, Gemini CLI never asks about a tool call.
  startup: { field: 'timeout', perSecond: 1000 },
  variable: (name) => `$${name}`,
  remote: ({ transport, url, headers }) => ({
    [transport === 'http' ? 'httpUrl' : 'url']: url,
    headers,
  }),
};
