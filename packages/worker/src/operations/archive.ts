/**
 * Writes old segments of a log as compressed copies next to it. The log itself stays complete
 * (docs/adr/0004-archives-are-copies.md).
 */
import type { StoredEvent } from '@hookloom/core/events';
import {
  archiveRecords,
  logPath,
  merkleRoots,
  readEvents,
  segmentName,
  writeSegment,
  type ArchiveRecord,
} from '@hookloom/log';
import type { OperationContext } from './context.ts';

export interface ArchiveRequest {
  session: string;
  /** Events per segment. Only full segments are written. */
  segmentEvents: number;
  /** Only report what would be written. */
  dryRun?: boolean;
  signal?: AbortSignal;
  onSegment?: (done: number, total: number) => void;
}

export interface ArchivedSegment extends ArchiveRecord {
  events: number;
  /** Size of the compressed file; null if nothing was written. */
  bytes: number | null;
}

export interface ArchiveAnswer {
  segments: ArchivedSegment[];
  /** The last archived seq; 0 if there is none. */
  archived_to: number;
  /** Number of later events: too few for a segment, or left because the call was stopped. */
  left: number;
}

/**
 * Continues after the last segment that the log names. If the call is stopped or killed, the written segments stay, and
 * the next call continues after them. The log must have been verified before.
 */
export async function archive(
  context: OperationContext,
  { session, segmentEvents, dryRun = false, signal, onSegment }: ArchiveRequest,
): Promise<ArchiveAnswer> {
  const dir = context.workspace.eventloomDir;
  const hashes = Array.from(readEvents(logPath(dir, session)), ({ hash }: StoredEvent) => hash);
  const segments: ArchivedSegment[] = [];
  let done = Math.max(0, ...archiveRecords(dir, session).map(({ to_seq }) => to_seq));
  const total = Math.floor((hashes.length - done) / segmentEvents);
  const from = done;
  const ends = Array.from({ length: total }, (_, i) => from + (i + 1) * segmentEvents);
  const roots = merkleRoots(hashes, ends);
  const isStopped = (): boolean => signal?.aborted === true;
  while (segments.length < total && !isStopped()) {
    const segment = { session, from: done + 1, to: done + segmentEvents };
    const record = {
      file: segmentName(segment),
      from_seq: segment.from,
      to_seq: segment.to,
      last_hash: hashes[segment.to - 1]!,
      merkle_root: roots.get(segment.to)!,
    };
    const bytes = dryRun ? null : await written(context, segment, record, signal);
    if (bytes === undefined) break;
    segments.push({ ...record, events: segmentEvents, bytes });
    done = segment.to;
    onSegment?.(segments.length, total);
  }
  return { segments, archived_to: done, left: hashes.length - done };
}

/** Undefined if it was stopped. Writes the file first, so that the log only names existing files. */
async function written(
  { workspace, store }: OperationContext,
  segment: { session: string; from: number; to: number },
  record: ArchiveRecord,
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  let bytes: number;
  try {
    bytes = await writeSegment(workspace.eventloomDir, segment, signal);
  } catch (error) {
    if (signal?.aborted === true) return undefined;
    throw error;
  }
  await store.append(
    segment.session,
    [
      {
        type: 'log.archived',
        actorId: 'hookloom',
        payload: { ...record },
        origin: { channel: 'system' },
      },
    ],
    { durability: 'fsync' },
  );
  return bytes;
}
