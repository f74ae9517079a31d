/** Rows in the JSON form of a response. */
import type { JsonObject, JsonValue } from '@hookloom/core';
import { cleanText, excerpt, inLane, laneOf, nameInLane, fixed } from '../shown/clean-text.ts';
import type { PlacedWorkingSetItem } from '../shown/citation-check.ts';
import { bareHex } from '../store/stored-ids.ts';
import type { EvidenceEntry, FactEntry, ProvenanceEntry, WorkingSetEntry } from './response.ts';
import type { Row } from './select.ts';

const FACT_CHARS = 900;
const EVIDENCE_CHARS = 120;
const REPORTED_CHARS = 600;
const WORKING_SET_CHARS = 240;
const NAME_CHARS = 300;

/** Properties that a client acts on. Everything else is in the cited event. */
const PASSED = [
  'primitive',
  'phase',
  'review_status',
  'authority_status',
  'mission_id',
  'worker_id',
  'finding_id',
  'claim_key',
  'claim_value',
  'coordination_status',
  'finding_status',
  'promoted',
  'status',
  'outcome',
  'exit_code',
  'authority_scope',
  'pinned',
  'corrects',
  'author',
  'branch',
  'said',
  'starts_at',
  'expires_at',
] as const;
const PASSED_CHARS = 120;
const PLACE_CHARS = 400;

export function factEntry(row: Row): FactEntry {
  return {
    content: inLane(row.content, FACT_CHARS, laneOf(row)),
    lane: laneOf(row),
    citation: row.citation,
    source_lane: row.lane,
    ...named(row),
    ...(row.alsoCited.length > 0 && { also_cited: row.alsoCited }),
    event_type: row.eventType,
    source: row.lane,
    score: fixed(row.score),
    valid_from: row.validFrom,
    valid_to: row.validTo,
    channel: row.channel,
    authority: row.authority,
    ...passed(row),
    ...beforeOf(row),
    score_explanation: explained(row),
  };
}

/** The list before one item was removed from it. */
function beforeOf(row: Row): { before?: string } {
  const { before } = row.properties;
  return typeof before === 'string' ? { before: inLane(before, REPORTED_CHARS, laneOf(row)) } : {};
}

/** Null for a row without a citation, which is not evidence. */
export function evidenceEntry(row: Row): EvidenceEntry | null {
  if (row.citation === null) return null;
  const fact = row.role === 'fact';
  return {
    citation: row.citation,
    content: inLane(row.content, fact ? EVIDENCE_CHARS : REPORTED_CHARS, laneOf(row)),
    lane: laneOf(row),
    source: row.lane,
    source_lane: row.lane,
    score: fixed(row.score),
    event_seq: row.seq,
    event_hash: bareHex(row.hash),
    channel: row.channel,
    trust: trustOf(row),
    // `current_facts` already has these for a fact.
    ...(!fact && {
      event_type: row.eventType,
      ...named(row),
      ...(row.sourceKind !== null && { source_kind: row.sourceKind }),
      ...(row.stale && { stale: true }),
      ...(row.alsoCited.length > 0 && { also_cited: row.alsoCited }),
      ...(row.authority === 'non_authoritative' && { authority_status: 'non_authoritative' }),
      ...passed(row),
      score_explanation: explained(row),
    }),
  };
}

export function provenanceEntry(row: Row): ProvenanceEntry | null {
  if (row.citation === null) return null;
  return {
    citation: row.citation,
    event_seq: row.seq,
    event_hash: bareHex(row.hash),
    source: row.lane,
    source_lane: row.lane,
    valid_from: row.validFrom,
    valid_to: row.validTo,
  };
}

export function workingSetEntry(item: PlacedWorkingSetItem): WorkingSetEntry {
  const lane = laneOf(item);
  return {
    kind: item.kind,
    content: inLane(item.content, WORKING_SET_CHARS, lane),
    lane,
    status: item.status === null ? null : nameInLane(item.status, PASSED_CHARS, lane),
    citation: item.citation,
    channel: item.channel,
    ...(item.stale === true && { stale: true }),
  };
}

export function trustOf(row: Row): EvidenceEntry['trust'] {
  if (row.authority === 'non_authoritative') return 'non_authoritative';
  return laneOf(row) === 'reported' ? 'reported' : 'relied';
}

export function named(row: Row) {
  const { entityName, entityType } = row;
  const lane = laneOf(row);
  return {
    ...(entityName !== null && { entity_name: nameInLane(entityName, NAME_CHARS, lane) }),
    ...(entityType !== null && { entity_type: nameInLane(entityType, NAME_CHARS, lane) }),
  };
}

export function passed(row: Row): JsonObject {
  const { properties } = row;
  const lane = laneOf(row);
  const out: JsonObject = {};
  for (const key of PASSED) {
    const value: JsonValue | undefined = properties[key];
    if (typeof value === 'string') out[key] = nameInLane(value, PASSED_CHARS, lane);
    else if (typeof value === 'number' || typeof value === 'boolean') out[key] = value;
  }
  const place = placeOf(properties);
  if (place !== null) out['source_citation'] = nameInLane(place, PLACE_CHARS, lane);
  return out;
}

/** The file and line of an indexed row, such as `file://docs/store.md:12`. */
export function placeOf(properties: JsonObject): string | null {
  const place = properties['source_citation'];
  return typeof place === 'string' ? excerpt(cleanText(place), PLACE_CHARS) : null;
}

export function explained({ parts, coverage }: Row): JsonObject {
  const out: JsonObject = {};
  for (const [name, value] of Object.entries(parts)) out[name] = fixed(value);
  out['question_coverage'] = fixed(coverage);
  return out;
}
