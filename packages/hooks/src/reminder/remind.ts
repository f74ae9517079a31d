/** Appends `memory.reminder.suggested` if the policy says so. */
import { LINE_CHARS, newDraft, putName, putText } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import type { appendOrSpool } from '@hookloom/log/append';
import { decideReminder, type ReminderAnswer, type ReminderState } from './policy.ts';
import { readReminderState, recordReminder } from './state.ts';

export interface ReminderRequest {
  dir: string;
  session: string;
  source: string;
  trigger: string;
  /** Seq of the event the hook has just appended. */
  seq: number;
  summary?: string | undefined;
  reason?: string | undefined;
  turnCount?: number | undefined;
  /** Epoch milliseconds. */
  appendBy: number;
  append: typeof appendOrSpool;
}

const DEFAULT_QUERY = 'current goal, open tasks, latest decisions';

/** The decision, before anything is written. */
export interface Reminder {
  state: ReminderState;
  answer: ReminderAnswer;
  nowMs: number;
}

/** Null if there is no reminder. Reads two small files, never the log. */
export function reminderDue(
  request: Omit<ReminderRequest, 'append' | 'appendBy' | 'source'>,
): Reminder | null {
  const state = readReminderState(request.dir, request.session);
  const nowMs = Date.now();
  const answer = decideReminder({ ...request, nowMs }, state);
  return answer.reasons.length === 0 ? null : { state, answer, nowMs };
}

/** True if the agent should be reminded; the event is then in the log or the inbox. */
export function remind(request: ReminderRequest, due = reminderDue(request)): boolean {
  if (due === null) return false;
  const { dir, session, seq, append, appendBy } = request;
  const { state, answer, nowMs } = due;
  const { payload, redactedPaths } = reminderPayload(request, state, answer);
  const type = 'memory.reminder.suggested';
  const origin = { channel: 'system' as const, client: request.source };
  const event = { type, actorId: 'zaxy-memory', payload, redactedPaths, origin };
  const outcome = append({ dir, session, deadline: appendBy, events: [event] });
  if (outcome.kind === 'lost') return false;
  recordReminder(dir, session, outcome.kind === 'appended' ? outcome.results[0]!.seq : seq, nowMs);
  return true;
}

function reminderPayload(
  request: ReminderRequest,
  state: ReminderState,
  { reasons, eventsSinceMemoryUse }: ReminderAnswer,
): { payload: JsonObject; redactedPaths: string[] } {
  const query = reminderQuery(request);
  const recommended = recommend(state, query);
  const draft = newDraft({
    trigger: request.trigger,
    reason: null,
    turn_count: request.turnCount ?? null,
  });
  putName(draft, 'source', request.source);
  putText(draft, 'reason', request.reason, LINE_CHARS, { folded: true });
  Object.assign(draft.payload, {
    query,
    ...recommended,
    reasons,
    last_bootstrap_seq: state.bootstrapSeq,
    last_checkout_seq: state.checkoutSeq,
    last_feedback_seq: state.feedbackSeq,
    events_since_memory_use: eventsSinceMemoryUse,
    prompt: reminderText(state, eventsSinceMemoryUse),
  });
  return draft;
}

function reminderQuery({ summary }: { summary?: string | undefined }): string {
  const draft = newDraft();
  putText(draft, 'query', summary, 200, { folded: true });
  const { query } = draft.payload;
  return typeof query === 'string' ? query : DEFAULT_QUERY;
}

/** An agent that has not seen the session's packet is told to begin with it. */
function recommend({ bootstrapSeq, checkoutSeq }: ReminderState, query: string) {
  return bootstrapSeq === null && checkoutSeq === null
    ? { recommended_tool: 'memory_bootstrap', recommended_arguments: {} }
    : { recommended_tool: 'memory_checkout', recommended_arguments: { query } };
}

/** Read-only guidance: it only suggests reading the memory, and claims nothing about the project. */
export function reminderText(state: ReminderState, eventsSince: number): string {
  const first =
    state.bootstrapSeq === null && state.checkoutSeq === null
      ? 'Call memory_bootstrap if you do not know the state of the work, then memory_checkout with the current task.'
      : 'Call memory_checkout with the current task before relying on what you remember.';
  const used =
    state.bootstrapSeq !== null || state.checkoutSeq !== null || state.feedbackSeq !== null
      ? `Recorded memory was last used ${eventsSince} events ago.`
      : 'Recorded memory has not been used in this session.';
  return `${used} ${first} Trust only current facts with a citation.`;
}
