/** `capture-soak`: decides from captured events whether to release. Pure. */
import { remediationOf } from './capture-readiness.ts';
import type { ClientStatus } from './clients-seen.ts';
import { ageSeconds, hookStatus, type StatusEvidence } from './hook-status.ts';
import { OBSERVATION_TYPES, type ObservationType, type ReportedEvent } from './lanes.ts';
import { RESUME_COMMAND } from './resume-command.ts';

export interface CaptureSoak {
  status: 'pass' | 'fail';
  message: string;
  checked_at: string;
  eventloom_path: string;
  session_id: string | null;
  max_stale_minutes: number;
  /** The newest seq in the newest log. */
  latest_seq: number | null;
  latest_hash: string | null;
  latest_hook_event: ReportedEvent | null;
  codex_capture: NonNullable<ClientStatus['runtime']>;
  active_observation_types: ObservationType[];
  missing_observation_types: ObservationType[];
  stale_observation_types: ObservationType[];
  lanes: {
    type: ObservationType;
    state: 'active' | 'stale' | 'missing';
    count: number;
    count_is_lower_bound: boolean;
    latest: ReportedEvent | null;
    age_minutes: number | null;
    /** Null if the lane is active. */
    remediation: string | null;
  }[];
  actions: string[];
  beta_criteria: {
    status: 'pass' | 'fail';
    requires: { id: string; met: boolean; what: string }[];
  };
}

/**
 * @param maxStaleMinutes A lane is stale if its newest event is at least this old. A negative number turns the check
 * off
 */
export function captureSoak(
  evidence: StatusEvidence,
  { session, maxStaleMinutes }: { session: string | null; maxStaleMinutes: number },
): CaptureSoak {
  const { log, now } = evidence;
  const report = hookStatus(evidence);
  const lanes = OBSERVATION_TYPES.map((type): CaptureSoak['lanes'][number] => {
    const { count, latest, count_is_lower_bound } = report.observation_coverage[type];
    const age = ageSeconds(latest?.timestamp, now);
    const isStale = maxStaleMinutes >= 0 && age !== null && age >= maxStaleMinutes * 60;
    const state = latest === null ? 'missing' : isStale ? 'stale' : 'active';
    return {
      type,
      state,
      count,
      count_is_lower_bound,
      latest,
      age_minutes: age === null ? null : Math.floor(age / 60),
      remediation:
        state === 'active'
          ? null
          : state === 'missing'
            ? remediationOf(type)
            : `${type}: nothing for ${Math.floor(age! / 60)} minutes. Use the client, then run this again. \`hookloom doctor\` shows whether it is still connected.`,
    };
  });
  const typesIn = (state: string): ObservationType[] =>
    lanes.filter((lane) => lane.state === state).map(({ type }) => type);
  const codex = report.clients.codex.runtime!;
  const watches = !codex.configured || codex.status === 'running';
  const requires = [
    {
      id: 'all_lanes_seen',
      met: typesIn('missing').length === 0,
      what: 'every observation type has been captured',
    },
    {
      id: 'no_stale_lane',
      met: typesIn('stale').length === 0,
      what:
        maxStaleMinutes < 0
          ? 'no maximum age was given'
          : `the newest event of every type is less than ${maxStaleMinutes} minutes old`,
    },
    {
      id: 'watcher_running',
      met: watches,
      what: 'the watcher is running if capture of session files is configured',
    },
  ];
  const passes = requires.every(({ met }) => met);
  const heads = log.sessions.map(({ head }) => head);
  return {
    status: passes ? 'pass' : 'fail',
    message: passes
      ? 'Capture is complete and fresh.'
      : `Not met: ${requires
          .filter(({ met }) => !met)
          .map(({ what }) => what)
          .join('; ')}.`,
    checked_at: new Date(now).toISOString(),
    eventloom_path: log.eventloom_path,
    session_id: session,
    max_stale_minutes: maxStaleMinutes,
    latest_seq: heads[0]?.seq ?? null,
    latest_hash: heads[0]?.hash ?? null,
    latest_hook_event: report.observation_coverage.hook.latest,
    codex_capture: codex,
    active_observation_types: typesIn('active'),
    missing_observation_types: typesIn('missing'),
    stale_observation_types: typesIn('stale'),
    lanes,
    actions: [
      ...(watches ? [] : [RESUME_COMMAND]),
      ...lanes.flatMap(({ remediation }) => (remediation === null ? [] : [remediation])),
    ],
    beta_criteria: { status: passes ? 'pass' : 'fail', requires },
  };
}
