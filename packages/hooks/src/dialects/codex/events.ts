/** Codex's own hook events and the answers that each honours (docs/reference/client-behaviour.md#codex). */
import type { HookEventType } from '@hookloom/core/hook';
import type { ClaudeEvent } from '../claude/events.ts';

export interface CodexEvent extends ClaudeEvent {
  /** `continue: false` acts as a refusal: the output is replaced, the compaction does not happen. */
  stopRefuses: boolean;
  /** Its payload has `turn_id`, and `model`. */
  sendsTurn: boolean;
  sendsModel: boolean;
}

type Mark = 'context' | 'text' | 'ends' | 'stop-refuses' | 'no-turn' | 'no-mode' | 'no-model';

function row(
  name: string,
  type: HookEventType,
  matcherField: string | null,
  refusal: CodexEvent['refusal'],
  ...marks: Mark[]
): CodexEvent {
  return {
    name,
    type,
    matcherField,
    blockable: refusal !== null,
    refusal,
    takesContext: marks.includes('context'),
    takesPlainText: marks.includes('text'),
    endsRun: marks.includes('ends'),
    stopRefuses: marks.includes('stop-refuses'),
    sendsTurn: !marks.includes('no-turn'),
    sendsMode: !marks.includes('no-mode'),
    sendsModel: !marks.includes('no-model'),
  };
}

/** In the order of the documentation; the last three are in the binary only. */
export const CODEX_EVENTS: readonly CodexEvent[] = [
  row('SessionStart', 'session_start', 'source', null, 'context', 'text', 'ends', 'no-turn'),
  row('SessionEnd', 'session_end', 'reason', null, 'no-turn', 'no-mode', 'no-model'),
  row('UserPromptSubmit', 'before_agent', null, 'deny', 'context', 'text', 'ends'),
  row('PreToolUse', 'before_tool', 'tool_name', 'deny', 'context'),
  row('PermissionRequest', 'permission_request', 'tool_name', 'deny'),
  row('PostToolUse', 'after_tool', 'tool_name', 'deny', 'context', 'stop-refuses'),
  row('PreCompact', 'pre_compact', 'trigger', 'deny', 'ends', 'stop-refuses', 'no-mode'),
  row('PostCompact', 'post_compact', 'trigger', null, 'ends', 'no-mode'),
  row('SubagentStart', 'subagent_start', 'agent_type', null, 'context', 'text'),
  row('SubagentStop', 'subagent_stop', 'agent_type', 'continue_with', 'ends'),
  row('Stop', 'stop', null, 'continue_with', 'ends'),
  row('Interrupt', 'interrupt', null, null),
  row('PreModelRequest', 'before_model', null, null, 'no-mode'),
  row('PostModelRequest', 'after_model', null, null, 'no-mode'),
];

const BY_NAME = new Map(CODEX_EVENTS.map((event) => [event.name, event]));

export function codexEvent(name: string): CodexEvent | undefined {
  return BY_NAME.get(name);
}
