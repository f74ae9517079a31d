import type { ObservedHook } from '@hookloom/core/hook';

/** When to remind an agent to use its memory, with a cool-down between reminders. Pure. */

/** Events since memory was last used that make it stale. */
const STALE_EVENTS = 8;
const LONG_SESSION_TURNS = 8;
/** After a reminder: not before this many further events … */
const COOL_DOWN_EVENTS = 8;
/** … and not before this much time, unless the context changes. */
export const COOL_DOWN_MS = 10 * 60 * 1000;

const BOUNDARIES = new Set(
  'session-start start resume session-resumed precompact compaction postcompact long-tool-run'.split(
    ' ',
  ),
);
const WHERE_ARE_WE = [
  'where are we',
  'what is left',
  "what's left",
  'continue',
  'roadmap',
  'current goal',
  'status',
];

/** The state between hooks; seqs of the session's log. */
export interface ReminderState {
  bootstrapSeq: number | null;
  checkoutSeq: number | null;
  feedbackSeq: number | null;
  /** The last reminder. */
  remindedSeq: number | null;
  remindedMs: number | null;
}

export const NO_REMINDER_STATE: ReminderState = {
  bootstrapSeq: null,
  checkoutSeq: null,
  feedbackSeq: null,
  remindedSeq: null,
  remindedMs: null,
};

interface ReminderQuestion {
  trigger: string;
  summary?: string | undefined;
  turnCount?: number | undefined;
  /** Seq of the newest event; 0 for an empty log. */
  seq: number;
  nowMs: number;
}

type ReminderReason =
  | 'context_boundary'
  | 'stale_memory_activity'
  | 'long_session'
  | 'where_are_we_query';

export type ReminderAnswer = ReturnType<typeof decideReminder>;

/**
 * The reasons to remind, in a fixed order; none while cooling down.
 *
 * @example decideReminder({ trigger: 'precompact', seq: 3, nowMs: 0 }, NO_REMINDER_STATE).reasons // ['context_boundary']
 */
export function decideReminder(question: ReminderQuestion, state: ReminderState) {
  const { trigger, summary, turnCount, seq, nowMs } = question;
  const usedSeq = Math.max(state.bootstrapSeq ?? 0, state.checkoutSeq ?? 0, state.feedbackSeq ?? 0);
  const eventsSinceMemoryUse = Math.max(0, seq - usedSeq);
  const boundary = BOUNDARIES.has(trigger);
  const reasons: ReminderReason[] = [];
  if (boundary) reasons.push('context_boundary');
  if (seq === 0 || eventsSinceMemoryUse >= STALE_EVENTS) reasons.push('stale_memory_activity');
  if ((turnCount ?? 0) >= LONG_SESSION_TURNS) reasons.push('long_session');
  if (asksForWorkState(summary)) reasons.push('where_are_we_query');
  const cooling = !boundary && isCooling(state, seq, nowMs);
  return {
    /** Empty: do not remind. */
    reasons: cooling ? [] : reasons,
    eventsSinceMemoryUse,
  };
}

/** Whether the prompt asks about the state of the work. */
export function asksForWorkState(text: string | undefined): boolean {
  const asked = (text ?? '').slice(0, 4000).toLowerCase();
  return WHERE_ARE_WE.some((words) => asked.includes(words));
}

/** A clock that went backwards, or a log that became shorter, ends the cool-down. */
function isCooling({ remindedSeq, remindedMs }: ReminderState, seq: number, nowMs: number) {
  if (remindedSeq === null || remindedMs === null || seq < remindedSeq || nowMs < remindedMs)
    return false;
  return seq - remindedSeq < COOL_DOWN_EVENTS || nowMs - remindedMs < COOL_DOWN_MS;
}

// A prompt that asks about the state of the work is a good moment to use the memory. Part of the hook path.

export function reminderOf(prompt: string): Pick<ObservedHook, 'reminder'> {
  return asksForWorkState(prompt)
    ? { reminder: { trigger: 'user-prompt-submit', summary: prompt } }
    : {};
}
