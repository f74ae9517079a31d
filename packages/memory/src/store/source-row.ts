import type { Channel } from '@hookloom/core/events';
import type { JsonObject } from '@hookloom/core';
import { reinforcement } from './read-facts.ts';
import { hashText } from './hashes.ts';
import type { SourceRow } from '../rows.ts';
import { seqOfDoc } from './doc-id.ts';
import type { Row } from './port.ts';
import { repeatedParts } from './repeat-rows.ts';

/** Columns of a document. */
export function sourceRow(row: Row): SourceRow {
  const repeats = repeatedParts(row['repeats']);
  return {
    session: String(row['session']),
    seq: seqOfDoc(Number(row['id'])),
    hash: hashText(row['hash']),
    eventId: String(row['event_id']),
    eventType: String(row['type']),
    kind: String(row['kind']) as SourceRow['kind'],
    content: String(row['content']),
    actor: String(row['actor']),
    timestamp: String(row['ts']),
    channel: String(row['channel']) as Channel,
    metadata: JSON.parse(String(row['meta'])) as JsonObject,
    ...(repeats !== undefined && { repeats }),
    ...reinforcement(row),
  };
}
