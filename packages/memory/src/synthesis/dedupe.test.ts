import { expect, test } from 'vitest';
import { dedupe } from './dedupe.ts';
import type { LedgerRow } from './ledger-row.ts';

const MORNING = '2026-11-01T09:00:00.000Z';
const NEXT_DAY = '2026-11-02T09:00:00.000Z';

function stated(identity: string, more: Partial<LedgerRow> = {}): LedgerRow {
  return {
    fact_id: 's/1#1',
    source_group: 's/1',
    citation: 'eventloom://s/events/1',
    kind: 'duration',
    entity: '',
    value: 12,
    unit: 's',
    time: MORNING,
    label: '',
    raw_span: '',
    normalized_identity: identity,
    include_reason: 'stated_value',
    exclude_reason: null,
    confidence: 1,
    channel: 'user',
    ...more,
  };
}

test.each<[string, LedgerRow, LedgerRow, string | null]>([
  ['the same statement', stated('12 s:build took'), stated('12 s:build took'), 'duplicate'],
  ['most of the words', stated('12 s:a b c d e'), stated('12 s:a b c x y'), 'duplicate'],
  ['too few of the words', stated('12 s:a b c d e'), stated('12 s:a b x y z'), null],
  ['another value', stated('12 s:build took'), stated('13 s:build took'), null],
  [
    'another side of a change',
    stated('12 s:build took', { label: 'before' }),
    stated('12 s:build took long', { label: 'after' }),
    null,
  ],
  [
    'the same side of a change',
    stated('12 s:build took', { label: 'before' }),
    stated('12 s:build took long', { label: 'before' }),
    'duplicate',
  ],
  [
    'one side of a change, and a value alone',
    stated('12 s:build took', { label: 'before' }),
    stated('12 s:build took long', { label: 'build' }),
    null,
  ],
  [
    'two names of one thing',
    stated('12 s:build took', { label: 'build' }),
    stated('12 s:build took long', { label: 'the build' }),
    'duplicate',
  ],
  [
    'a recorded value',
    stated('12 s:build took'),
    stated('12 s:build took long', { include_reason: 'recorded_value' }),
    null,
  ],
  [
    'the same words on another day',
    stated('12 s:build took'),
    stated('12 s:build took', { time: NEXT_DAY }),
    'ambiguous_repeat',
  ],
])('a row that repeats %s is counted as it should be', (_, first, second, reason) => {
  const [kept, repeated] = dedupe([first, second], 'sum');
  expect(kept).toEqual(first);
  expect(repeated!.exclude_reason).toBe(reason);
  expect(repeated!.include_reason).toBe(reason === null ? second.include_reason : null);
});

test('a difference counts a value that is repeated on another day once', () => {
  const rows = [stated('12 s:build took'), stated('12 s:build took', { time: NEXT_DAY })];
  expect(dedupe(rows, 'difference')[1]!.exclude_reason).toBe('duplicate');
});
