/** The hook entries of a client, as a part of a file. */
import type { ClientName } from '@hookloom/core/hook/event-types';
import { HOOK_CLIENT_FILES } from '../hook-clients.ts';
import { hooksPart } from '../hooks-part.ts';
import type { PartRequest } from '../part-request.ts';
import { withInjection } from '../with-injection.ts';
import type { ConnectRequest } from './request.ts';

export function hooksOf(
  request: Pick<
    ConnectRequest,
    'workspace' | 'files' | 'transport' | 'port' | 'injection' | 'source'
  >,
  client: Exclude<ClientName, 'generic'>,
  file: string,
): PartRequest {
  const settings = HOOK_CLIENT_FILES[client].settings(request);
  return hooksPart(file, withInjection(settings, request.injection));
}
