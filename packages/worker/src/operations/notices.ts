/** The warnings about the logs at the start of answers. */
import { isLoss, logNotices, partsOf, type LogNotice } from '@hookloom/log';
import { boundSession } from '../call-scope.ts';
import { sharedSessions, type OperationContext } from './context.ts';

/** Losses of the sessions that are read and written, all foreign logs and all links. */
export function noticesFor(
  { workspace, stateDir }: Pick<OperationContext, 'workspace' | 'stateDir'>,
  session: string,
): LogNotice[] {
  // A log that is not on a disk has none.
  if (stateDir === undefined) return [];
  const bound = boundSession();
  if (bound !== undefined)
    return logNotices(workspace.eventloomDir).filter((notice) => notice.session === bound);
  const own = [session, workspace.session];
  return logNotices(workspace.eventloomDir).filter(
    (notice) => !isLoss(notice) || own.includes(notice.session ?? ''),
  );
}

export function noticeTexts(
  context: Pick<OperationContext, 'workspace' | 'stateDir'>,
  session: string,
): string[] {
  return noticesFor(context, session).map(noticeText);
}

/** The other logs with a part of the memory of this session: see `log-directory.ts`. */
export function partsOfSession(
  { workspace, stateDir }: Pick<OperationContext, 'workspace' | 'stateDir'>,
  session: string,
): string[] {
  return stateDir === undefined ? [] : partsOf(workspace.eventloomDir, session);
}

/** The session, then its parts, then the files of the team. */
export function sessionsOf(context: OperationContext, session: string): string[] {
  return [session, ...partsOfSession(context, session), ...sharedSessions(context)];
}

/** One line for users and models. */
export function noticeText({ message, command }: LogNotice): string {
  return `${message} A person can settle this in a terminal: \`${command}\`.`;
}
