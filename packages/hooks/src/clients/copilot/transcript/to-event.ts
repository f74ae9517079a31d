/** A record of GitHub Copilot CLI's session files as the event of its hook. Pure. */
import type { HookEvent } from '@hookloom/core/hook';
import { parsedValue } from '../../../payload/fields.ts';
import type { TranscriptRecord } from '../../../transcript/record.ts';
import { isErrorOf, sessionEvent, type Head } from '../../session-event.ts';
import { resultOf, seenTool } from '../read-tool.ts';
import { withoutStatusLine } from '../shell-output.ts';

const HEADS: Record<string, Head> = {
  session_started: ['session_start', 'sessionStart'],
  user_turn: ['before_agent', 'userPromptSubmitted'],
  assistant_turn: ['stop', 'agentStop'],
  tool_call: ['after_tool', 'postToolUse'],
};

export function copilotRecordEvent(record: TranscriptRecord): HookEvent {
  const event = sessionEvent('copilot', record, HEADS);
  const isAgent = event.agent_id !== null;
  if (record.kind === 'user_turn' && isAgent) event.metadata['from_agent'] = true;
  // For a subagent, only subagentStop counts.
  if (record.kind === 'assistant_turn' && isAgent) event.event_type = 'unknown';
  if (record.kind !== 'tool_call') return event;
  const { tool: name, input, durationMs, response, exitCode, error } = record;
  const result = resultOf(response);
  // For Copilot, a command that ended with any status is a success.
  if ((result.exit_code ?? 0) !== 0) event.event_type = 'tool_failure';
  const ended = { is_error: isErrorOf(record), exit_code: exitCode, error };
  const call = { name, input: parsedValue(input ?? {}), durationMs };
  event.tool = seenTool(call, { ...result, ...ended });
  return withoutStatusLine(event);
}
