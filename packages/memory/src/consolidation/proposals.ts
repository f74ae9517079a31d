/** Computes the state of every proposal (candidates and proposed beliefs) from recorded facts. Pure. */
import { compareText, isJsonObject, type JsonObject, stringAt, stringsAt } from '@hookloom/core';
import type { Cited, FactRow } from '../rows.ts';
import {
  REVIEW_STATUSES,
  whyNoReview,
  type CandidateType,
  type ProposalStatus,
  type ReviewStatus,
} from './states.ts';

/** An event that a proposal is based on. `hash`: 64 hex. */
export interface CitedEvent {
  seq: number;
  hash: string;
  /** Default: the session of the proposal. */
  session_id?: string;
}

export interface Proposal extends Cited {
  id: string;
  kind: CandidateType | 'belief';
  /** For a belief, the claim. */
  title: string;
  /** For a belief, the rationale. */
  summary: string;
  /** For a procedure: what was mined, and one sentence for each step. */
  steps: readonly string[];
  instructions: readonly string[];
  /** For a mined procedure: when to use it. */
  when: string;
  /** Only for a belief. */
  claimKey: string;
  sources: readonly CitedEvent[];
  confidence: number;
  method: string;
  status: ProposalStatus;
  at: string;
  /** Seq of the event that promoted it. */
  promotedSeq: number | null;
  /** When its result stopped being valid. */
  validTo: string | null;
  /** The newer proposal of its kind that covers all of its sources. */
  supersededBy: string | null;
  isStale: boolean;
}

export const PROPOSAL_TYPES = ['consolidation_candidate', 'belief_proposal'] as const;
export const REVIEW_TYPE = 'consolidation_review';
export const PROMOTION_TYPE = 'consolidation_promotion';
/** The types of facts that promoted episodes, claims and beliefs become. */
export const RESULT_TYPES = ['episode', 'claim', 'belief'] as const;
export const PROPOSAL_FACT_TYPES = [
  ...PROPOSAL_TYPES,
  REVIEW_TYPE,
  PROMOTION_TYPE,
  ...RESULT_TYPES,
] as const;

/**
 * Every proposal in the facts, oldest first. Rows may come in any order.
 *
 * @param ended `seq` of the source events whose content is no longer valid at all
 */
export function foldProposals(
  rows: readonly FactRow[],
  ended: ReadonlySet<number> = new Set(),
): Proposal[] {
  const proposals = new Map<string, Proposal>();
  const ordered = rows.toSorted((a, b) => a.seq - b.seq || compareText(a.entityType, b.entityType));
  for (const row of ordered) {
    const { entityType, properties } = row;
    if (isProposal(entityType)) {
      const proposal = proposed(row);
      if (!proposals.has(proposal.id)) proposals.set(proposal.id, proposal);
      continue;
    }
    const of = proposals.get(stringAt(properties, 'candidate_id'));
    if (of === undefined) continue;
    if (entityType === REVIEW_TYPE) review(of, properties);
    else if (entityType === PROMOTION_TYPE) of.promotedSeq ??= row.seq;
  }
  const all = [...proposals.values()];
  closePromoted(all, rows);
  supersede(all);
  for (const each of all)
    each.isStale = each.sources.some(
      ({ seq, session_id = each.session }) => session_id === each.session && ended.has(seq),
    );
  return all;
}

function isProposal(entityType: string): boolean {
  return (PROPOSAL_TYPES as readonly string[]).includes(entityType);
}

function proposed(request: FactRow): Proposal {
  const { session, seq, hash, channel, validFrom, entityName, properties } = request;
  const { confidence } = properties;
  return {
    session,
    id: entityName,
    kind: stringAt(properties, 'kind') as Proposal['kind'],
    title: stringAt(properties, 'title'),
    summary: stringAt(properties, 'summary'),
    steps: stringsAt(properties, 'steps'),
    instructions: stringsAt(properties, 'instructions'),
    when: stringAt(properties, 'when'),
    claimKey: stringAt(properties, 'claim_key'),
    sources: sourcesIn(properties),
    confidence: typeof confidence === 'number' ? confidence : 0,
    method: stringAt(properties, 'method'),
    status: 'pending',
    seq,
    hash,
    at: validFrom,
    channel,
    promotedSeq: null,
    validTo: null,
    supersededBy: null,
    isStale: false,
  };
}

/** Ignores every review that the state does not allow. */
function review(of: Proposal, properties: JsonObject): void {
  const status = REVIEW_STATUSES.find((each) => each === properties['status']);
  if (status === undefined) return;
  const isAllowed = whyNoReview({ ...of, isPromoted: of.promotedSeq !== null }, status) === null;
  if (isAllowed) of.status = status satisfies ReviewStatus;
}

function closePromoted(proposals: readonly Proposal[], rows: readonly FactRow[]): void {
  const ends = new Map(
    rows.flatMap(({ entityType, seq, validTo }) =>
      (RESULT_TYPES as readonly string[]).includes(entityType) ? [[seq, validTo] as const] : [],
    ),
  );
  for (const each of proposals)
    if (each.promotedSeq !== null) each.validTo = ends.get(each.promotedSeq) ?? null;
}

function supersede(proposals: readonly Proposal[]): void {
  const bySource = new Map<string, Proposal[]>();
  for (const each of proposals)
    for (const source of each.sources) {
      const key = keyOf(source, each);
      bySource.set(key, [...(bySource.get(key) ?? []), each]);
    }
  for (const each of proposals) {
    const [first] = each.sources;
    if (first === undefined) continue;
    const newer = (bySource.get(keyOf(first, each)) ?? []).find(
      (other) =>
        other.seq > each.seq &&
        other.kind === each.kind &&
        other.status !== 'rejected' &&
        other.sources.length > each.sources.length &&
        covers(other, each),
    );
    each.supersededBy = newer?.id ?? null;
  }
}

function covers(newer: Proposal, older: Proposal): boolean {
  const held = new Set(newer.sources.map((source) => keyOf(source, newer)));
  return older.sources.every((source) => held.has(keyOf(source, older)));
}

function keyOf({ seq, session_id }: CitedEvent, { session }: Proposal): string {
  return `${session_id ?? session}/${seq}`;
}

export function sourcesIn(properties: JsonObject, key = 'source_events'): CitedEvent[] {
  const value = properties[key];
  if (!Array.isArray(value)) return [];
  return value
    .filter(isJsonObject)
    .flatMap(({ seq, hash, session_id }) =>
      typeof seq === 'number' && typeof hash === 'string'
        ? [{ seq, hash, ...(typeof session_id === 'string' && { session_id }) }]
        : [],
    );
}
