/** Which session to record in if a log with the wanted name belongs to another installation. */
import type { UnsealedEvent } from '@hookloom/core/events';
import { brokenFinding, continuationOf } from './broken-log.ts';
import { examineLog } from './examine-log.ts';
import { installationId, installationKey } from './key.ts';

const MAX_NAME = 100;
const MAX_TRIES = 9;

/**
 * The session itself, unless its log is foreign: then one beside it with this installation's id. For a log that is
 * known to be broken it is the continuation. Also the session itself if there can be no key; everything in it is then
 * shown as reported.
 *
 * @example ownSession('/home/dev/cloned/.eventloom', 'shop-default') // 'shop-default.4fa9c210'
 */
export function ownSession(dir: string, session: string): string {
  const { ownership, findings } = examineLog(dir, session);
  const broken = brokenFinding(findings);
  if (broken !== null) return ownSession(dir, continuationOf(session, broken));
  if (ownership !== 'foreign') return session;
  const key = installationKey({ make: true });
  if (key === null) return session;
  const base = `${session.slice(0, MAX_NAME)}.${installationId(key)}`;
  for (let count = 1; count <= MAX_TRIES; count++) {
    const name = count === 1 ? base : `${base}.${count}`;
    if (examineLog(dir, name).ownership !== 'foreign') return name;
  }
  return session;
}

/** The first event of a continuation; nothing for any other new log. */
export function continuedEvents(dir: string, session: string): UnsealedEvent[] {
  const [part] = /\.after-\d+(?:\.\d)?$/.exec(session) ?? [];
  if (part === undefined) return [];
  const of = session.slice(0, -part.length);
  const finding = brokenFinding(examineLog(dir, of).findings);
  if (finding === null) return [];
  const { found: seq, hash, seq: broken_at_seq } = finding;
  return [
    {
      type: 'log.continued',
      actorId: 'hookloom',
      origin: { channel: 'system' },
      payload: { session: of, seq, hash, broken_at_seq },
    },
  ];
}
