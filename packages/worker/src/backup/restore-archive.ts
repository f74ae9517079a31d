/** The archived copies that were beside a log when the backup was made. They hold what the log holds, so they are made from it. */
import fs from 'node:fs';
import { parseSegmentName, segmentPath, writeSegment } from '@hookloom/log';
import type { BackedUpProject } from './manifest.ts';

/** What is there stays. A part that the log does not hold is left out, and `hookloom verify` names it. */
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
