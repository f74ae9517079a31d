/** Whether what a client's session does now is done for a prompt that was private from end to end . */
import { existsSync } from 'node:fs';
import { privateMark } from '../state/private-mark.ts';
import { openLinks } from './links.ts';
import type { Target } from './append-observed.ts';

/** As `recordObserved` judges it before it writes; outside the hook path. */
export function isPrivateTurn(
  { dir, client, stateDir }: Pick<Target, 'dir' | 'client' | 'stateDir'>,
  clientSession: string,
): boolean {
  const { find } = openLinks(dir, client, clientSession);
  return (
    existsSync(privateMark(clientSession, stateDir)) ||
    (find('private') ?? '') > (find('public') ?? '')
  );
}
