/**
 * Damaged payloads of every client on the way into the log: each becomes events that may be written, or a mark. `npm run
 * fuzz:hooks` tries more of them.
 */
import { createIds } from '@hookloom/core';
import { CLIENT_NAMES } from '@hookloom/core/hook';
import { prepareEvents } from '@hookloom/log/testing';
import { expect, it } from 'vitest';
import { observing } from '../../src/record/observed.fixture.ts';
import { unsealed, parsePayload } from '../../src/record/record-delivery.ts';
import { unreadable } from '../../src/record/unreadable.ts';
import { fuzzed, PAYLOADS, seededBy, seedsOf } from './seeds.ts';

const ids = createIds(() => '0123456789abcdef');

it.each(CLIENT_NAMES)('%s: drops no payload without a mark', (client) => {
  const seeds = seedsOf(client);
  const random = seededBy(client.length * 104_729);
  const target = { dir: '/p/.eventloom', session: 'p-default', root: '/p', client };
  let marked = 0;
  for (let round = 0; round < PAYLOADS; round++) {
    const bytes = fuzzed(seeds, random);
    const payload = parsePayload(bytes);
    const digest = (): string => String(round);
    try {
      const observed =
        payload === null
          ? unreadable({ bytes }, digest)
          : observing(client)(payload, { root: target.root, digest });
      const events = observed.events.map((event) =>
        unsealed(event, target, observed.sessionId, { find: () => undefined }),
      );
      if (events.length === 0) throw new Error('It became no event.');
      prepareEvents(events, { nowMs: 1_795_000_000_000, ids });
    } catch (error) {
      throw new Error(`dropped: ${bytes.toString('latin1')}`, { cause: error });
    }
    if (payload === null) marked++;
  }
  expect(marked).toBeGreaterThan(0);
  expect(marked).toBeLessThan(PAYLOADS / 2);
});
