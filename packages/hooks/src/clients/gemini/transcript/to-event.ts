/** A record of Gemini CLI's session files as the event of its hook, which sends no ids. Pure. */
import type { HookEvent } from '@hookloom/core/hook';
import type { TranscriptRecord } from '../../../transcript/record.ts';
import { sessionEvent, type Head } from '../../session-event.ts';
import { readCall } from '../read-tool.ts';
import { withoutFrame } from '../shell-output.ts';

const HEADS: Record<string, Head> = {
  user_turn: ['before_agent', 'BeforeAgent'],
  assistant_turn: ['after_agent', 'AfterAgent'],
  tool_call: ['after_tool', 'AfterTool'],
};
/** The file does not separate the server from the tool; the names of ours are known. */
const OWN = /^mcp_(zaxy|hookloom)_(.{1,200})$/;

export function geminiRecordEvent(record: TranscriptRecord): HookEvent {
  const event = sessionEvent('gemini', { ...record, agentId: null, turnId: null }, HEADS);
  if (record.kind !== 'tool_call') return event;
  event.tool_use_id = null;
  const { tool: name, input, response, error, status } = record;
  const [, server, own] = OWN.exec(name) ?? [];
  const mcp = server === undefined ? null : { server, tool: own! };
  const result = { llmContent: response, ...(error !== null && { error }) };
  const tool = name === '' ? null : readCall({ name, input, mcp, response: result });
  if (tool?.is_error === true) event.event_type = 'tool_failure';
  if (tool !== null && status !== 'ok') tool.is_error = status !== 'unknown';
  event.tool = tool;
  return withoutFrame(event);
}
