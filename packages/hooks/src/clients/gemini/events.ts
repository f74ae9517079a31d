/** The events of Gemini CLI. Part of the hook path. */
import type { HookEventType } from '@hookloom/core/hook';

/** The type of each native event, in the order in which they occur in a session. */
export const GEMINI_TYPES: Record<string, HookEventType> = {
  SessionStart: 'session_start',
  BeforeAgent: 'before_agent',
  PreCompress: 'pre_compact',
  BeforeModel: 'before_model',
  BeforeToolSelection: 'before_tool_selection',
  AfterModel: 'after_model',
  BeforeTool: 'before_tool',
  Notification: 'notification',
  AfterTool: 'after_tool',
  AfterAgent: 'after_agent',
  SessionEnd: 'session_end',
};

/** Further types of an event. A refused AfterAgent continues, so it is also a stop. */
export const GEMINI_ALSO: Record<string, HookEventType[]> = {
  Notification: ['permission_request'],
  AfterAgent: ['stop'],
};
