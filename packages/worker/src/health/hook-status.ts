/** `hook-status`: which clients are connected, what they recorded, and whether the memory is used. Pure. */
import type { ClientFiles } from '@hookloom/hooks/clients';
import type { Losses } from '@hookloom/hooks';
import { captureReadiness, isCaptureStopped, type CaptureReadiness } from './capture-readiness.ts';
import { clientStatuses, type ClientStatus, type HookClientName } from './clients-seen.ts';
import {
  newer,
  OBSERVATION_TYPES,
  type Lane,
  type LaneCount,
  type ObservationType,
  type ReportedEvent,
} from './lanes.ts';
import type { LogNotice } from '@hookloom/log';
import { memoryActivation, type MemoryActivation } from './memory-activation.ts';
import type { LogInspection } from './inspect-log.ts';
import { joinInspections } from './inspect-session.ts';
import { RESUME_COMMAND } from './resume-command.ts';
import type { WatcherStatus } from '../capture/watcher.ts';
import type { Supervision } from '../capture/revive.ts';

export interface HookStatus {
  status: 'ok' | 'warning';
  message: string;
  eventloom_path: string;
  clients: Record<HookClientName, ClientStatus>;
  latest_event: ReportedEvent | null;
  observation_coverage: Record<Lane, LaneCount & { age_seconds: number | null }>;
  missing_observation_types: ObservationType[];
  capture_readiness: CaptureReadiness;
  memory_activation: MemoryActivation;
  /** Lost events, foreign logs and links, until a person acknowledges them. */
  log_notices: LogNotice[];
  watcher: {
    status: WatcherStatus['state'];
    pid: number | null;
    last_pass_at: string | null;
    /** The command that resumes it; null if it is running. */
    command: string | null;
    supervision: Supervision;
  };
  /** The part of the log that the report covers. If there is more, counts are lower bounds. */
  observed: {
    sessions: {
      session_id: string;
      head_seq: number;
      from_seq: number | null;
      complete: boolean;
    }[];
    unread_sessions: number;
    waiting_in_inbox: number;
  };
  /** Events that hooks had to drop: counted outside the workspace, or sealed as `log.lost`. */
  losses: { counted: Losses | null; sealed: Losses | null };
}

export interface StatusEvidence {
  log: LogInspection;
  files: readonly ClientFiles[];
  /** Existing shell snippets that we wrote for other clients. */
  snippets?: readonly string[];
  watcher: WatcherStatus;
  supervision: Supervision;
  /** Events that hooks could not store and no log records yet. */
  counted_losses: Losses | null;
  notices?: readonly LogNotice[];
  /** In epoch milliseconds. */
  now: number;
}

export function hookStatus({
  log,
  files,
  snippets,
  watcher,
  supervision,
  counted_losses: counted,
  notices = [],
  now,
}: StatusEvidence): HookStatus {
  const { lanes, by_source: bySource, sealed_losses: sealed } = joinInspections(log.sessions);
  const clients = clientStatuses(files, bySource, watcher, snippets);
  const readiness = captureReadiness(lanes, clients);
  const activation = memoryActivation(log.sessions);
  const latest = Object.values(lanes)
    .map((lane) => lane.latest)
    .reduce(newer, null);
  const stopped = isCaptureStopped(clients);
  const isRecorded = notices.length === 0 && counted === null;
  const isOk = isRecorded && lanes.hook.latest !== null && !stopped && activation.status === 'ok';
  return {
    status: isOk ? 'ok' : 'warning',
    message: notices[0]?.message ?? messageFor(lanes.hook.latest, stopped, readiness, activation),
    eventloom_path: log.eventloom_path,
    clients,
    latest_event: latest,
    observation_coverage: Object.fromEntries(
      Object.entries(lanes).map(([lane, row]) => [
        lane,
        { ...row, age_seconds: ageSeconds(row.latest?.timestamp, now) },
      ]),
    ) as HookStatus['observation_coverage'],
    missing_observation_types: OBSERVATION_TYPES.filter((type) => lanes[type].latest === null),
    capture_readiness: readiness,
    memory_activation: activation,
    log_notices: [...notices],
    watcher: {
      status: watcher.state,
      pid: watcher.pid,
      last_pass_at: watcher.state_file?.last_pass_at ?? null,
      command: watcher.state === 'running' ? null : RESUME_COMMAND,
      supervision,
    },
    observed: {
      sessions: log.sessions.map(({ session, window }) => ({
        session_id: session,
        head_seq: window.to_seq,
        from_seq: window.from_seq,
        complete: window.complete,
      })),
      unread_sessions: log.unread_sessions,
      waiting_in_inbox: log.waiting,
    },
    losses: { counted, sealed },
  };
}

/** @param timestamp RFC 3339. Null and invalid times return null */
export function ageSeconds(timestamp: string | null | undefined, now: number): number | null {
  const at = Date.parse(timestamp ?? '');
  return Number.isNaN(at) ? null : Math.max(0, Math.round((now - at) / 1000));
}

function messageFor(
  hook: ReportedEvent | null,
  stopped: boolean,
  readiness: CaptureReadiness,
  activation: MemoryActivation,
): string {
  if (hook === null)
    return 'No hook event has been recorded. Test recording with `hookloom hook-event heartbeat`.';
  if (stopped) return `${readiness.message} Resume it with \`${RESUME_COMMAND}\`.`;
  if (activation.status !== 'ok') return activation.message;
  return readiness.status === 'ok'
    ? 'Hooks record, all event types are captured, and the memory is used.'
    : `Hooks record. ${readiness.message}`;
}
