/** Gemini CLI's hook events and the answers that each honours (docs/reference/client-behaviour.md#gemini-cli). */
import type { HookEventType } from '@hookloom/core/hook';
import type { DialectEvent } from '../dialect.ts';

export interface GeminiEvent extends DialectEvent {
  /** How its matcher is read; null: it is ignored. */
  matching: 'search' | 'exact' | null;
  /** The effect of a denial: a deny, another round with the reason, or nothing. */
  refusal: 'deny' | 'continue_with' | null;
  /** `hookSpecificOutput.additionalContext` reaches the model. */
  takesContext: boolean;
  /** `continue: false` ends the agent's run. */
  endsRun: boolean;
  /**
   * A further type whose events this language receives under the same name: Gemini CLI's AfterTool is also sent for
   * failed calls.
   */
  also?: HookEventType;
}

const SEARCHED = { matcherField: 'tool_name', matching: 'search' } as const;

function blocking(name: string, type: HookEventType): GeminiEvent {
  return {
    name,
    type,
    blockable: true,
    matcherField: null,
    matching: null,
    refusal: 'deny',
    takesContext: false,
    endsRun: true,
  };
}

function observed(name: string, type: HookEventType, matcherField: string | null): GeminiEvent {
  return {
    name,
    type,
    blockable: false,
    matcherField,
    matching: matcherField === null ? null : 'exact',
    refusal: null,
    takesContext: false,
    endsRun: false,
  };
}

/** In the order in which they occur in a session. */
export const GEMINI_EVENTS: readonly GeminiEvent[] = [
  { ...observed('SessionStart', 'session_start', 'source'), takesContext: true },
  { ...blocking('BeforeAgent', 'before_agent'), takesContext: true },
  // Fires before every model request, whether anything is compressed or not
  // (docs/reference/client-behaviour.md#gemini-cli-compression).
  observed('PreCompress', 'pre_compact', 'trigger'),
  blocking('BeforeModel', 'before_model'),
  observed('BeforeToolSelection', 'before_tool_selection', null),
  blocking('AfterModel', 'after_model'),
  { ...blocking('BeforeTool', 'before_tool'), ...SEARCHED },
  { ...blocking('AfterTool', 'after_tool'), ...SEARCHED, also: 'tool_failure', takesContext: true },
  observed('Notification', 'notification', 'notification_type'),
  // Its denial means "continue", so it replaces `stop`.
  { ...blocking('AfterAgent', 'stop'), refusal: 'continue_with' },
  observed('SessionEnd', 'session_end', 'reason'),
];

const BY_NAME = new Map(GEMINI_EVENTS.map((event) => [event.name, event]));

export function geminiEvent(name: string): GeminiEvent | undefined {
  return BY_NAME.get(name);
}
