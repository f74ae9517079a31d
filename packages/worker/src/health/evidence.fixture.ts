/** Handwritten evidence for the reports. What a test does not set is absent. */
import { inspectProgram, type Place } from '@hookloom/hooks/clients';
import { HOOKED } from './gather-status.ts';
import type { StatusEvidence } from './hook-status.ts';
import { noLanes, type Lane, type ReportedEvent, type SessionInspection } from './lanes.ts';

export const NOW = Date.parse('2026-05-04T12:00:00.000Z');
export const PLACE: Place = { root: '/p', home: '/h', env: {}, platform: 'linux' };

/** @param minutes How long before `NOW` */
export function seen(
  type: string,
  minutes: number,
  more: Partial<ReportedEvent> = {},
): ReportedEvent {
  const timestamp = new Date(NOW - minutes * 60_000).toISOString();
  const seq = 1_000_000 - minutes;
  return {
    seq,
    hash: `sha256:${seq}`,
    timestamp,
    type,
    thread: 's',
    source: null,
    trigger: null,
    ...more,
  };
}

export function sessionSeen(
  lanes: Partial<Record<Lane, [count: number, latest: ReportedEvent]>>,
  more: Partial<SessionInspection> = {},
): SessionInspection {
  const rows = noLanes();
  for (const [lane, [count, latest]] of Object.entries(lanes))
    rows[lane as Lane] = { count, latest, count_is_lower_bound: false };
  return {
    session: 's',
    head: { seq: 9, hash: 'sha256:9' },
    window: { from_seq: 1, to_seq: 9, bytes: 900, complete: true },
    lanes: rows,
    latest_checkout: null,
    latest_reminder: null,
    sealed_losses: null,
    by_source: {},
    ...more,
  };
}

export function evidence(
  sessions: SessionInspection[],
  files: Record<string, unknown> = {},
  watcher: StatusEvidence['watcher'] = { state: 'never', pid: null, state_file: null },
): StatusEvidence {
  const read = (file: string): string | null =>
    file in files ? JSON.stringify(files[file]) : null;
  return {
    log: { eventloom_path: '/p/.eventloom', sessions, unread_sessions: 0, waiting: 0 },
    files: HOOKED.map((program) => inspectProgram(program, PLACE, read)),
    watcher,
    supervision: {
      wanted: false,
      attempts: 0,
      reason: null,
      next_attempt_at: null,
      given_up: false,
    },
    counted_losses: null,
    now: NOW,
  };
}
