/** What answers say first about the logs they come from. */
import { isLoss, logNotices, type LogNotice } from '@hookloom/log/installation/log-notices';
import type { OperationContext } from './context.ts';

/** Losses of the session that is read and of the one that is written; every foreign log and every link. */
export function noticesFor(
  { workspace, stateDir }: Pick<OperationContext, 'workspace' | 'stateDir'>,
  session: string,
): LogNotice[] {
  // Only where the log is on a disk.
  if (stateDir === undefined) return [];
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

/** One line for people and models. */
export function noticeText({ message, command }: LogNotice): string {
  return `${message} A person can settle this in a terminal: \`${command}\`.`;
}
