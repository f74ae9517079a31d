/** Whether each connected client fires the events that hook files use, according to its current settings. */
import {
  claudeHooksOfCopilot,
  CLIENTS,
  isRunHere,
  registrationOf,
  whyNot,
  type Registration,
  type WhyNot,
} from '@hookloom/hooks/clients';
import { configFiles, loadConfig } from '@hookloom/hooks';
import type { HookClientName } from '../clients-seen.ts';
import { HOOKED, readClientFile } from '../gather-status.ts';
import { error, ok, type Check, type DoctorRow, type Examination } from './row.ts';

export const checkEvents: Check = (examined) => {
  const { place, only } = examined;
  const { root: projectDir, home, env } = place;
  const { handlers } = loadConfig(configFiles({ projectDir, home, env }));
  return registrations(examined)
    .filter(({ client, files }) => files.length > 0 && (only === null || only === client))
    .flatMap((registration): DoctorRow[] => {
      const client = CLIENTS[registration.client];
      const types = new Set(
        handlers.filter((handler) => isRunHere(handler, client)).map(({ type }) => type),
      );
      const found = [...types].map((type) => whyNot(client, type, registration));
      return eventRow(
        registration,
        found.filter((one) => one !== null),
      );
    });
};

function registrations({ evidence, place }: Examination): Registration[] {
  return evidence.files
    .filter(({ program }) => HOOKED.includes(program))
    .map((files) => {
      const borrowed =
        files.program === 'copilot' ? claudeHooksOfCopilot(place, readClientFile) : [];
      return registrationOf(files.program as Exclude<HookClientName, 'generic'>, files, borrowed);
    });
}

/** `hooks doctor` reports events that the client can never fire. */
function eventRow({ client, events }: Registration, found: readonly WhyNot[]): DoctorRow[] {
  const id = `events.${client}`;
  const missing = found.filter(
    ({ reason }) => reason === 'not_registered' || reason === 'not_answered',
  );
  if (missing.length === 0)
    return [
      ok(
        id,
        `${CLIENTS[client].capabilities.title} sends ${events.length} events. Your hook files need no others.`,
      ),
    ];
  return [
    error(id, {
      message: missing.map(({ message }) => message).join(' '),
      why: 'The hooks for these events never run.',
      command: 'hookloom hooks register',
    }),
  ];
}
