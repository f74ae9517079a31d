/** What is written into Cursor's hooks.json (version 1; hooks.md §E). Pure. */
import type { JsonObject, JsonValue } from '@hookloom/core/json';
import { isJsonObject } from '@hookloom/core/json';

/** Below the project's or the user's directory. User hooks run in `~/.cursor`, so a command names absolute paths. */
export const CURSOR_HOOKS_FILE = '.cursor/hooks.json';

/**
 * The general events only: preToolUse covers what beforeShellExecution, beforeMCPExecution and beforeReadFile say once
 * more (trap 34), and an event name that an older Cursor does not know makes it refuse the whole file.
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

/** Asked for where a hook's `ask` must reach a person: Cursor asks only there. */
export const CURSOR_ASKING_EVENTS = ['beforeShellExecution', 'beforeMCPExecution'] as const;

export interface CursorHook {
  command: string;
  /** Seconds. */
  timeout: number;
}

export type CursorHooks =
  | { ok: true; hooks: [event: string, hook: CursorHook][] }
  /** Cursor strips `//` and what follows from the file as a comment: it would lose every hook in it. */
  | { ok: false; reason: 'double_slash_in_command' };

/**
 * The hooks by event. `failClosed` is never set: our own failure must let the agent work.
 *
 * @example cursorHooks("'/usr/bin/node' '/opt/hook.cjs' hook cursor")
 * // → { ok: true, hooks: [['sessionStart', { command: …, timeout: 10 }], …] }
 */
export function cursorHooks(command: string, { asking = false } = {}): CursorHooks {
  if (command.includes('//')) return { ok: false, reason: 'double_slash_in_command' };
  const events = [...CURSOR_INSTALL_EVENTS, ...(asking ? CURSOR_ASKING_EVENTS : [])];
  return { ok: true, hooks: events.map((event) => [event, { command, timeout: 10 }]) };
}

/** True for a handler's command that this product installed. */
export function isOurCursorCommand(command: unknown): boolean {
  return (
    typeof command === 'string' &&
    /(^|[\s/\\'"])(hook\.cjs|hookloom(\.cjs)?|zaxy)['"]?\s+hook\s+cursor(\s|$)/.test(
      command.slice(0, 2_000),
    )
  );
}

/** The file's content with our hooks in the place of older ones of ours; everything else stays as it is. */
export function withCursorHooks(
  file: JsonObject,
  hooks: readonly (readonly [string, CursorHook])[],
): JsonObject {
  const kept = withoutCursorHooks(file);
  const events: JsonObject = isJsonObject(kept['hooks']) ? { ...kept['hooks'] } : {};
  for (const [event, hook] of hooks) {
    const others = Array.isArray(events[event]) ? events[event] : [];
    events[event] = [...others, { ...hook }];
  }
  return { version: 1, ...kept, hooks: events };
}

/** The file's content without our hooks, and without the lists that they leave empty. */
export function withoutCursorHooks(file: JsonObject): JsonObject {
  const { hooks } = file;
  if (!isJsonObject(hooks)) return { ...file };
  const left = Object.entries(hooks).flatMap(([event, list]): [string, JsonValue][] => {
    if (!Array.isArray(list)) return [[event, list]];
    const others = list.filter(
      (hook) => !(isJsonObject(hook) && isOurCursorCommand(hook['command'])),
    );
    return others.length === 0 && list.length > 0 ? [] : [[event, others]];
  });
  return { ...file, hooks: Object.fromEntries(left) };
}
