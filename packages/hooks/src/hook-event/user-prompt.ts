/** `hook-event user-prompt-submit`: what a prompt is accompanied by when memory is stale (zaxy.md §8.1). */
import { readHead } from '@hookloom/log/append/head-file';
import { decideReminder } from '../reminder/policy.ts';
import { reminderText } from '../reminder/remind.ts';
import { readReminderState, recordReminder } from '../reminder/state.ts';

export interface StalePromptRequest {
  dir: string;
  session: string;
  trigger: string;
  summary?: string | undefined;
  turnCount?: number | undefined;
}

/**
 * The client's JSON with `additionalContext`, or null when memory is fresh or the agent was told lately. Reads how far
 * the log has come from its head file, never the log; appends nothing.
 */
export function stalePrompt(request: StalePromptRequest): string | null {
  const { dir, session } = request;
  const nowMs = Date.now();
  const seq = readHead(`${dir}/${session}.head`)?.seq ?? 0;
  const state = readReminderState(dir, session);
  const { reasons, eventsSinceMemoryUse } = decideReminder({ ...request, seq, nowMs }, state);
  if (!reasons.includes('stale_memory_activity')) return null;
  try {
    recordReminder(dir, session, seq, nowMs);
  } catch {
    // Told once more than needed.
  }
  const tool =
    state.bootstrapSeq === null && state.checkoutSeq === null
      ? 'memory_bootstrap'
      : 'memory_checkout';
  return JSON.stringify({
    hookSpecificOutput: {
      hookEventName: 'UserPromptSubmit',
      additionalContext: reminderText(eventsSinceMemoryUse, tool),
    },
  });
}
