/** The part that all events of the app-server have in common. */
import { isJsonObject, isoTime } from '@hookloom/core';
import type { HookEvent, HookEventType } from '@hookloom/core/hook';
import { threadOf, type Incoming } from './message.ts';
import { text, type ThreadMemory } from './thread-memory.ts';

/** @param more Fields of this event only; they take precedence. */
export function eventOf(
  type: HookEventType,
  incoming: Incoming,
  memory: ThreadMemory,
  nowMs: number,
  more: Partial<HookEvent>,
): HookEvent {
  const { params, message } = incoming;
  const turn = isJsonObject(params['turn']) ? params['turn'] : {};
  return {
    id: '',
    event_type: type,
    also: [],
    session_id: text(threadOf(incoming)) ?? 'unknown',
    source: 'codex',
    timestamp: timeOf(message['emittedAtMs']) ?? timeOf(params['startedAtMs']) ?? isoTime(nowMs),
    data: message,
    machine_id: null,
    cwd: memory.cwd,
    user_id: null,
    project_id: null,
    workflow_id: null,
    metadata: {},
    native_event: incoming.method,
    raw: incoming.raw,
    transcript_path: memory.transcriptPath,
    permission_mode: memory.permissionMode,
    parent_session_id: memory.parentId,
    agent_id: memory.parentId === null ? null : text(threadOf(incoming)),
    agent_type: memory.parentId === null ? null : (memory.agentType ?? 'default'),
    turn_id: text(params['turnId']) ?? text(turn['id']),
    tool_use_id: null,
    model: memory.model,
    tool: null,
    prompt: null,
    subject: null,
    message: null,
    stop_hook_active: false,
    last_assistant_message: null,
    ...more,
  };
}

function timeOf(ms: unknown): string | null {
  return typeof ms === 'number' && ms > 0 ? isoTime(ms) || null : null;
}
