/** A hook event made from a few words, for authors who try their hooks without a client: explain, test, replay. */
import {
  HOOK_EVENT_TYPES,
  normaliseToolName,
  type ClientName,
  type HookEvent,
  type HookEventType,
  type ToolSeen,
} from '@hookloom/core/hook';
import { nearWord, ulid, type JsonValue, type JsonObject } from '@hookloom/core';
import { CLIENTS } from '../clients/index.ts';
import { DIALECTS } from '../dialects/index.ts';
import type { HookClient, SampleCall } from '../clients/client.ts';

/** What an event is about. */
export interface SampleSubject {
  type: HookEventType;
  tool?: string;
  input?: JsonValue;
  /** The tool's result. */
  response?: JsonValue;
  /** Text of a failed call. */
  error?: string;
  prompt?: string;
  /** Source, reason, trigger, level, agent type: what matchers of lifecycle events test. */
  subject?: string;
  message?: string;
}

export interface SampleRequest extends SampleSubject {
  client: ClientName;
  nowMs: number;
  cwd: string;
  sessionId?: string;
}

/** The client's name for an event of this type, or null if it has none. */
export function nativeName(client: ClientName, type: HookEventType): string | null {
  const events = Object.entries(CLIENTS[client].capabilities.events);
  const own = events.find(([, event]) => event.type === type);
  const also = events.find(([, event]) => event.also?.includes(type) === true);
  const becomes = events.find(([, event]) => event.becomes?.includes(type) === true);
  return own?.[0] ?? also?.[0] ?? becomes?.[0] ?? null;
}

/**
 * The type that a person means by a name: a type, or its name in any client or language.
 *
 * @example typeOf('PreToolUse') === 'before_tool' && typeOf('pre-tool-use') === 'before_tool'
 */
export function typeOf(name: string): HookEventType | null {
  const wanted = plain(name);
  const types = Object.values(HOOK_EVENT_TYPES);
  const exact = types.find((type) => plain(type) === wanted);
  if (exact !== undefined) return exact;
  for (const language of Object.values(DIALECTS))
    for (const event of language().events) if (plain(event.name) === wanted) return event.type;
  for (const client of Object.values(CLIENTS))
    for (const [native, event] of Object.entries(client.capabilities.events))
      if (plain(native) === wanted) return event.type;
  return null;
}

/**
 * A question that follows the report of an unknown event; empty if no name is close.
 *
 * @param client Only names of this client
 * @example meantEvent('PreToolUsed') === ' Did you mean PreToolUse?'
 */
export function meantEvent(name: string, client?: ClientName): string {
  const clients = client === undefined ? Object.values(CLIENTS) : [CLIENTS[client]];
  const names = clients.flatMap(({ capabilities }) => Object.keys(capabilities.events));
  if (client === undefined)
    names.unshift(...Object.values(DIALECTS).flatMap((of) => of().events.map((one) => one.name)));
  const near = nearWord(name, names);
  return near === undefined ? '' : ` Did you mean ${near}?`;
}

/** Whether matchers of this event test the name of a tool. */
export function isOfTool(type: HookEventType): boolean {
  return DIALECTS.claude().events.some(
    (one) => one.type === type && one.matcherField === 'tool_name',
  );
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9/]/g, '');
}

/** @returns The event, with the further types of the client's own event. */
export function sampleEvent(request: SampleRequest): HookEvent {
  const {
    client,
    type,
    nowMs,
    cwd,
    sessionId = ulid(request.nowMs),
    prompt,
    subject,
    message,
  } = request;
  const native = nativeName(client, type);
  const capability = native === null ? undefined : CLIENTS[client].capabilities.events[native];
  // The requested type is only a further type of the native event: then the event gets that type.
  const also = capability?.type === type ? (capability.also ?? []) : [];
  return {
    id: '',
    event_type: type,
    also: [...also],
    session_id: sessionId,
    source: client,
    timestamp: new Date(nowMs).toISOString(),
    data: {},
    machine_id: null,
    cwd,
    user_id: null,
    project_id: null,
    workflow_id: null,
    metadata: type === 'tool_failure' ? { is_failure: true } : {},
    native_event: native ?? type,
    raw: '',
    transcript_path: null,
    permission_mode: { mode: 'default', native: 'default' },
    parent_session_id: null,
    agent_id: null,
    agent_type: null,
    turn_id: null,
    tool_use_id: null,
    model: null,
    tool: toolOf(request),
    prompt: prompt ?? null,
    subject: subject ?? null,
    message: message ?? null,
    stop_hook_active: false,
    last_assistant_message: null,
  };
}

function toolOf({ tool, input, response, error }: SampleRequest): ToolSeen | null {
  if (tool === undefined) return null;
  const mcp = /^mcp__(.+?)__(.+)$/.exec(tool);
  return {
    name: normaliseToolName(tool),
    native_name: tool,
    mcp: mcp === null ? null : { server: mcp[1]!, tool: mcp[2]! },
    input: input ?? {},
    ...(response === undefined ? {} : { response }),
    error: error ?? null,
    is_error: error === undefined ? null : true,
    exit_code: null,
    duration_ms: null,
    files: [],
  };
}

// An event of a client under its own name, read by the client's own parser: for tables, explanations and invariants.

/**
 * @param native The client's name of the event: `PreToolUse`, `BeforeTool`.
 * @param call The tool call of events that are about one; default: a shell command.
 * @example sampleNativeEvent(CLIENTS.gemini, 'BeforeTool').tool?.name === 'Bash'
 */
export function sampleNativeEvent(
  client: HookClient,
  native: string,
  { tool, input, response }: SampleCall = client.sample,
): HookEvent {
  const payload: JsonObject = {
    hook_event_name: native,
    session_id: 'sample',
    cwd: '/home/dev/project',
    permission_mode: 'default',
    prompt: 'Please fix the tests.',
    tool_name: tool,
    tool_input: input,
    tool_response: response,
    toolName: tool,
    toolArgs: input,
    toolResult: response,
  };
  return client.parse(payload, { nowMs: 0, raw: JSON.stringify(payload), nativeEvent: native });
}
