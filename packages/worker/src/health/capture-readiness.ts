/** Whether automatic capture works, or which adapters are missing. Pure. */
import type { ClientStatus, HookClientName } from './clients-seen.ts';
import { OBSERVATION_TYPES, type Lane, type LaneCount, type ObservationType } from './lanes.ts';
import { RESUME_COMMAND } from './resume-command.ts';

export type CaptureReadiness = ReturnType<typeof captureReadiness>;

/** The sources of lanes that no client provides. */
const SINK: Record<ObservationType, string> = {
  'command.completed': 'hookloom hook-event command --command "…" --exit-code 0',
  'file.edit.applied': 'hookloom hook-event file-edit --path FILE',
  'tool.call.completed': 'hookloom hook-event tool-call --tool-name NAME',
  'transcript.turn': 'hookloom hook-event transcript-turn --role user --content "…"',
};

export function captureReadiness(
  coverage: Readonly<Record<Lane, LaneCount>>,
  clients: Readonly<Record<HookClientName, ClientStatus>>,
) {
  const isActive = (type: ObservationType): boolean => coverage[type].latest !== null;
  const active = OBSERVATION_TYPES.filter(isActive);
  const missing = OBSERVATION_TYPES.filter((type) => !isActive(type));
  const stopped = isCaptureStopped(clients);
  const nobody =
    clients.generic.latest_event === null &&
    !Object.values(clients).some(({ installed }) => installed);
  const actions = [
    ...(nobody ? ['Connect a client: `hookloom init`.'] : []),
    ...(stopped ? [`Resume the watcher of session files: \`${RESUME_COMMAND}\`.`] : []),
    ...missing.map((type) => remediationOf(type, nobody)),
  ];
  const isOk = missing.length === 0 && !stopped;
  const message = isOk
    ? 'All observation types are captured.'
    : nobody
      ? 'No client is connected.'
      : stopped
        ? 'Capture of session files is configured, but the watcher is not running.'
        : active.length === 0
          ? 'Nothing has been captured yet.'
          : `${missing.length} of ${OBSERVATION_TYPES.length} observation types are not captured.`;
  return {
    status: isOk ? 'ok' : 'warning',
    message,
    active_observation_types: active,
    missing_observation_types: missing,
    actions,
  };
}

/** Configured but not running. */
export function isCaptureStopped(clients: Readonly<Record<HookClientName, ClientStatus>>): boolean {
  return Object.values(clients).some(
    ({ runtime }) => runtime?.configured === true && runtime.status !== 'running',
  );
}

export function remediationOf(type: ObservationType, nobody = false): string {
  return nobody
    ? `${type}: recorded by a connected client, or with \`${SINK[type]}\`.`
    : `${type}: do it once in a connected client, or record it with \`${SINK[type]}\`.`;
}
