import { isSharedSession, REFS_SESSION } from '@hookloom/core';
import { foreignSessions, listSessions } from '@hookloom/log';

/** Logs of this installation. */
export function ownSessions(eventloomDir: string): string[] {
  const foreign = new Set(foreignSessions(eventloomDir));
  return listSessions(eventloomDir).filter(
    (session) => session !== REFS_SESSION && !foreign.has(session) && !isSharedSession(session),
  );
}
