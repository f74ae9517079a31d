/** Event names that the generic client understands: those of the wrapper and of `hook-event`. Part of the hook path. */
import { HOOK_EVENT_TYPES, type HookEvent, type HookEventType } from '@hookloom/core/hook';

/** The client whose format an event has and is answered in. `neutral`: our own format. */
export type Flavour = 'claude' | 'gemini' | 'codex' | 'neutral';

/** The format in which an event is answered. */
export function flavourIn(event: HookEvent): Flavour {
  const { flavour } = event.metadata;
  return flavour === 'claude' || flavour === 'gemini' || flavour === 'codex' ? flavour : 'neutral';
}

/** Claude Code's events in the wrapper's kebab-case; the PascalCase spelling is derived. */
export const CLAUDE_NAMES: Record<string, HookEventType> = {
  'session-start': 'session_start',
  'session-end': 'session_end',
  'user-prompt-submit': 'before_agent',
  stop: 'stop',
  'pre-tool-use': 'before_tool',
  'post-tool-use': 'after_tool',
  'post-tool-use-failure': 'tool_failure',
  'pre-compact': 'pre_compact',
  'post-compact': 'post_compact',
  'subagent-start': 'subagent_start',
  'subagent-stop': 'subagent_stop',
  'permission-request': 'permission_request',
  'permission-denied': 'permission_denied',
  notification: 'notification',
};

export const GEMINI_NAMES: Record<string, HookEventType> = {
  SessionStart: 'session_start',
  SessionEnd: 'session_end',
  BeforeAgent: 'before_agent',
  AfterAgent: 'after_agent',
  BeforeModel: 'before_model',
  AfterModel: 'after_model',
  BeforeToolSelection: 'before_tool_selection',
  BeforeTool: 'before_tool',
  AfterTool: 'after_tool',
  PreCompress: 'pre_compact',
  Notification: 'notification',
};

/** Methods of Codex's app-server: the current spelling and an older one. */
export const CODEX_NAMES: Record<string, HookEventType> = {
  'thread/started': 'session_start',
  'thread/archive': 'session_end',
  'thread/archived': 'session_end',
  'thread/closed': 'session_end',
  'turn/started': 'before_agent',
  'turn/completed': 'after_agent',
  'item/commandExecution/requestApproval': 'before_tool',
  'item/fileChange/requestApproval': 'before_tool',
  'item/permissions/requestApproval': 'permission_request',
  'item/completed': 'after_tool',
  'thread/compacted': 'post_compact',
};

/**
 * Triggers of `hook-event` that are not a name above. A checkpoint, a heartbeat and a transcript turn are not events of a
 * client.
 */
export const TRIGGER_NAMES: Record<string, HookEventType> = {
  resume: 'session_start',
  'session-resumed': 'session_start',
  precompact: 'pre_compact',
  checkpoint: 'unknown',
  heartbeat: 'unknown',
  command: 'after_tool',
  'file-edit': 'file_changed',
  'tool-call': 'after_tool',
  'transcript-turn': 'unknown',
};

export const UNIFIED_NAMES: ReadonlySet<string> = new Set(Object.values(HOOK_EVENT_TYPES));

/** @example pascalName('pre-tool-use') === 'PreToolUse' */
export function pascalName(kebab: string): string {
  return kebab.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

const CLAUDE_PASCAL = new Map(
  Object.entries(CLAUDE_NAMES).map(([name, type]) => [pascalName(name), type]),
);

export interface NamedEvent {
  type: HookEventType;
  flavour: Flavour;
}

/**
 * The event that a name means. Names that Claude Code and Gemini share are Gemini's if the wrapper's source says so.
 *
 * @example eventNamed('BeforeTool', null) // → { type: 'before_tool', flavour: 'gemini' }
 */
export function eventNamed(name: string, source: string | null): NamedEvent {
  const own = (table: Record<string, HookEventType>): HookEventType | undefined =>
    Object.hasOwn(table, name) ? table[name] : undefined;
  const said = flavourOf(source);
  const codex = own(CODEX_NAMES);
  if (codex !== undefined || said === 'codex' || /^\w+\/\w/.test(name))
    return { type: codex ?? (UNIFIED_NAMES.has(name) ? named(name) : 'unknown'), flavour: 'codex' };
  const gemini = own(GEMINI_NAMES);
  const claude = own(CLAUDE_NAMES) ?? CLAUDE_PASCAL.get(name);
  if (gemini !== undefined && (said === 'gemini' || claude === undefined))
    return { type: gemini, flavour: 'gemini' };
  if (claude !== undefined) return { type: claude, flavour: said === 'gemini' ? said : 'claude' };
  const trigger = own(TRIGGER_NAMES);
  if (trigger !== undefined) return { type: trigger, flavour: said ?? 'neutral' };
  const plain = name.toLowerCase();
  const kebab = plain.replaceAll('_', '-');
  const type = UNIFIED_NAMES.has(plain)
    ? named(plain)
    : Object.hasOwn(CLAUDE_NAMES, kebab)
      ? CLAUDE_NAMES[kebab]!
      : 'unknown';
  return { type, flavour: said ?? 'neutral' };
}

function named(name: string): HookEventType {
  return name as HookEventType;
}

/** `gemini`, `codex` and all of Claude's names; any other source decides nothing. */
function flavourOf(source: string | null): Exclude<Flavour, 'neutral'> | null {
  const word = /^(claude|gemini|codex)/i.exec(source ?? '')?.[1]?.toLowerCase();
  return (word as Exclude<Flavour, 'neutral'> | undefined) ?? null;
}
