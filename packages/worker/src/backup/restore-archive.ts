/** Rebuilds archived copies from the log after a restore. */
import fs from 'node:fs';
import { parseSegmentName, segmentPath, writeSegment } from '@hookloom/log';
import type { BackedUpProject } from './manifest.ts';

/** Keeps existing files. Skips a part that is not in the log, which `hookloom verify` reports. */
export async function restoreArchive({
  dir,
  project,
}: {
  dir: string;
  project: BackedUpProject;
}): Promise<void> {
  for (const { session, state, archived } of project.logs)
    for (const name of archived) {
      const segment = parseSegmentName(name);
      if (state !== 'whole' || segment?.session !== session) continue;
      if (fs.existsSync(segmentPath(dir, segment))) continue;
      await writeSegment(dir, segment).catch(() => {});
    }
}
