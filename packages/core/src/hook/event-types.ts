/** The client-neutral hook event types (docs/reference/hook-events.md). */

/** Name and value. The first fifteen are a public contract. */
export const HOOK_EVENT_TYPES = {
  SESSION_START: 'session_start',
  SESSION_END: 'session_end',
  BEFORE_AGENT: 'before_agent',
  AFTER_AGENT: 'after_agent',
  STOP: 'stop',
  BEFORE_TOOL: 'before_tool',
  AFTER_TOOL: 'after_tool',
  BEFORE_TOOL_SELECTION: 'before_tool_selection',
  BEFORE_MODEL: 'before_model',
  AFTER_MODEL: 'after_model',
  PRE_COMPACT: 'pre_compact',
  SUBAGENT_START: 'subagent_start',
  SUBAGENT_STOP: 'subagent_stop',
  PERMISSION_REQUEST: 'permission_request',
  NOTIFICATION: 'notification',
  TOOL_FAILURE: 'tool_failure',
  TOOL_BATCH: 'tool_batch',
  POST_COMPACT: 'post_compact',
  PERMISSION_DENIED: 'permission_denied',
  STOP_FAILURE: 'stop_failure',
  INTERRUPT: 'interrupt',
  TASK_CREATED: 'task_created',
  TASK_COMPLETED: 'task_completed',
  PROMPT_EXPANSION: 'prompt_expansion',
  MESSAGE_DISPLAY: 'message_display',
  SETUP: 'setup',
  INSTRUCTIONS_LOADED: 'instructions_loaded',
  CONFIG_CHANGE: 'config_change',
  CWD_CHANGED: 'cwd_changed',
  DIRECTORY_ADDED: 'directory_added',
  FILE_CHANGED: 'file_changed',
  WORKTREE_CREATE: 'worktree_create',
  WORKTREE_REMOVE: 'worktree_remove',
  TEAMMATE_IDLE: 'teammate_idle',
  ELICITATION: 'elicitation',
  ELICITATION_RESULT: 'elicitation_result',
  MODEL_SWITCH_BEFORE: 'model_switch_before',
  MODEL_SWITCH_AFTER: 'model_switch_after',
  /** Any other name: the payload is stored, and the event never blocks. */
  UNKNOWN: 'unknown',
} as const;

export type HookEventType = (typeof HOOK_EVENT_TYPES)[keyof typeof HOOK_EVENT_TYPES];

/**
 * The agent clients. The command's argument names the client, which is never guessed, because clients set each other's
 * environment variables.
 */
export const CLIENT_NAMES = [
  'claude-code',
  'codex',
  'gemini',
  'cursor',
  'copilot',
  'qwen',
  'generic',
] as const;
export type ClientName = (typeof CLIENT_NAMES)[number];
