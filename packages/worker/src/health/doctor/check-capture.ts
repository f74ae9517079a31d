/** Capture and the use of the memory, according to `hook-status`, in one row each. */
import { RESUME_COMMAND } from '../resume-command.ts';
import { isCaptureStopped } from '../capture-readiness.ts';
import { hookStatus } from '../hook-status.ts';
import { ok, skipped, warning, type Check, type DoctorRow } from './row.ts';
import { findDoubles, type ClientFiles } from '@hookloom/hooks/clients';

export const checkCapture: Check = ({ evidence, place }) => {
  const {
    clients,
    capture_readiness: readiness,
    memory_activation: use,
    ...status
  } = hookStatus(evidence);
  const isConnected = Object.values(clients).some(({ installed }) => installed);
  const rows = doublesRows(evidence.files, place.root);
  const off = Object.entries(clients).find(
    ([, { paths, off: by }]) => paths.length * by.length > 0,
  );
  if (!isConnected && off !== undefined)
    rows.push(
      warning('capture_health', {
        message: `No client runs the Hookloom hooks: ${off[1].off[0]!.reason} in ${off[1].off[0]!.file}.`,
        why: 'Nothing that an agent does here is recorded.',
        command: `\${EDITOR:-vi} ${off[1].off[0]!.file}`,
      }),
    );
  else if (!isConnected)
    rows.push(
      warning('capture_health', {
        message: 'No client is connected to this workspace.',
        why: 'Nothing that an agent does here is recorded.',
        command: 'hookloom init',
      }),
    );
  else if (readiness.status === 'ok') rows.push(ok('capture_health', readiness.message));
  else
    rows.push(
      warning('capture_health', {
        message: `${readiness.message} Missing: ${readiness.missing_observation_types.join(', ') || 'nothing'}.`,
        why: 'Only captured sessions can be reconstructed.',
        command: isCaptureStopped(clients) ? RESUME_COMMAND : 'hookloom hook-status',
      }),
    );
  if (status.latest_event === null)
    rows.push(skipped('memory_activation', 'There is nothing to remember yet.'));
  else if (use.status === 'ok') rows.push(ok('memory_activation', use.message));
  else
    rows.push(
      warning('memory_activation', {
        message: use.message,
        why: 'An agent that does not ask works without the memory.',
        command: use.remediations[0]!.command,
      }),
    );
  return rows;
};

/**
 * One row for each pair of files with duplicate entries.
 *
 * @param root Absolute path of the project
 */
export function doublesRows(files: readonly ClientFiles[], root: string): DoctorRow[] {
  const doubles = findDoubles(files, root);
  if (doubles.length === 0) return [ok('double_firing', 'No event is recorded by two hooks.')];
  return doubles.map(({ program, how, files: both, clean }) =>
    warning('double_firing', {
      message: `${program} ${how}: ${both.join(' and ')}. Remove the Hookloom entries from ${clean}.`,
      why: 'Each event starts two hooks. It is recorded once, but takes twice as long.',
      command: `hookloom uninstall --client ${program}`,
    }),
  );
}
