/** The hook entries of a client, as a part of a file. */
import path from 'node:path';
import type { Connectable } from '@hookloom/hooks/clients';
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
  const isInProject = file.startsWith(request.place.root + path.sep);
  const settings = hookSettingsOf({ ...request, isInProject }, client);
  return hooksPart(file, settings);
}

/** One entry for every event that the recorder and the hook files here need. */
export function hookSettingsOf(
  request: HooksOfRequest & { isInProject?: boolean },
  client: Connectable,
): HookSettings {
  const needed = neededHere(client, request.place);
  const settings = clientSettings(client, { ...request, needed });
  return withInjection(settings, request.injection);
}
