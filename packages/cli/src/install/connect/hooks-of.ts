/** The hook entries of a client, as a part of a file. */
import type { Connectable } from '@hookloom/hooks/clients/index';
import { clientSettings } from '../hook-clients.ts';
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

export function hooksOf(request: HooksOfRequest, client: Connectable, file: string): PartRequest {
  return hooksPart(file, hookSettingsOf(request, client));
}

/** An entry for every event that the recorder and the hook files of this place need. */
export function hookSettingsOf(request: HooksOfRequest, client: Connectable): HookSettings {
  const needed = neededHere(client, request.place);
  const settings = clientSettings(client, { ...request, needed });
  return withInjection(settings, request.injection);
}
