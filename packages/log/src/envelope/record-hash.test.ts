import { expect, it } from 'vitest';
import type { JsonObject } from '@hookloom/core';
import { olderLines } from './legacy-lines.fixture.ts';
import { parseLine } from './parse.ts';
import { prepareEvent, sealEvent } from './seal.ts';
import { toRecord } from '../read/record.ts';
import { checkRecord } from './record-hash.ts';

function recordOf(line: string): JsonObject {
  const found = parseLine(Buffer.from(line), 1);
  if (!found.ok) throw new Error(found.detail);
  return JSON.parse(JSON.stringify(toRecord(found.event))) as JsonObject;
}

const { line: own } = sealEvent(
  prepareEvent(
    {
      type: 'decision.made',
      actorId: 'ann',
      payload: { decision: 'Use JSONL', ['__proto__']: 1, count: 1.5 },
      origin: { channel: 'user' },
    },
    { nowMs: 0, ids: { eventId: () => 'evt_1' } },
  ),
  { seq: 2, previousHash: `sha256:${'a'.repeat(64)}`, threadId: 's', batch: { first: 1, size: 2 } },
);

const older = olderLines as unknown as Record<string, string>;

it.each([
  ['our own form, in a batch', own],
  ['the second envelope', older['zaxyFirst']!],
  ['its redacted line', older['zaxySecond']!],
  ['the first envelope', older['legacy']!],
])('the record of a line in %s has the hash of the line', (_, line) => {
  const record = recordOf(line);
  expect(checkRecord(record)).toBe('held');
  const actor = { ...record, actor: 'someone else' };
  expect(checkRecord(actor)).not.toBe('held');
});

it('reports a fault for a record whose text was edited', () => {
  const record = recordOf(own);
  record['payload'] = { decision: 'Use CSV' };
  expect(checkRecord(record)).toEqual({ fault: 'its content does not give its hash' });
});

it('neither confirms nor faults an older record with numbers if its original text is unknown', () => {
  const record = recordOf(older['zaxyFirst']!);
  record['payload'] = { title: 'Ship it', size: 1 };
  expect(checkRecord(record)).toBe('unknown');
});
