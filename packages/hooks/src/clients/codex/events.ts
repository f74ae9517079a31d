/** The events of Codex. Part of the hook path. */
import type { HookEventType } from '@hookloom/core/hook';

/** The type of each native event, in the order in which they occur in a session. */
export const CODEX_TYPES: Record<string, HookEventType> = {
  SessionStart: 'session_start',
  UserPromptSubmit: 'before_agent',
  PreModelRequest: 'before_model',
  PostModelRequest: 'after_model',
  PreToolUse: 'before_tool',
  PermissionRequest: 'permission_request',
  PostToolUse: 'after_tool',
  SubagentStart: 'subagent_start',
  SubagentStop: 'subagent_stop',
  PreCompact: 'pre_compact',
  PostCompact: 'post_compact',
  Stop: 'stop',
  Interrupt: 'interrupt',
  SessionEnd: 'session_end',
};
