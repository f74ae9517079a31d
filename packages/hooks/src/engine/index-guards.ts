/**
 * Writes the files that refuse in place of the engine and of the launcher if these cannot run: the handler index of every
 * client and the marks beside it. An event writes them as well, but a review applies from the moment it is recorded.
 */
import { CLIENT_NAMES } from '@hookloom/core/hook';
import { CLIENTS } from '../clients/index.ts';
import { DIALECTS } from '../dialects/index.ts';
import { loadConfig } from './load.ts';
import { openReviews, type ReviewPlace } from './review/reviews.ts';
import { configFiles } from './sources.ts';
import { writeIndex } from './write-index.ts';

/** Never throws: the next event writes what cannot be written now. */
export function indexGuards(place: ReviewPlace): void {
  for (const client of CLIENT_NAMES.map((name) => CLIENTS[name])) {
    // The same files as for an event, which does not read those that the client runs by itself.
    const files = configFiles(place).filter(({ dialect }) => !client.runsItself.includes(dialect));
    const config = loadConfig(files, DIALECTS);
    try {
      writeIndex({ ...place, client }, config, openReviews(config, place));
    } catch {
      // A state folder that cannot be written.
    }
  }
}
