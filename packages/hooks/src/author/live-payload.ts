/**
 * Payloads as clients send them, that fire the hooks of a hook file for an event, for a trial with the real command.
 */
import type { ClientName, HookEventType } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import { CLIENTS } from '../clients/index.ts';
import { DIALECTS } from '../dialects/index.ts';
import type { Handler } from '../engine/handler.ts';
import { matches } from '../dialects/matcher.ts';
import { sampleEvent } from './sample-event.ts';

/** A harmless call of each tool, in Claude Code's format. */
const TOOLS: Readonly<Record<string, JsonObject>> = {
  Bash: { command: 'true' },
  Write: { file_path: 'hookloom-doctor.txt', content: 'doctor\n' },
  Edit: { file_path: 'hookloom-doctor.txt', old_string: 'a', new_string: 'b' },
  Read: { file_path: 'hookloom-doctor.txt' },
  mcp__hookloom__doctor: {},
};
const SUBJECTS = 'startup resume clear compact other auto manual init permission_prompt idle_prompt'
  .concat(' ToolPermission general-purpose Explore rate_limit user_settings')
  .split(' ');

export interface LiveTrial {
  native: string;
  /** The tool that is called, for events of tools. */
  tool: string | null;
  subject: string;
}

/** Trials that reach every handler of the event: one for each tool or word that their matchers need. */
export function trialsFor(
  client: ClientName,
  native: string,
  handlers: readonly Handler[],
): LiveTrial[] {
  const trials = handlers.map((handler) => trialFor(client, native, handler));
  const seen = new Set<string>();
  return trials.filter(({ tool, subject }) => {
    const key = `${tool} ${subject}`;
    return seen.has(key) ? false : seen.add(key);
  });
}

function trialFor(client: ClientName, native: string, handler: Handler): LiveTrial {
  const isMatched = (tool: string | null, subject: string): boolean => {
    const event = sampleEvent({
      client,
      type: handler.type,
      nowMs: 0,
      cwd: '/',
      subject,
      ...(tool === null ? {} : { tool, input: TOOLS[tool] ?? {} }),
    });
    const values = DIALECTS[handler.dialect]().matcherValues(event, handler);
    return values.length === 0 || matches(handler.matcher, values).matched;
  };
  const [first = 'startup'] = SUBJECTS;
  if (!CLIENTS[client].capabilities.events[native]?.matches?.includes('tool')) {
    const subject = SUBJECTS.find((one) => isMatched(null, one)) ?? first;
    return { native, tool: null, subject };
  }
  const named = handler.matcher.kind === 'names' ? handler.matcher.names : [];
  const tool = [...Object.keys(TOOLS), ...named].find((one) => isMatched(one, first)) ?? 'Bash';
  return { native, tool, subject: first };
}

export interface LiveContext {
  session: string;
  root: string;
  nowMs: number;
  type: HookEventType;
}

/** The payload that the client would write to the hook's standard input. */
export function livePayload(
  client: ClientName,
  { native, tool, subject }: LiveTrial,
  { session, root, nowMs, type }: LiveContext,
): JsonObject {
  const input = tool === null ? {} : (TOOLS[tool] ?? {});
  const name = tool === null ? null : (CLIENTS[client].toolNames?.[tool] ?? tool);
  const said = '<private>A trial of hookloom doctor.</private>';
  const call: JsonObject =
    name === null
      ? {}
      : {
          tool_name: name,
          tool_input: input,
          tool_use_id: `${session}-${native}-${tool}`,
          ...(type === 'after_tool' || type === 'tool_failure' ? { tool_response: 'doctor' } : {}),
          ...(type === 'tool_failure' ? { error: 'Exit code 1' } : {}),
        };
  const common: JsonObject = {
    session_id: session,
    hook_event_name: native,
    cwd: root,
    transcript_path: '',
    permission_mode: 'default',
    prompt: said,
    source: subject,
    reason: subject,
    trigger: subject,
    notification_type: subject,
    agent_type: subject,
    message: 'A trial of hookloom doctor.',
    ...(type === 'subagent_start' || type === 'subagent_stop' ? { agent_id: session } : {}),
    task_id: '1',
    task_subject: 'A trial of hookloom doctor.',
    stop_hook_active: true,
    ...call,
  };
  const timestamp = new Date(nowMs).toISOString();
  if (client === 'gemini')
    return {
      ...common,
      timestamp,
      ...(name === null || type === 'before_tool' ? {} : { tool_response: geminiResult(type) }),
      llm_request: { model: 'doctor', messages: [] },
      llm_response: { text: '' },
    };
  if (client === 'cursor')
    return { ...common, conversation_id: session, generation_id: session, workspace_roots: [root] };
  if (client !== 'copilot') return common;
  const status = type === 'tool_failure' ? 1 : 0;
  const text = `doctor\n<shellId: 0 completed with exit code ${status}>`;
  const isResult = native === 'postToolUse';
  return {
    sessionId: session,
    timestamp: nowMs,
    cwd: root,
    source: subject,
    reason: subject,
    prompt: said,
    ...(name === null ? {} : { toolName: name, toolArgs: input }),
    ...(isResult ? { toolResult: { resultType: 'success', textResultForLlm: text } } : {}),
    ...(type === 'tool_failure' && !isResult ? { error: 'Exit code 1' } : {}),
    stop_hook_active: true,
  };
}

/** The line of Codex's session file that marks a trial of a failed command. */
export function codexFailure(payload: JsonObject): string {
  const item = { type: 'CommandExecution', id: payload['tool_use_id'] ?? '', exit_code: 1 };
  return `${JSON.stringify({ type: 'event_msg', payload: { type: 'item_completed', item } })}\n`;
}

function geminiResult(type: HookEventType): JsonObject {
  return type === 'tool_failure'
    ? { llmContent: 'failed', returnDisplay: '', error: { message: 'Exit code 1' } }
    : { llmContent: 'doctor', returnDisplay: '' };
}
