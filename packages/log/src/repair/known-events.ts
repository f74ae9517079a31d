/** What this installation knows about a broken log, before and after it is repaired. */
import { bindLog } from '../installation/claim-log.ts';
import { saveMark, copiesOf, realDirectory } from '../files/head-at.ts';
import { examineLog } from '../installation/examine-log.ts';
import { installationKey, readSeal } from '../installation/key.ts';
import { logPath } from '../read/open-log.ts';
import { recordedEvents } from '../read/read-events.ts';

/** Hashes of events that this installation wrote. */
export function knownHashes(dir: string, session: string): Set<string> {
  const { mark, genesis, findings } = examineLog(dir, session);
  const key = installationKey();
  const seal = key === null ? null : readSeal(dir, session, key);
  const place = { dir: realDirectory(dir), session };
  const copies = genesis === null ? [] : copiesOf(genesis, place);
  const hashes = [
    mark?.genesis,
    mark?.hash,
    seal?.genesis,
    seal?.hash,
    ...findings.map(({ hash }) => hash),
    ...copies.map(({ hash }) => hash),
  ];
  return new Set(hashes.flatMap((hash) => ((hash ?? '') === '' ? [] : [hash!])));
}

/**
 * Restarts the mark at the end of a repaired log. Findings about events that the repair kept, in this log or in
 * another, are settled; a loss stays until a person acknowledges it. Nothing is written if there is nothing to settle.
 */
export function settleMark(dir: string, session: string): void {
  const examined = examineLog(dir, session);
  const kept = keptByRepair(dir, session);
  const findings = examined.findings.filter(
    ({ kind, hash }) => kind !== 'broken' && !kept.known.has(hash),
  );
  if (examined.head === null || findings.length === examined.findings.length) return;
  const key = installationKey({ make: true });
  if (key === null) return;
  const { merkle, ...mark } = bindLog(dir, { ...examined, findings }, key);
  const isCovered = merkle !== undefined && merkle.seq <= kept.events;
  saveMark(isCovered ? { ...mark, merkle } : mark);
}

/** The events that the repairs of this log report as kept. */
function keptByRepair(dir: string, session: string): { known: Set<unknown>; events: number } {
  const known = new Set<unknown>();
  let events = Number.MAX_SAFE_INTEGER;
  for (const { type, payload } of recordedEvents(logPath(dir, session))) {
    if (type !== 'log.repaired') continue;
    if (Array.isArray(payload['known'])) for (const hash of payload['known']) known.add(hash);
    events = Math.min(events, Number(payload['kept']));
  }
  return { known, events };
}
