import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compute } from './compute.ts';
import type { LedgerRow, Operation } from './ledger-row.ts';

type Input = Parameters<typeof compute>[1][number];

function row(value: number | string, unit: string | null, more: Partial<LedgerRow> = {}): Input {
  return { value, unit, kind: 'duration', label: '', time: '2026-11-01T09:00:00.000Z', ...more };
}
const sides = (before: Input, after: Input): Input[] => [
  { ...before, label: 'before' },
  { ...after, label: 'after' },
];
const answer = (operation: Operation, rows: Input[]) => compute(operation, rows)?.answer;

describe('a result', () => {
  test.each<[string, Operation, Input[], string | undefined]>([
    ['adds values of one unit', 'sum', [row(12, 's'), row(30, 's')], '42 s'],
    ['adds in the smaller of two units', 'sum', [row(2, 'min'), row(30, 's')], '150 s'],
    ['adds decimals without rounding errors', 'sum', [row(0.1, 's'), row(0.2, 's')], '0.3 s'],
    [
      'does not add two currencies',
      'sum',
      [row(1, 'USD', { kind: 'money' }), row(1, 'EUR', { kind: 'money' })],
      undefined,
    ],
    [
      'does not add shares',
      'sum',
      [row(10, '%', { kind: 'percent' }), row(20, '%', { kind: 'percent' })],
      undefined,
    ],
    ['does not add two kinds', 'sum', [row(1, 's'), row(1, 'kB', { kind: 'size' })], undefined],
    ['is not a total of a single value', 'sum', [row(12, 's')], undefined],
    [
      'rounds an average to three decimals',
      'average',
      [row(1, 's'), row(1, 's'), row(2, 's')],
      '1.333 s',
    ],
    [
      'names the counted thing',
      'sum',
      [row(18, 'test', { kind: 'count' }), row(3, 'test', { kind: 'count' })],
      '21 tests',
    ],
    [
      'subtracts the earlier value',
      'difference',
      sides(row(80, '%', { kind: 'percent' }), row(92.5, '%', { kind: 'percent' })),
      '+12.5 percentage points (80% → 92.5%)',
    ],
    [
      'does not subtract without an earlier value',
      'difference',
      [row(1, 's'), row(2, 's')],
      undefined,
    ],
    [
      'is not a list with a name twice',
      'list',
      [row('a', null, { kind: 'item' }), row('a', null, { kind: 'item' })],
      undefined,
    ],
    [
      'is not an interval that ends before it starts',
      'interval',
      [
        row('', null, { label: 'start', time: '2026-11-02T00:00:00.000Z' }),
        row('', null, { label: 'end' }),
      ],
      undefined,
    ],
    [
      'shows an interval in its two largest units',
      'interval',
      [
        row('', null, { label: 'start' }),
        row('', null, { label: 'end', time: '2026-11-03T11:30:10.000Z' }),
      ],
      '2 d 2 h',
    ],
  ])('%s', (_, operation, rows, expected) => {
    expect(answer(operation, rows)).toBe(expected);
  });

  test('of a sum or an average equals the exact arithmetic over its rows, in any order', () => {
    const hundredths = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(fc.array(hundredths, { minLength: 2, maxLength: 24 }), (values) => {
        const rows = values.map((value) => row(value / 100, 'USD', { kind: 'money' }));
        const total = values.reduce((sum, value) => sum + value, 0);
        expect(compute('sum', rows)?.value).toBe(total / 100);
        expect(compute('sum', rows.toReversed())).toEqual(compute('sum', rows));
        const mean = compute('average', rows)?.value as number;
        expect(Math.abs(mean - total / 100 / values.length)).toBeLessThanOrEqual(0.0005001);
      }),
    );
  });

  test('of mixed units is the same as with all rows in the smallest unit', () => {
    const unit = fc.constantFrom<[string, number]>(['ms', 1], ['s', 1000], ['min', 60_000]);
    const duration = fc.tuple(fc.integer({ min: 0, max: 5000 }), unit);
    fc.assert(
      fc.property(fc.array(duration, { minLength: 2, maxLength: 12 }), (durations) => {
        const rows = durations.map(([value, [name]]) => row(value, name));
        const least = Math.min(...durations.map(([, [, factor]]) => factor));
        const total = durations.reduce((sum, [value, [, factor]]) => sum + value * factor, 0);
        expect(compute('sum', rows)?.value).toBe(total / least);
      }),
    );
  });
});
