/** Computes open items (gaps, conflicts, checks to repeat) and the assessments of claims from recorded facts. Pure. */
import { sourcesIn, type CitedEvent } from '../consolidation/proposals.ts';
import type { Cited, FactRow } from '../rows.ts';
import { OUTCOMES, CLOSINGS, type OpenKind, type Outcome } from './states.ts';
import { bareHex } from '../store/stored-ids.ts';
import { stringAt } from '@hookloom/core';

export interface OpenItem extends Cited {
  id: string;
  kind: OpenKind;
  /** The question, the claim, or what to ask again. */
  text: string;
  claimKey: string;
  reason: string;
  gapType: string;
  reverifyQuery: string;
  priority: string;
  /** For a conflict, those that support the claim. For a check to repeat, all. */
  sources: readonly CitedEvent[];
  /** Those that contradict the claim. */
  conflicting: readonly CitedEvent[];
  at: string;
  /** Null if it is open. */
  outcome: Outcome | null;
  /** Seq of the event that closed it. */
  closedSeq: number | null;
}

export interface Assessment {
  session: string;
  id: string;
  claim: string;
  claimKey: string;
  confidence: number;
  supportCount: number;
  conflictCount: number;
  seq: number;
  at: string;
}

export interface Metacognition {
  /** Oldest first. */
  items: OpenItem[];
  assessments: Assessment[];
}

const KINDS: Readonly<Record<string, OpenKind>> = {
  known_unknown: 'unknown',
  conflict_cluster: 'conflict',
  reverify_request: 'reverify',
};
const ASSESSMENT_TYPE = 'confidence_assessment';
const CLOSING_TYPE = 'open_item_closing';
const CHECK_TYPE = 'open_item_check';
export const METACOGNITION_FACT_TYPES = [
  ...Object.keys(KINDS),
  ASSESSMENT_TYPE,
  CLOSING_TYPE,
  CHECK_TYPE,
];

/**
 * Rows may come in any order.
 *
 * @param ended Maps the `seq` of a source event whose content is no longer valid to the event that ended it
 */
export function foldMetacognition(
  rows: readonly FactRow[],
  ended: ReadonlyMap<number, number> = new Map(),
): Metacognition {
  const items = new Map<string, OpenItem>();
  const assessments = new Map<string, Assessment>();
  for (const row of rows.toSorted((a, b) => a.seq - b.seq)) {
    const { entityType, entityName, properties } = row;
    const kind = KINDS[entityType];
    if (kind !== undefined) {
      if (!items.has(entityName)) items.set(entityName, itemOf(row, kind));
    } else if (entityType === ASSESSMENT_TYPE) {
      if (!assessments.has(entityName)) assessments.set(entityName, assessmentOf(row));
    } else if (entityType === CLOSING_TYPE) {
      const item = items.get(stringAt(properties, 'id'));
      const outcome = OUTCOMES.find((each) => each === properties['outcome']);
      if (item === undefined || outcome === undefined || item.outcome !== null) continue;
      if (!CLOSINGS[item.kind].includes(outcome)) continue;
      [item.outcome, item.closedSeq] = [outcome, row.seq];
    } else if (entityType === CHECK_TYPE) {
      for (const item of items.values()) settleByCheck(item, row);
    }
  }
  for (const item of items.values()) settle(item, ended);
  return { items: [...items.values()], assessments: [...assessments.values()] };
}

/**
 * A verification that cites the evidence of the claim, or the request itself, is the requested check. If it passed on
 * the evidence against the claim, it refutes the claim. If it cites both sides, it is inconclusive.
 */
function settleByCheck(item: OpenItem, { session, seq, properties }: FactRow): void {
  if (item.kind !== 'reverify' || item.outcome !== null) return;
  const cited = sourcesIn(properties);
  const isCited = (source: CitedEvent): boolean =>
    cited.some(
      (each) =>
        each.seq === source.seq &&
        (each.session_id ?? session) === (source.session_id ?? item.session) &&
        bareHex(source.hash).startsWith(bareHex(each.hash)),
    );
  const against = item.conflicting.filter(isCited);
  const isAgainst = (source: CitedEvent): boolean =>
    item.conflicting.some(({ seq: of, hash }) => of === source.seq && hash === source.hash);
  const asked = { seq: item.seq, hash: item.hash, session_id: item.session };
  const behind = [...item.sources.filter((source) => !isAgainst(source)), asked].filter(isCited);
  if (behind.length > 0 === against.length > 0) return;
  const hasPassed = properties['outcome'] === 'confirmed';
  item.outcome = hasPassed === behind.length > 0 ? 'confirmed' : 'refuted';
  item.closedSeq = seq;
}

/** A conflict ends when nothing on one side is valid any more. */
function settle(item: OpenItem, ended: ReadonlyMap<number, number>): void {
  if (item.kind !== 'conflict' || item.outcome !== null) return;
  for (const side of [item.sources, item.conflicting]) {
    const ends = side.map(({ seq, session_id = item.session }) =>
      session_id === item.session ? ended.get(seq) : undefined,
    );
    if (side.length === 0 || ends.some((end) => end === undefined)) continue;
    [item.outcome, item.closedSeq] = ['resolved', Math.max(...ends.map((end) => end ?? 0))];
    return;
  }
}

function itemOf(row: FactRow, kind: OpenKind): OpenItem {
  const { session, entityName: id, properties, seq, hash, validFrom: at, channel } = row;
  return {
    session,
    id,
    kind,
    text: stringAt(properties, 'text'),
    claimKey: stringAt(properties, 'claim_key'),
    reason: stringAt(properties, 'reason'),
    gapType: stringAt(properties, 'gap_type'),
    reverifyQuery: stringAt(properties, 'reverify_query'),
    priority: stringAt(properties, 'priority') || 'normal',
    sources: sourcesIn(properties),
    conflicting: sourcesIn(properties, 'conflicting'),
    seq,
    hash,
    at,
    channel,
    outcome: null,
    closedSeq: null,
  };
}

function assessmentOf({ session, entityName, properties, seq, validFrom }: FactRow): Assessment {
  return {
    session,
    id: entityName,
    claim: stringAt(properties, 'text'),
    claimKey: stringAt(properties, 'claim_key'),
    confidence: Number(properties['confidence']),
    supportCount: Number(properties['support_count']),
    conflictCount: Number(properties['conflict_count']),
    seq,
    at: validFrom,
  };
}
