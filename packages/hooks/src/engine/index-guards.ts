/**
 * Writes the files that refuse calls if the engine or the launcher cannot run: the handler index of every client and
 * the marks next to it. An event writes them too, but a review applies from the moment it is recorded.
 */
import { quietly } from '@hookloom/core';
import { CLIENT_NAMES } from '@hookloom/core/hook';
import { CLIENTS } from '../clients/index.ts';
import { loadConfig } from './load.ts';
import { openReviews, type ReviewPlace } from './review/reviews.ts';
import { configFiles } from './sources.ts';
import { writeIndex } from './write-index.ts';

/** Never throws. The next event writes what cannot be written now. */
export function indexGuards(place: ReviewPlace): void {
  for (const client of CLIENT_NAMES.map((name) => CLIENTS[name])) {
    // The same files as for an event, which skips those that the client runs itself.
    const files = configFiles(place).filter(({ dialect }) => !client.runsItself.includes(dialect));
    const config = loadConfig(files);
    // The state folder is not writable.
    quietly(() => writeIndex({ ...place, client }, config, openReviews(config, place)));
  }
}
