/** One hook event of any client, in client-neutral fields. */
import type { JsonObject, JsonValue } from '../json.ts';
import type { ClientName, HookEventType } from './event-types.ts';

/**
 * Missing texts are null. Everything except `raw` and `data` is well formed and bounded by the parser; nothing in it is
 * trusted.
 */
export interface HookEvent {
  /** `evt_…`, assigned by the engine to name this run in traces; '' before that. */
  id: string;
  event_type: HookEventType;
  /**
   * Further types of this native event, run after `event_type` in this order. Claude Code's `Stop` is `stop` and,
   * unless it is blocked, `after_agent`.
   */
  also: HookEventType[];
  /** The client's own session or thread id; 'unknown' if it sends none. Never generated for a client's session. */
  session_id: string;
  source: ClientName;
  /** ISO 8601 UTC: the client's time if it sends one, else the time of arrival. */
  timestamp: string;
  /** The complete parsed payload: every native field under its native name. */
  data: JsonObject;
  machine_id: string | null;
  cwd: string | null;
  user_id: string | null;
  project_id: string | null;
  workflow_id: string | null;
  /**
   * Adapter-specific: `is_failure` on `tool_failure`, `wrapper: true` for wrapper payloads (`hook_type`, `input_data`).
   */
  metadata: JsonObject;

  /** The client's name of the event: `PreToolUse`, `BeforeTool`, `item/completed`. */
  native_event: string;
  /** The payload verbatim: the only place that preserves lone surrogates and duplicate keys. */
  raw: string;
  transcript_path: string | null;
  permission_mode: { mode: PermissionMode | null; native: string } | null;
  parent_session_id: string | null;
  /** Set inside a subagent. */
  agent_id: string | null;
  agent_type: string | null;
  /** Codex `turn_id`, Claude `prompt_id`, Cursor `generation_id`. */
  turn_id: string | null;
  tool_use_id: string | null;
  model: string | null;
  tool: ToolSeen | null;
  /** The prompt of the user or, for subagents, of the parent. */
  prompt: string | null;
  /**
   * The value that matchers of lifecycle events test: source, reason, trigger, level, notification type, agent type,
   * file name.
   */
  subject: string | null;
  /** Message of a notification, text of a failure. */
  message: string | null;
  stop_hook_active: boolean;
  last_assistant_message: string | null;
}

/** Claude Code's values, which Codex shares. */
export type PermissionMode =
  | 'default'
  | 'plan'
  | 'acceptEdits'
  | 'auto'
  | 'dontAsk'
  | 'bypassPermissions';

export interface ToolSeen {
  /**
   * Normalised: Bash, PowerShell, Read, Write, Edit, Glob, Grep, WebFetch, WebSearch, Agent; any other name as the
   * client sends it.
   */
  name: string;
  native_name: string;
  mcp: { server: string; tool: string } | null;
  /** With Claude Code's keys if the tool is one of the normalised ones (`command`, `file_path`, …). */
  input: JsonValue;
  /** Absent before the call. */
  response?: JsonValue;
  /** Text of a failed call. */
  error: string | null;
  /**
   * Null: the client does not report it, such as Codex for shell results
   * (docs/reference/client-behaviour.md#codex-tool-results).
   */
  is_error: boolean | null;
  exit_code: number | null;
  duration_ms: number | null;
  /** Files that the call affects, as the client wrote them, including those of a patch. */
  files: string[];
}

/** What parsing needs besides the payload. */
export interface DeliveryContext {
  /** Epoch milliseconds of arrival. */
  nowMs: number;
  /** The payload's text. */
  raw: string;
  /** The event's name if it comes outside the payload (the wrapper's `hook_type`, a trigger). */
  nativeEvent?: string | undefined;
}

/** Turns a native payload into a hook event. Pure; never throws for any JSON object. Part of the hook path. */
export type ParseHookEvent = (payload: JsonObject, context: DeliveryContext) => HookEvent;
