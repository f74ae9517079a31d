/** The capture lanes: the four observation types from which a session can be reconstructed. */

import type { Losses } from '@hookloom/hooks';

/** In the order of reports. */
export const OBSERVATION_TYPES = [
  'command.completed',
  'file.edit.applied',
  'tool.call.completed',
  'transcript.turn',
] as const;
export type ObservationType = (typeof OBSERVATION_TYPES)[number];

/** A row of the coverage: all `hook.*` events, or one observation type. */
export type Lane = 'hook' | ObservationType;
export const LANES: readonly Lane[] = ['hook', ...OBSERVATION_TYPES];

export interface ReportedEvent {
  seq: number;
  /** Null if it was only read from the projection. */
  hash: string | null;
  timestamp: string;
  type: string;
  /** The session of the log. */
  thread: string;
  /** The client or adapter. */
  source: string | null;
  trigger: string | null;
}

export interface LaneCount {
  count: number;
  latest: ReportedEvent | null;
  /** Whether unread older events may increase the count. */
  count_is_lower_bound: boolean;
}

/** What was read of one session, from its end. */
export interface SessionInspection {
  session: string;
  head: { seq: number; hash: string } | null;
  /** The first seq that was read; null for an empty log. `complete`: the whole log was read. */
  window: { from_seq: number | null; to_seq: number; bytes: number; complete: boolean };
  lanes: Record<Lane, LaneCount>;
  latest_checkout: ReportedEvent | null;
  latest_reminder: ReportedEvent | null;
  /** From `log.lost` events: hook events that could not be stored. */
  sealed_losses: Losses | null;
  /** The newest event of each client: hooks and observations, without probes. */
  by_source: Record<string, ReportedEvent>;
}

/** The event that shows that the memory was used. */
export const CHECKOUT_TYPE = 'memory.checkout.completed';
export const REMINDER_TYPE = 'memory.reminder.suggested';
export const LOST_TYPE = 'log.lost';
/** The session id prefix of `doctor` probes, which are not work. */
export const PROBE_SESSION = 'hookloom-doctor-';

export function laneOf(type: string): Lane | null {
  if (type.startsWith('hook.')) return type === 'hook.trusted' ? null : 'hook';
  return OBSERVATION_TYPES.find((one) => one === type) ?? null;
}

export function noLanes(): Record<Lane, LaneCount> {
  const none = (): LaneCount => ({ count: 0, latest: null, count_is_lower_bound: false });
  return Object.fromEntries(LANES.map((lane) => [lane, none()])) as Record<Lane, LaneCount>;
}

/** The newer of two: by time across sessions, by seq within one. */
export function newer(
  one: ReportedEvent | null,
  other: ReportedEvent | null,
): ReportedEvent | null {
  if (one === null || other === null) return one ?? other;
  if (one.thread === other.thread) return one.seq >= other.seq ? one : other;
  return one.timestamp >= other.timestamp ? one : other;
}
