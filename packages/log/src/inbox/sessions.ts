/** The sessions with appends in the inbox, for a long-lived process that drains them when no one appends. */
import { constants } from 'node:fs';
import { attempt, isJsonObject, isSessionId, namesIn } from '@hookloom/core';
import { readRange, withOwned } from '../files/owned-file.ts';
import { inboxDirectory, inboxSuffix } from '../lock/session-log.ts';

/** How many appends wait, by session, sorted. Files that name no session are left to the drain. */
export function inboxSessions(dir: string): { session: string; waiting: number }[] {
  const bySuffix = new Map<string, string[]>();
  for (const name of namesIn(inboxDirectory(dir))) {
    const suffix = /^evt_[^.]*(\.[0-9a-f]{8}\.json)$/.exec(name)?.[1];
    if (suffix === undefined) continue;
    if (!bySuffix.has(suffix)) bySuffix.set(suffix, []);
    bySuffix.get(suffix)!.push(name);
  }
  const found: { session: string; waiting: number }[] = [];
  for (const [suffix, names] of bySuffix) {
    for (const name of names) {
      const session = sessionIn(`${inboxDirectory(dir)}/${name}`);
      if (session === null || inboxSuffix(session) !== suffix) continue;
      found.push({ session, waiting: names.length });
      break;
    }
  }
  return found.sort((a, b) => (a.session < b.session ? -1 : 1));
}

function sessionIn(path: string): string | null {
  return attempt(() =>
    withOwned(path, constants.O_RDONLY, ({ fd, stats }) => {
      const content: unknown = JSON.parse(readRange(fd, 0, stats.size).toString('utf8'));
      const session = isJsonObject(content) ? content['session'] : null;
      return typeof session === 'string' && isSessionId(session) ? session : null;
    }),
  );
}
