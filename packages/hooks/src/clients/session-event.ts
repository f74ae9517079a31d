/** Builds a hook event from a record of a session file: the fields that all clients share. Pure. */
import type { ClientName, HookEvent, HookEventType } from '@hookloom/core/hook';
import { reportedEvent, type Reported } from '../payload/reported-event.ts';
import type { TranscriptRecord } from '../transcript/record.ts';

type Kind = TranscriptRecord['kind'];
/** The type of the event, and its name in the client's hooks. */
export type Head = readonly [type: HookEventType, native: string];

const HEADS: Readonly<Record<Kind, Head>> = {
  session_started: ['session_start', 'SessionStart'],
  user_turn: ['before_agent', 'UserPromptSubmit'],
  assistant_turn: ['stop', 'Stop'],
  tool_call: ['after_tool', 'PostToolUse'],
  compaction: ['post_compact', 'PostCompact'],
  interrupt: ['interrupt', 'Interrupt'],
};

/**
 * Without tool calls, which each client reads in its own way.
 *
 * @param own The client's event names, if its hooks have other names.
 */
export function sessionEvent(
  source: ClientName,
  record: TranscriptRecord,
  own: Readonly<Partial<Record<Kind, Head>>> = {},
): HookEvent {
  const { kind, sessionId, cwd, agentId, turnId } = record;
  const [type, native] = own[kind] ?? HEADS[kind];
  const ids = { session_id: sessionId, cwd, agent_id: agentId, turn_id: turnId };
  const event = reportedEvent({ source, type, native }, { ...ids, ...fieldsOf(record) }, 0);
  if (kind === 'session_started') event.data = { branch: record.branch ?? null };
  return event;
}

function fieldsOf(record: TranscriptRecord): Reported {
  switch (record.kind) {
    case 'session_started':
      return { model: record.model };
    case 'user_turn':
      return { prompt: record.text };
    case 'assistant_turn':
      return { last_assistant_message: record.text };
    case 'tool_call':
      return { tool_use_id: record.callId };
    case 'compaction':
      return { subject: record.trigger, message: record.summary };
    case 'interrupt':
      return {};
  }
}

/** The outcome of a call according to the file; null if it has none. */
export function isErrorOf({ status }: { status: string }): boolean | null {
  return status === 'unknown' ? null : status !== 'ok';
}
