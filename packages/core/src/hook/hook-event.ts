/** One hook of any client in words that name no client (seeds/004, "Unified HookEvent Model"; hooks.md §G.1). */
import type { JsonObject, JsonValue } from '../json.ts';
import type { ClientName, HookEventType } from './event-types.ts';

/**
 * Field names are those of seeds/004; the rest extend them. Absent texts are null. Everything but `raw` and `data` is
 * well formed and bounded by the parser; nothing in it is trusted.
 */
export interface HookEvent {
  /** `evt_…`, minted by the engine: names this run in traces. Parsers leave it ''. */
  id: string;
  event_type: HookEventType;
  /**
   * Further types that this native event stands for, run after `event_type` in this order. Claude's `Stop` is `stop`
   * and, when nobody blocks it, `after_agent`.
   */
  also: HookEventType[];
  /** The client's own session or thread id; 'unknown' where it sends none. Never minted for a client's session. */
  session_id: string;
  source: ClientName;
  /** ISO 8601 UTC. The client's where it sends one, else when the payload arrived (trap 42). */
  timestamp: string;
  /** The payload as parsed, whole: every native field under its native name. */
  data: JsonObject;
  machine_id: string | null;
  cwd: string | null;
  user_id: string | null;
  project_id: string | null;
  workflow_id: string | null;
  /** Adapter-specific: `is_failure` on `tool_failure`, `wrapper: true` for seeds/004's wrapper. */
  metadata: JsonObject;

  /** The client's name of the event: `PreToolUse`, `BeforeTool`, `item/completed`. */
  native_event: string;
  /** The payload verbatim. Lone surrogates and duplicate keys survive here alone. */
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
  /** What the user, or for subagents the parent, asked. */
  prompt: string | null;
  /** The word that matchers of lifecycle events test: source, reason, trigger, level, notification type, agent type, file name. */
  subject: string | null;
  /** Message of a notification, text of a failure. */
  message: string | null;
  stop_hook_active: boolean;
  last_assistant_message: string | null;
}

/** Claude Code's words, which Codex shares. */
export type PermissionMode =
  | 'default'
  | 'plan'
  | 'acceptEdits'
  | 'auto'
  | 'dontAsk'
  | 'bypassPermissions';

export interface ToolSeen {
  /** Normalised: Bash, PowerShell, Read, Write, Edit, Glob, Grep, WebFetch, WebSearch, Agent; others as the client says. */
  name: string;
  native_name: string;
  mcp: { server: string; tool: string } | null;
  /** With Claude Code's keys where the tool is one of the normalised ones (`command`, `file_path`, …). */
  input: JsonValue;
  /** Absent before the call. */
  response?: JsonValue;
  /** Text of a failed call. */
  error: string | null;
  /** Null: the client does not tell (Codex's shell results, trap 27). */
  is_error: boolean | null;
  exit_code: number | null;
  duration_ms: number | null;
  /** Files the call touches, as the client wrote them; filled from a patch too (trap 31). */
  files: string[];
}

/** What parsing needs besides the payload. */
export interface DeliveryContext {
  /** Epoch milliseconds of arrival. */
  nowMs: number;
  /** The payload's text. */
  raw: string;
  /** The event's name where the wire tells it beside the payload (seeds/004's `hook_type`, a trigger). */
  nativeEvent?: string;
}

/** Turns a native payload into a hook event. Pure; never throws for any JSON object. Reached by the hook path. */
export type ParseHookEvent = (payload: JsonObject, context: DeliveryContext) => HookEvent;
