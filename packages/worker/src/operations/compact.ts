/** Writes a digest of a log's windows next to the log, however long it is. Never rewrites the log. */
import type { StoredEvent } from '@hookloom/core/events';
import type { Strategy, WindowDigest } from '@hookloom/memory';

export interface CompactRequest {
  session: string;
  /** Events per window. */
  snapshotEvery: number;
  strategy: Strategy;
  maxRecords: number;
  purpose: string | null;
}

/** The content of a `*.compaction.json`: names events, contains no recorded text. */
export interface Compaction {
  format: 'zaxy.compaction.v1';
  session_id: string;
  authority_status: 'non_authoritative';
  strategy: Strategy;
  snapshot_every: number;
  max_records: number;
  purpose: string | null;
  event_count: number;
  head: { seq: number; hash: string } | null;
  windows: WindowDigest[];
}

/** The content of each representative event, for display. */
export type RepresentativeTexts = Map<string, string>;

/** Digests the events, which must be in order. Keeps one window in memory at a time. */
export async function compact(
  events: Iterable<StoredEvent>,
  request: CompactRequest,
  onWindow: (window: WindowDigest) => void = () => {},
): Promise<{ compaction: Compaction; texts: RepresentativeTexts }> {
  const { digestWindow, eventLine } = await import('@hookloom/memory');
  const { session, snapshotEvery, strategy, maxRecords, purpose } = request;
  const windows: WindowDigest[] = [];
  const texts: RepresentativeTexts = new Map();
  let pending: StoredEvent[] = [];
  let count = 0;
  const close = (): void => {
    if (pending.length === 0) return;
    const window = digestWindow(pending, { session, strategy, maxRecords, purpose });
    const bySeq = new Map(pending.map((event) => [event.seq, event]));
    for (const { citation, seq } of window.representatives)
      texts.set(citation, eventLine(bySeq.get(seq)!) ?? '');
    windows.push(window);
    pending = [];
    onWindow(window);
  };
  for (const event of events) {
    pending.push(event);
    count++;
    if (pending.length === snapshotEvery) close();
  }
  close();
  const last = windows.at(-1);
  const compaction: Compaction = {
    format: 'zaxy.compaction.v1',
    session_id: session,
    authority_status: 'non_authoritative',
    strategy,
    snapshot_every: snapshotEvery,
    max_records: maxRecords,
    purpose,
    event_count: count,
    head: last === undefined ? null : { seq: last.to_seq, hash: last.last_hash },
    windows,
  };
  return { compaction, texts };
}
