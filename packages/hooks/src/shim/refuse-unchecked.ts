/** How an event is handled if our own code fails: a guarded one is refused, every other continues. */
import { writeSync } from 'node:fs';
import { quietly, type JsonObject } from '@hookloom/core';
import { commandOf, namesIn, type Delivery, handlersKnown } from './delivery.ts';
import type { HookPlace } from './find-place.ts';
import { isClient } from '../clients/index.ts';
import { writeRefusal, type Refused } from './write-refusal.ts';

/** What is known at an error: the client's location, and its event according to the payload. */
export const seen: { place: HookPlace; delivery: Delivery | null; fields: JsonObject } = {
  place: { root: '', target: { dir: '', session: '' } },
  delivery: null,
  fields: {},
};

/** The exit status after an error of ours. Guards that could not do their work refuse. */
export function crashed(args: readonly string[], env: NodeJS.ProcessEnv): number {
  try {
    const called = commandOf(args);
    const { client } = called;
    if (!isClient(client)) return 0;
    const { root, target } = seen.place;
    const asked = { client, projectDir: root || process.cwd(), target, env };
    const known = handlersKnown(asked, namesIn(called, seen.fields));
    return known === 'guarded' ? refuseUnchecked('The hook failed.').exit : 0;
  } catch {
    return 0;
  }
}

/**
 * Refuses a call that could not be checked: in the event's own way or, if the event is unknown, with exit status 2,
 * which most clients honour.
 */
export function refuseUnchecked(why: string): Refused {
  try {
    const asked = seen.delivery;
    const refused = asked && writeRefusal(asked, namesIn(asked, seen.fields), why);
    if (refused !== null) return refused;
  } catch {
    // Without a rendered answer.
  }
  // Nothing reads the output.
  quietly(() =>
    writeSync(
      2,
      `${why} A hook that is marked critical could not check this call, so it was refused. Run \`hookloom hooks doctor\`.\n`,
    ),
  );
  return { exit: 2, isRefused: true };
}
