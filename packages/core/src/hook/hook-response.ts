/** The answer of hooks, before it is rendered for a client. */
import type { JsonObject, JsonValue } from '../json.ts';

/** `none` is no opinion: it is rendered as silence and is never an approval. Strongest last. */
export const DECISIONS = ['none', 'allow', 'ask', 'defer', 'deny'] as const;
export type Decision = (typeof DECISIONS)[number];

/**
 * An absent field has no meaning. The field names are a public contract.
 *
 * @example { decision: 'deny', reason: 'rm -rf / is not allowed' }
 */
export interface HookResponse {
  /**
   * For a tool call, a prompt, a permission, a compaction: whether it continues. On `stop`, `subagent_stop` and
   * `after_agent` a deny means "do not stop"; it is expressed as `continue_with`, never as `deny`.
   */
  decision: Decision;
  reason?: string;
  /** Text for the model. */
  context?: string;
  /** Text for the user. Never reaches the model. */
  system_message?: string;
  /**
   * The complete new input of the tool, with the keys of `ToolSeen.input`; a partial rewrite was completed from the
   * original.
   */
  modify_args?: JsonObject;
  /** The new output of the tool. */
  updated_output?: JsonValue;
  /** Stop events: continue working, with this text as the next task. */
  continue_with?: string;
  /** End the agent's run after this event. Not a block: the call may still run. */
  stop_agent?: true;
  stop_reason?: string;
  /** Permission requests: rule updates, and whether a deny also interrupts. */
  permission?: { updates?: JsonValue[]; interrupt?: true };
  /** Let a refused call be tried again (Claude Code `PermissionDenied`). */
  retry?: true;
  /** Environment variables for later shell commands of the session. */
  env?: Record<string, string>;
  watch_paths?: string[];
  title?: string;
  suppress_output?: true;
  /** Fields that only one client has, under neutral names: see `ExtraField`. */
  extras?: Partial<Record<ExtraField, JsonValue>>;
  trigger_action?: string;
  metadata?: JsonObject;
}

/** Answers that only one client has. A renderer writes those it knows; the others are losses. */
export type ExtraField =
  /** Claude Code. */
  | 'display_content'
  | 'initial_user_message'
  | 'suppress_original_prompt'
  | 'terminal_sequence'
  | 'classifier_context'
  | 'reload_skills'
  | 'elicitation_action'
  | 'elicitation_content'
  | 'worktree_path'
  /** Gemini CLI. */
  | 'llm_request'
  | 'llm_response'
  | 'tool_config'
  | 'clear_context'
  | 'tail_tool_call';

/** Every field of a response that can be carried or lost, in the order of docs/reference/hook-answers.md. */
export const RESPONSE_FIELDS = [
  'allow',
  'deny',
  'ask',
  'defer',
  'reason',
  'modify_args',
  'context',
  'updated_output',
  'continue_with',
  'stop_agent',
  'stop_reason',
  'system_message',
  'permission',
  'retry',
  'env',
  'watch_paths',
  'title',
  'suppress_output',
  'trigger_action',
  'extras',
] as const;
export type ResponseField = (typeof RESPONSE_FIELDS)[number];

export const NO_OPINION: HookResponse = { decision: 'none' };
