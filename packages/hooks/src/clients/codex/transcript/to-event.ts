/** A record of Codex's session files as the event of its hook. Pure. */
import type { HookEvent } from '@hookloom/core/hook';
import type { TranscriptRecord } from '../../../transcript/record.ts';
import { isErrorOf, sessionEvent } from '../../session-event.ts';
import { putTool } from '../parse-event.ts';

export function codexRecordEvent(record: TranscriptRecord): HookEvent {
  const event = sessionEvent('codex', record);
  if (record.kind === 'user_turn' && event.agent_id !== null) event.metadata['from_agent'] = true;
  if (record.kind !== 'tool_call') return event;
  putTool(event, record.tool, record.input, record.response);
  if (event.tool === null) return event;
  const { exitCode, durationMs, error, status } = record;
  Object.assign(event.tool, {
    exit_code: exitCode,
    duration_ms: durationMs,
    is_error: isErrorOf(record),
    // For a command that ran it is the output, which is recorded already.
    error: event.tool.name === 'Bash' && status !== 'blocked' ? null : error,
  });
  return event;
}
