/** Whether a ledger row returned by a caller matches its cited event. */
import type { StoredEvent } from '@hookloom/core/events';
import { foldText } from '../shown/clean-text.ts';
import { readable } from '../extract/extracted.ts';
import type { LedgerRow } from './ledger-row.ts';
import { recordedOutcome } from './ledger.ts';
import { readCounts, readQuantities } from './quantities.ts';

type Claimed = Pick<LedgerRow, 'kind' | 'value' | 'unit' | 'raw_span' | 'time'>;

export function matchesEvent(row: Claimed, event: StoredEvent): boolean {
  if (row.time !== event.timestamp) return false;
  const text = foldText(readable(event.payload));
  switch (row.kind) {
    case 'event':
      return row.value === 1 && isMark(row.raw_span, event);
    case 'instant':
      return row.value === event.timestamp;
    case 'item':
      return typeof row.value === 'string' && text.includes(row.value.replace(/…$/, ''));
    default:
      return isValue(row, event, text);
  }
}

/** The type of the event, or its recorded outcome. */
function isMark(span: string, { type, payload }: StoredEvent): boolean {
  const outcome = recordedOutcome(payload);
  return span === type || (outcome !== null && span === `outcome: ${outcome}`);
}

function isValue({ kind, value, unit, raw_span: span }: Claimed, event: StoredEvent, text: string) {
  if (typeof value !== 'number' || unit === null) return false;
  if (span === `duration_ms: ${value}`)
    return kind === 'duration' && unit === 'ms' && event.payload['duration_ms'] === value;
  const read = kind === 'count' ? readCounts(span, unit) : readQuantities(span);
  const holds = read.some(
    (each) => each.kind === kind && each.value === value && each.unit === unit,
  );
  return holds && text.includes(span);
}
