import type { StoredEvent } from '@hookloom/core/events';
import { createMemoryStore } from '@hookloom/log';
import { expect, it } from 'vitest';
import { mergeTails } from './events-of-all.ts';
import { readTail } from './tail.ts';

const minute = (at: number): string => new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString();

/** A log with events at these minutes; those at `wanted` pass the filter. */
async function logOf(log: string, minutes: readonly number[], wanted: readonly number[]) {
  let at = 0;
  const store = createMemoryStore({ clock: { now: () => Date.parse(minute(minutes[at++]!)) } });
  for (const told of minutes)
    await store.append(log, [
      {
        type: wanted.includes(told) ? 'decision.made' : 'file.edit.applied',
        actorId: 'user',
        payload: { title: `minute ${told}` },
        origin: { channel: 'user' },
      },
    ]);
  return { log, store, before: undefined as number | undefined, isOver: false };
}

/** Reads page after page, like the list of all projects. */
async function pages(logs: Awaited<ReturnType<typeof logOf>>[], look: number) {
  const told: string[] = [];
  for (let page = 0; page < 50 && logs.some(({ isOver }) => !isOver); page++) {
    const parts = await Promise.all(
      logs
        .filter(({ isOver }) => !isOver)
        .map(async (log) => ({
          log,
          tail: await readTail(log.store, {
            log: log.log,
            before: log.before,
            limit: 3,
            look,
            wanted: ({ type }: StoredEvent) => type === 'decision.made',
          }),
        })),
    );
    const newest = mergeTails(parts, 3);
    told.push(...newest.map(({ event }) => event.timestamp));
    const shown = new Set(newest.map(({ event }) => event));
    for (const { log, tail } of parts) {
      const left = tail.events.find((event) => !shown.has(event));
      const before = left === undefined ? tail.before : left.seq + 1;
      log.isOver = before === null;
      log.before = before ?? undefined;
    }
  }
  return told;
}

it('orders filtered events of several logs by time, even if one log has few of them', async () => {
  const busy = Array.from({ length: 200 }, (_, at) => 2 * at);
  const rare = [2, 6, 10, 200, 202];
  const calm = Array.from({ length: 8 }, (_, at) => 50 * at + 1);
  const told = await pages(
    [await logOf('busy-default', busy, rare), await logOf('calm-default', calm, calm)],
    20,
  );
  const wanted = [...rare, ...calm].toSorted((one, other) => other - one).map(minute);
  expect(told).toEqual(wanted);
});
