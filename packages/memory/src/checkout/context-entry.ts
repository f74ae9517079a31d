import { defined, type JsonObject } from '@hookloom/core';
import { explained, named, passed, trustOf } from './entries.ts';
import { inLane, laneOf, nameInLane, fixed } from '../shown/clean-text.ts';
import { bareHex } from '../store/stored-ids.ts';
import type { Row } from './select.ts';

/** One row of an assembled context. */
export interface ContextEntry {
  content: string;
  source: string;
  score: number;
  /** Null if the log does not contain the event. */
  citation: string | null;
  valid_from: string;
  valid_to: string | null;
  score_explanation: JsonObject;
  /** `assembly_lane` (graph or verbatim), channel, trust and the subject of the row. */
  metadata: JsonObject;
}

const CONTENT_CHARS = 900;

export function contextEntry(row: Row): ContextEntry {
  const { entity_name, entity_type } = named(row);
  const lane = laneOf(row);
  return {
    content: inLane(row.content, CONTENT_CHARS, lane),
    source: row.lane,
    score: fixed(row.score),
    citation: row.citation,
    valid_from: row.validFrom,
    valid_to: row.validTo,
    score_explanation: explained(row),
    metadata: {
      assembly_lane: row.lane,
      channel: row.channel,
      lane,
      trust: trustOf(row),
      authority: row.authority,
      actor: nameInLane(row.actor, 120, lane),
      event_type: row.eventType,
      event_seq: row.seq,
      event_hash: bareHex(row.hash),
      ...defined({ entity_name, entity_type }),
      ...(row.sourceKind !== null && { source_kind: row.sourceKind }),
      ...(row.stale && { stale: true }),
      ...(row.alsoCited.length > 0 && { also_cited: row.alsoCited }),
      ...(row.authority === 'non_authoritative' && { authority_status: 'non_authoritative' }),
      ...passed(row),
    },
  };
}
