/** Whether any hook here needs or has a review. Otherwise no review code is loaded. */
import fs from 'node:fs';
import type { LoadedConfig } from '../load.ts';
import { recordFiles } from './record-paths.ts';
import type { ReviewPlace } from './reviews.ts';

export function needsReviews(config: LoadedConfig, place: ReviewPlace): boolean {
  return (
    config.problems.some(({ code }) => code === 'unreadable_file' || code === 'unparsable_file') ||
    config.handlers.some(({ critical }) => critical) ||
    config.files.some(
      ({ file, handlers, switches, blocked }) =>
        switches.length > 0 ||
        blocked.length > 0 ||
        (handlers.length > 0 && (file.layer === 'project' || file.layer === 'local')),
    ) ||
    recordFiles(place).some((file) => fs.existsSync(file))
  );
}
