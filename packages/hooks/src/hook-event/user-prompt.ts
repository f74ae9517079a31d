/**
 * `hook-event user-prompt-submit`: the context for a prompt if memory is stale or the prompt asks about the state of
 * the work.
 */
import { readHead } from '@hookloom/log/append';
import {
  reminderDue,
  reminderText,
  type Reminder,
  type ReminderRequest,
} from '../reminder/remind.ts';

type PromptRequest = Pick<ReminderRequest, 'dir' | 'session' | 'trigger' | 'summary' | 'turnCount'>;

/** Null if there is nothing to report. Depends on the log before this prompt; its head file shows the position. */
export function promptReminder(request: PromptRequest): Reminder | null {
  const seq = readHead(`${request.dir}/${request.session}.head`)?.seq ?? 0;
  const due = reminderDue({ ...request, seq });
  const isFor = due?.answer.reasons.some(
    (reason) => reason === 'stale_memory_activity' || reason === 'where_are_we_query',
  );
  return isFor === true ? due : null;
}

/** The client's JSON with `additionalContext`. */
export function promptContext({ state, answer }: Reminder): string {
  return JSON.stringify({
    hookSpecificOutput: {
      hookEventName: 'UserPromptSubmit',
      additionalContext: reminderText(state, answer.eventsSinceMemoryUse),
    },
  });
}
