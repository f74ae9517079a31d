/** A record of Claude Code's session files as the event of its hook. Pure. */
import type { HookEvent } from '@hookloom/core/hook';
import { textAt } from '../../../payload/fields.ts';
import { reportedTool } from '../../../payload/reported-event.ts';
import type { TranscriptRecord } from '../../../transcript/record.ts';
import { sessionEvent } from '../../session-event.ts';
import { exitCodeIn } from '../read-fields.ts';

export function claudeRecordEvent(record: TranscriptRecord): HookEvent {
  const event = sessionEvent('claude-code', record);
  if (record.kind !== 'tool_call') return event;
  const { tool: native_name, input, response, durationMs, error, status } = record;
  const said = textAt({ error }, 'error');
  event.tool = reportedTool({
    native_name,
    input: input ?? {},
    ...(response !== null && { response }),
    error: said,
    is_error: error !== null,
    exit_code: exitCodeIn(said),
    duration_ms: durationMs,
  });
  if (error === null) return event;
  event.event_type = 'tool_failure';
  event.native_event = 'PostToolUseFailure';
  event.data = { is_interrupt: status === 'interrupted' };
  return event;
}
