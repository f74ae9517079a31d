/** Whether what a client's session does now is done for a prompt that was private from end to end (seeds/003). */
import type { ClientName } from '@hookloom/core/hook/event-types';
import { openLinks } from './links.ts';

/** As `recordObserved` judges it before it writes; outside the hook path. */
export function isPrivateTurn(dir: string, client: ClientName, clientSession: string): boolean {
  const { find } = openLinks(dir, client, clientSession);
  return (find('private') ?? '') > (find('public') ?? '');
}
