/** Our entries in Cursor's hooks.json (version 1). Pure. */
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

export interface CursorHook {
  command: string;
  /** Seconds. */
  timeout: number;
}

export type CursorHooks =
  | { ok: true; hooks: [event: string, hook: CursorHook][] }
  /** Cursor removes `//` and the text after it as a comment: it would lose every hook in the file. */
  | { ok: false; reason: 'double_slash_in_command' };

/**
 * The hooks by event. `failClosed` is never set, because our own failure must not stop the agent.
 *
 * @example cursorHooks("'/usr/bin/node' '/opt/hook.cjs' hook cursor")
 * // → { ok: true, hooks: [['sessionStart', { command: …, timeout: 10 }], …] }
 */
export function cursorHooks(
  command: string,
  events: readonly string[] = CURSOR_INSTALL_EVENTS,
): CursorHooks {
  if (command.includes('//')) return { ok: false, reason: 'double_slash_in_command' };
  const entry = (event: string): CursorHook => ({
    command,
    timeout: hookSeconds(CURSOR_SECONDS, event),
  });
  return { ok: true, hooks: events.map((event) => [event, entry(event)]) };
}
