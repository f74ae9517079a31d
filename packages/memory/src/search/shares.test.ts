import { CHANNELS, type Channel } from '@hookloom/core/events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUntrusted } from '../channels.ts';
import { shareOut } from './rank.ts';

interface Row {
  at: number;
  channel: Channel;
  source: string;
}

const rows = fc
  .array(
    fc.record({ channel: fc.constantFrom(...CHANNELS), source: fc.constantFrom('a', 'b', 'c') }),
    { maxLength: 40 },
  )
  .map((all) => all.map((row, at): Row => ({ ...row, at })));
const slots = fc.integer({ min: 1, max: 20 });

const share = (given: readonly Row[], most: number) =>
  shareOut(given, most, ({ channel, source }) => ({ channel, source: () => source }));
const reported = ({ channel }: Row) => isUntrusted(channel);
const sourceOf = ({ channel, source }: Row) => `${channel} ${source}`;
function grouped(given: readonly Row[], of: (row: Row) => string): Row[][] {
  return [...new Set(given.map(of))].map((name) => given.filter((row) => of(row) === name));
}
const most = (given: readonly Row[], of: (row: Row) => string) =>
  Math.max(0, ...grouped(given, of).map(({ length }) => length));

describe('a list that several channels share', () => {
  it('loses no row and repeats none', () => {
    fc.assert(
      fc.property(rows, slots, (given, n) => {
        expect(share(given, n).toSorted((a, b) => a.at - b.at)).toEqual(given);
      }),
    );
  });

  it('keeps the order of authoritative rows, and of every source', () => {
    fc.assert(
      fc.property(rows, slots, (given, n) => {
        const shared = share(given, n);
        expect(shared.filter((row) => !reported(row))).toEqual(
          given.filter((row) => !reported(row)),
        );
        for (const of of grouped(given.filter(reported), sourceOf))
          expect(shared.filter((row) => of.includes(row))).toEqual(of);
      }),
    );
  });

  it('is unchanged if nothing was reported', () => {
    fc.assert(
      fc.property(rows, slots, (given, n) => {
        const trusted = given.filter((row) => !reported(row));
        expect(share(trusted, n)).toEqual(trusted);
      }),
    );
  });

  it('gives reported rows at most half of the front while authoritative rows wait', () => {
    fc.assert(
      fc.property(rows, slots, (given, n) => {
        const shared = share(given, n);
        const [front, behind] = [shared.slice(0, n), shared.slice(n)];
        if (behind.every(reported)) return;
        expect(front.filter(reported).length).toBeLessThanOrEqual(n / 2);
      }),
    );
  });

  it('gives a source more than a third, or a channel more than half, only if no other row is left', () => {
    fc.assert(
      fc.property(rows, slots, (given, n) => {
        const shared = share(given, n);
        const [front, behind] = [shared.slice(0, n).filter(reported), shared.slice(n)];
        const bySource = Math.max(1, Math.floor(n / 3));
        const byChannel = Math.max(1, Math.floor(n / 2));
        const waitsWithin = behind.filter((row) => {
          const before = shared.slice(0, shared.indexOf(row)).filter(reported);
          const ofSource = before.filter((other) => sourceOf(other) === sourceOf(row)).length;
          const ofChannel = before.filter(({ channel }) => channel === row.channel).length;
          return !reported(row) || (ofSource < bySource && ofChannel < byChannel);
        });
        if (waitsWithin.length === 0) return;
        expect(most(front, sourceOf)).toBeLessThanOrEqual(bySource);
        expect(most(front, ({ channel }) => channel)).toBeLessThanOrEqual(byChannel);
      }),
    );
  });

  it('never moves an authoritative row down', () => {
    fc.assert(
      fc.property(rows, slots, (given, n) => {
        const shared = share(given, n);
        for (const row of given.filter((each) => !reported(each)))
          expect(shared.indexOf(row)).toBeLessThanOrEqual(row.at);
      }),
    );
  });

  it('lets a single flood fill unused positions', () => {
    const flood = Array.from({ length: 9 }, (_, at): Row => ({ channel: 'web', source: 'x', at }));
    expect(share(flood, 6)).toEqual(flood);
  });

  it('places another channel before the second page of the first', () => {
    const of = (channel: Row['channel'], source: string, at: number): Row => ({
      channel,
      source,
      at,
    });
    const given = [of('web', 'x', 0), of('web', 'x', 1), of('web', 'x', 2), of('tool', 'y', 3)];
    expect(share(given, 2).map(({ at }) => at)).toEqual([0, 3, 1, 2]);
  });
});
