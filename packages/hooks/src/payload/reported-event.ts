/** Makes hook events from other sources: a program's report of a session, and lines of a session file. Pure. */
import { type HookEvent, mcpOf, type ToolSeen } from '@hookloom/core/hook';
import {
  cleanValue,
  idAt,
  newEvent,
  textAt,
  type EventHead,
  toolSeen,
  type ToolParts,
} from './fields.ts';

const IDS = ['agent_id', 'agent_type', 'turn_id', 'tool_use_id', 'model'] as const;
const TEXTS = [
  'cwd',
  'transcript_path',
  'subject',
  'prompt',
  'message',
  'last_assistant_message',
] as const;

/** Fields of the event. Absent or null fields are unknown. */
export type Reported = Partial<
  Pick<HookEvent, 'session_id' | 'metadata' | (typeof IDS)[number] | (typeof TEXTS)[number]>
> & { tool?: ToolParts };

/**
 * The event has no payload. Its `raw` is the text of the fields, so equal reports have equal texts.
 *
 * @example reportedEvent({ source: 'generic', type: 'stop', native: 'Stop' }, { session_id: 's' }, Date.now())
 */
export function reportedEvent(head: EventHead, fields: Reported, nowMs: number): HookEvent {
  const { tool, metadata = {}, ...given } = fields;
  const event = newEvent(head, {}, { nowMs, raw: JSON.stringify([head.native, fields]) });
  event.metadata = metadata;
  event.session_id = idAt(given, 'session_id') ?? 'unknown';
  for (const key of IDS) event[key] = idAt(given, key);
  for (const key of TEXTS) event[key] = textAt(given, key);
  if (tool !== undefined) event.tool = reportedTool(tool);
  return event;
}

/** A call with common names. */
export function reportedTool(tool: ToolParts): ToolSeen {
  const native_name = idAt({ name: tool.native_name }, 'name') ?? 'unknown';
  const given = { mcp: mcpOf(native_name), ...tool, native_name, input: cleanValue(tool.input) };
  if (given.response !== undefined) given.response = cleanValue(given.response);
  return toolSeen(given);
}
