/** Whether the memory is used: a session without a checkout works without it. Pure. */
import { LANES, newer, type ReportedEvent, type SessionInspection } from './lanes.ts';

/** Work captured this long after the last checkout does not count as based on it. */
export const STALE_AFTER_MINUTES = 120;
/** A session with this many observations has enough context to remember. */
export const HIGH_CONTEXT_OBSERVATIONS = 20;

export type RemediationCode =
  | 'missing_checkout'
  | 'stale_checkout'
  | 'sessions_without_fresh_checkout';

export interface MemoryActivation {
  status: 'ok' | 'warning';
  message: string;
  stale_after_minutes: number;
  latest_checkout: ReportedEvent | null;
  latest_capture: ReportedEvent | null;
  latest_reminder: ReportedEvent | null;
  activation_efficiency: {
    high_context_session_count: number;
    fresh_checkout_session_count: number;
    stale_checkout_session_count: number;
    missing_checkout_session_count: number;
    /** Between 0 and 1; null if no session had much context. */
    fresh_checkout_rate: number | null;
    sessions: {
      session_id: string;
      checkout: 'fresh' | 'stale' | 'missing';
      observation_count: number;
      latest_checkout: ReportedEvent | null;
      latest_capture: ReportedEvent | null;
    }[];
  };
  actions: string[];
  remediations: { code: RemediationCode; message: string; command: string }[];
}

const COMMANDS = {
  checkout: 'hookloom memory checkout "current goal, open tasks, latest decisions"',
  bootstrap: 'hookloom memory bootstrap',
};

export function memoryActivation(seen: readonly SessionInspection[]): MemoryActivation {
  const sessions = seen
    .map((session) => ({ session, observed: observations(session), capture: captureOf(session) }))
    .filter(({ observed }) => observed >= HIGH_CONTEXT_OBSERVATIONS)
    .map(({ session, observed, capture }) => ({
      session_id: session.session,
      checkout: freshness(session.latest_checkout, capture),
      observation_count: observed,
      latest_checkout: session.latest_checkout,
      latest_capture: capture,
    }));
  const count = (word: 'fresh' | 'stale' | 'missing'): number =>
    sessions.filter(({ checkout }) => checkout === word).length;
  const latest = (of: (session: SessionInspection) => ReportedEvent | null): ReportedEvent | null =>
    seen.map(of).reduce(newer, null);
  const checkout = latest((session) => session.latest_checkout);
  const capture = latest(captureOf);
  const remediations = remediationsFor(
    capture === null ? 'fresh' : freshness(checkout, capture),
    sessions.filter((session) => session.checkout !== 'fresh').map(({ session_id: id }) => id),
  );
  return {
    status: remediations.length === 0 ? 'ok' : 'warning',
    message:
      remediations[0]?.message ??
      (capture === null
        ? 'No session was captured yet.'
        : 'The memory is used in every captured session.'),
    stale_after_minutes: STALE_AFTER_MINUTES,
    latest_checkout: checkout,
    latest_capture: capture,
    latest_reminder: latest((session) => session.latest_reminder),
    activation_efficiency: {
      high_context_session_count: sessions.length,
      fresh_checkout_session_count: count('fresh'),
      stale_checkout_session_count: count('stale'),
      missing_checkout_session_count: count('missing'),
      fresh_checkout_rate:
        sessions.length === 0 ? null : Math.round((count('fresh') / sessions.length) * 100) / 100,
      sessions,
    },
    actions: remediations.map(({ command }) => command),
    remediations,
  };
}

/** Stale if the last captured work came long after the last checkout. An inactive workspace does not become stale. */
function freshness(
  checkout: ReportedEvent | null,
  capture: ReportedEvent | null,
): 'fresh' | 'stale' | 'missing' {
  if (checkout === null) return 'missing';
  if (capture === null) return 'fresh';
  const minutes = (Date.parse(capture.timestamp) - Date.parse(checkout.timestamp)) / 60_000;
  return minutes > STALE_AFTER_MINUTES ? 'stale' : 'fresh';
}

function observations({ lanes }: SessionInspection): number {
  return LANES.reduce((sum, lane) => sum + (lane === 'hook' ? 0 : lanes[lane].count), 0);
}

function captureOf({ lanes }: SessionInspection): ReportedEvent | null {
  return LANES.map((lane) => (lane === 'hook' ? null : lanes[lane].latest)).reduce(newer, null);
}

function remediationsFor(
  state: 'fresh' | 'stale' | 'missing',
  sessions: readonly string[],
): MemoryActivation['remediations'] {
  const found: MemoryActivation['remediations'] = [];
  if (state === 'missing')
    found.push({
      code: 'missing_checkout',
      message: 'Work is captured, but no agent has asked the memory.',
      command: COMMANDS.checkout,
    });
  if (state === 'stale')
    found.push({
      code: 'stale_checkout',
      message: `Work went on for more than ${STALE_AFTER_MINUTES} minutes after the last checkout.`,
      command: COMMANDS.checkout,
    });
  if (sessions.length > 0)
    found.push({
      code: 'sessions_without_fresh_checkout',
      message: `${sessions.length} busy ${sessions.length === 1 ? 'session has' : 'sessions have'} no fresh checkout.`,
      command: `${COMMANDS.checkout} --session-id ${sessions[0]!}`,
    });
  return found;
}
