/**
 * Does for the viewer what `hookloom compact LOG --archive` does: writes a digest and compressed copies of full
 * windows.
 */
import fs from 'node:fs';
import path from 'node:path';
import { corrupt } from '@hookloom/core';
import { isDamaged, logPath, readEvents } from '@hookloom/log';
import { archive } from '../../operations/archive.ts';
import { compact } from '../../operations/compact.ts';
import { writePrivateFile } from '../../private-file.ts';
import type { OpenWorkspace } from '../../workspaces/workspaces.ts';

/** The command's defaults. */
const WINDOW_EVENTS = 10_000;
const MAX_RECORDS = 5;

export interface CompactedLog {
  events: number;
  windows: number;
  /** Size of the digest. */
  bytes: number;
  /** Number of segments archived now. */
  archived: number;
  /** Number of events that no archived segment covers yet. */
  left: number;
}

/** Throws `corrupt` for a broken log before writing anything. Never rewrites the log. */
export async function compactLog(
  { runtime, workspace }: OpenWorkspace,
  session: string,
): Promise<CompactedLog> {
  const { store, context } = runtime;
  const report = await store.verify(session, { incremental: false });
  if (isDamaged(report))
    throw corrupt(
      `The log is broken at event ${report.broken_at_seq}; nothing was written.`,
      'Run `hookloom verify` on it.',
    );
  const file = logPath(workspace.eventloomDir, session);
  const { compaction } = await compact(fs.existsSync(file) ? readEvents(file, {}) : [], {
    session,
    snapshotEvery: WINDOW_EVENTS,
    strategy: 'medoid',
    maxRecords: MAX_RECORDS,
    purpose: null,
  });
  const folder = path.join(workspace.eventloomDir, 'projections');
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const text = `${JSON.stringify(compaction, null, 2)}\n`;
  writePrivateFile(path.join(folder, `${session}.compaction.json`), text);
  const { segments, left } = await archive(context, { session, segmentEvents: WINDOW_EVENTS });
  return {
    events: compaction.event_count,
    windows: compaction.windows.length,
    bytes: Buffer.byteLength(text),
    archived: segments.length,
    left,
  };
}
