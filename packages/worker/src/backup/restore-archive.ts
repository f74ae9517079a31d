/** The archived copies beside a log when the backup was made, rebuilt from the log that contains them. */
import fs from 'node:fs';
import { parseSegmentName, segmentPath, writeSegment } from '@hookloom/log';
import type { BackedUpProject } from './manifest.ts';

/** Existing files stay. Skips a part that is not in the log, and `hookloom verify` names it. */
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
