import { expect, test } from 'vitest';
import { candidatesOf } from './candidates.ts';
import type { LedgerRow, Operation, OperationRecord } from './ledger-row.ts';

const row = (id: string, group: string, more: Partial<LedgerRow> = {}): LedgerRow => ({
  fact_id: id,
  source_group: group,
  citation: null,
  kind: 'event',
  entity: '',
  value: 1,
  unit: 'run',
  time: '',
  label: '',
  raw_span: '',
  normalized_identity: id,
  include_reason: 'recorded_event',
  exclude_reason: null,
  confidence: 0.9,
  channel: 'model',
  ...more,
});
const made = (operation: Operation, answer: string, fact_ids: string[]): OperationRecord => ({
  operation,
  unit: 'run',
  value: 1,
  answer,
  answer_key: `${operation}:${answer}`,
  fact_ids,
});

test('orders candidates by type, then confidence; keeps the best supported of several totals; drops unsupported ones', () => {
  const excluded = { include_reason: null, exclude_reason: 'untrusted_channel' as const };
  const ledger = [row('a', 'one'), row('b', 'two'), row('c', 'three', excluded)];
  const candidates = candidatesOf(
    [
      made('list', 'one; two', ['a', 'b']),
      made('sum', '1', ['a']),
      made('sum', '2', ['a', 'b']),
      made('count', '9', ['c']),
    ],
    ledger,
  );
  expect(candidates).toEqual([
    {
      rank: 1,
      type: 'total',
      confidence: 0.85,
      answer_key: 'sum:2',
      answer: '2',
      support_source_ids: ['one', 'two'],
      excluded_source_ids: ['three'],
    },
    {
      rank: 2,
      type: 'list',
      confidence: 0.85,
      answer_key: 'list:one; two',
      answer: 'one; two',
      support_source_ids: ['one', 'two'],
      excluded_source_ids: ['three'],
    },
  ]);
});
