/** Removes forgotten content from archived copies. */
import { rmSync } from 'node:fs';
import { logPath, openLog } from '../read/open-log.ts';
import { readSegment } from './read-segment.ts';
import {
  archiveFiles,
  archiveFolder,
  parseSegmentName,
  segmentPath,
  type Segment,
} from './segment.ts';
import { rawLines, UNFINISHED, writeSegment } from './write-segment.ts';

export interface RefreshReport {
  cleaned: string[];
  /** Copies that may still contain it. */
  left: string[];
}

/** Rebuilds every segment that differs from the log, and removes unfinished copies. */
export async function refreshArchive(dir: string): Promise<RefreshReport> {
  const report: RefreshReport = { cleaned: [], left: [] };
  for (const name of archiveFiles(dir)) {
    const path = `${archiveFolder(dir)}/${name}`;
    try {
      const segment = parseSegmentName(name);
      if (segment !== null) {
        if (await isLikeLog(dir, segment)) continue;
        await writeSegment(dir, segment);
      } else if (name.endsWith(UNFINISHED)) rmSync(path, { force: true });
      else continue;
      report.cleaned.push(path);
    } catch {
      report.left.push(path);
    }
  }
  return report;
}

async function isLikeLog(dir: string, segment: Segment): Promise<boolean> {
  const log = openLog(logPath(dir, segment.session));
  if (log === null) return false;
  try {
    const lines = readSegment(segmentPath(dir, segment));
    let open = Buffer.alloc(0);
    for (const piece of rawLines(log, segment)) {
      open = Buffer.concat([open, piece]);
      if (piece.at(-1) !== 0x0a) continue;
      const copied = await lines.next().catch(() => ({ done: true, value: undefined }));
      const isSame = copied.done !== true && open.subarray(0, -1).equals(copied.value as Buffer);
      if (!isSame) {
        await lines.return(undefined);
        return false;
      }
      open = Buffer.alloc(0);
    }
    return (await lines.next()).done === true;
  } finally {
    log.close();
  }
}
