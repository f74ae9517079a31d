/** The hook entries of a client, as a part of a file. */
import type { ClientName } from '@hookloom/core/hook/event-types';
import { HOOK_CLIENT_FILES } from '../hook-clients.ts';
import { hooksPart } from '../hooks-part.ts';
import type { PartRequest } from '../part-request.ts';
import type { HookSettings } from '../plan-hooks.ts';
import { neededHere } from '../registration/needed-here.ts';
import { withInjection } from '../with-injection.ts';
import type { ConnectRequest } from './request.ts';

export type HooksOfRequest = Pick<
  ConnectRequest,
  'workspace' | 'place' | 'files' | 'transport' | 'injection' | 'source'
>;

export function hooksOf(
  request: HooksOfRequest,
  client: Exclude<ClientName, 'generic'>,
  file: string,
): PartRequest {
  return hooksPart(file, hookSettingsOf(request, client));
}

/** An entry for every event that the recorder and the hook files of this place need. */
export function hookSettingsOf(
  request: HooksOfRequest,
  client: Exclude<ClientName, 'generic'>,
): HookSettings {
  const needed = neededHere(client, request.place);
  const settings = HOOK_CLIENT_FILES[client].settings({ ...request, needed });
  return withInjection(settings, request.injection);
}
