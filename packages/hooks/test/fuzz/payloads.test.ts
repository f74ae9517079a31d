/**
 * Damaged payloads of every client: none is fatal, and all are answered with silence. `npm run fuzz:hooks` tries more of
 * them.
 */
import { CLIENT_NAMES, HOOK_EVENT_TYPES, NO_OPINION } from '@hookloom/core/hook';
import { expect, it } from 'vitest';
import { CLIENTS } from '../../src/clients/index.ts';
import { DIALECTS } from '../../src/dialects/index.ts';
import { toEvents } from '../../src/record/to-events.ts';
import { handler } from '../engine-parts.ts';
import { mutate, pick } from './mutate.ts';
import { PAYLOADS, seededBy, seedsOf } from './seeds.ts';

const TYPES = new Set<string>(Object.values(HOOK_EVENT_TYPES));

it.each(CLIENT_NAMES)(
  '%s: damaged payloads are parsed, recorded, passed to hooks and answered with silence',
  (name) => {
    const client = CLIENTS[name];
    const fixtures = seedsOf(name);
    expect(fixtures.length).toBeGreaterThan(0);
    const random = seededBy(name.length * 7919);
    const dialects = Object.values(DIALECTS).map((language) => language());
    const handlers = dialects.flatMap((dialect) =>
      dialect.events.slice(0, 4).map((event) => ({
        dialect,
        handler: handler({ dialect: dialect.name, event: event.name, type: event.type }),
      })),
    );
    const silence = client.render(NO_OPINION, client.parse({}, { nowMs: 0, raw: '{}' }));
    expect([silence.exit, silence.stderr]).toEqual([0, '']);
    for (let round = 0; round < PAYLOADS; round++) {
      const payload = mutate(pick(fixtures, random).payload, random);
      const raw = JSON.stringify(payload);
      const event = client.parse(payload, { nowMs: 1_795_000_000_000, raw });
      if (!TYPES.has(event.event_type) || event.source !== name || event.raw !== raw)
        throw new Error(`not an event: ${raw}`);
      toEvents(event, { root: '/home/dev/project', digest: () => String(round) });
      const told = pick(handlers, random);
      JSON.stringify(
        told.dialect.buildInput(event, told.handler, { turnNumber: 1, projectDir: '/p' }),
      );
      told.dialect.matcherValues(event, told.handler);
      const rendered = client.render(NO_OPINION, event);
      if (rendered.exit !== 0 || rendered.stderr !== '' || rendered.losses.length > 0)
        throw new Error(`not silent: ${raw}`);
      if (client.enforce(rendered, event).decision !== 'none')
        throw new Error(`an opinion out of nothing: ${raw}`);
    }
  },
);
