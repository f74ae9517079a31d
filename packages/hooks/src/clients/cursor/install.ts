/** Our entries in Cursor's hooks.json (version 1). Pure. */
import { invalidRequest, type JsonObject } from '@hookloom/core';
import type { ClientSettings, HookCommands } from '../client.ts';
import { hookSeconds } from '../hook-seconds.ts';

/**
 * The events that the recorder needs. preToolUse covers what beforeShellExecution, beforeMCPExecution and beforeReadFile
 * report again, and an event name that an older Cursor does not know makes it reject the complete file.
 */
export const CURSOR_INSTALL_EVENTS = [
  'sessionStart',
  'beforeSubmitPrompt',
  'preToolUse',
  'postToolUse',
  'postToolUseFailure',
  'subagentStart',
  'subagentStop',
  'preCompact',
  'afterAgentResponse',
  'stop',
  'sessionEnd',
] as const;

export const CURSOR_SECONDS = { usual: 10 };

/**
 * The hooks by event. `failClosed` is never set, because our own failure must not stop the agent. Cursor removes `//` and
 * the text after it as a comment: it would lose every hook in the file.
 *
 * @example cursorSettings({ node: "'/usr/bin/node' '/opt/hook.cjs' hook cursor" }).entries[0]
 * // → ['sessionStart', { command: …, timeout: 10 }]
 */
export function cursorSettings(
  { node: command }: HookCommands,
  events: readonly string[] = CURSOR_INSTALL_EVENTS,
): ClientSettings {
  if (command.includes('//'))
    throw invalidRequest(
      'Cursor would read `//` in the command as a comment and lose the whole file.',
      'Move the installation or the workspace to a path without `//`.',
    );
  const entry = (event: string): JsonObject => ({
    command,
    timeout: hookSeconds(CURSOR_SECONDS, event),
  });
  return { entries: events.map((event) => [event, entry(event)]), beside: { version: 1 } };
}
