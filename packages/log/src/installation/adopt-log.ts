/** Decisions of a person about a log: to trust one of another installation, or to continue one that lost events. */
import { unavailable } from '@hookloom/core';
import { rmSync } from 'node:fs';
import type { EventStore, UnsealedEvent } from '@hookloom/core/events';
import { logPath } from '../read/open-log.ts';
import { dropVerified } from '../read/verified-file.ts';
import { bindLog } from './claim-log.ts';
import { copiesOf, forgetCopy, realDirectory, saveMark } from '../files/head-at.ts';
import { examineLog, type ExaminedLog } from './examine-log.ts';
import type { Finding } from './finding.ts';
import { installationId, installationKey, keyFile } from './key.ts';
import { markPathOf } from '../files/high-water.ts';

/** Null: the log is not foreign. Otherwise the number of events that were adopted. */
export async function adoptLog(
  dir: string,
  session: string,
  store: EventStore,
): Promise<number | null> {
  const examined = examineLog(dir, session);
  if (examined.ownership !== 'foreign') return null;
  const key = ownKey();
  bindLog(dir, { ...examined, findings: [] }, key);
  const { seq } = examined.head!;
  const payload = { installation: installationId(key), genesis: examined.genesis!, events: seq };
  await store.append(session, [byPerson('log.adopted', payload)]);
  return seq;
}

/** @returns What was acknowledged; empty if there was nothing. */
export async function acknowledgeLog(
  dir: string,
  session: string,
  store: EventStore,
): Promise<Finding[]> {
  const examined = examineLog(dir, session);
  const { genesis, mark } = examined;
  const findings = examined.findings.filter(({ kind }) => kind !== 'broken');
  if (findings.length === 0) return [];
  if (examined.ownership === 'none') {
    if (mark !== null) forgetMark(dir, session, mark.genesis);
    return findings;
  }
  const payload = { findings: findings.map((finding) => ({ ...finding })) };
  await store.append(session, [byPerson('log.acknowledged', payload)]);
  settle(dir, examineLog(dir, session), genesis!);
  // It names events that the person knows to be missing.
  dropVerified(logPath(dir, session));
  return findings;
}

/** The mark starts over at the head, with every copy that is known now. */
function settle(dir: string, examined: ExaminedLog, genesis: string): void {
  const key = ownKey();
  const { merkle: _, ...mark } = bindLog(dir, { ...examined, findings: [] }, key);
  saveMark(mark);
  const copies = copiesOf(genesis, { dir: realDirectory(dir), session: examined.session });
  if (copies.length === 0) return;
  saveMark({ ...mark, acknowledgedCopies: copies.map((copy) => copy.dir) });
}

function forgetMark(dir: string, session: string, genesis: string | null): void {
  const real = realDirectory(dir);
  rmSync(markPathOf(real, session), { force: true });
  if (genesis !== null) forgetCopy(genesis, real, session);
}

function ownKey(): Buffer {
  const key = installationKey({ make: true });
  if (key !== null) return key;
  throw unavailable(
    `The key of this installation cannot be read or created: ${keyFile()}.`,
    'Make the folder writable and the file private (0600), or name another with HOOKLOOM_INSTALLATION_KEY_FILE.',
  );
}

function byPerson(type: string, payload: UnsealedEvent['payload']): UnsealedEvent {
  return { type, actorId: 'user', payload, origin: { channel: 'user' } };
}
