/** Open questions, and how the confidence in a claim has changed. Read-only. */
import { renderCitation } from '@hookloom/core';
import { excerpt, fence, foldText, reasonToWithhold } from '@hookloom/memory/checkout';
import { contentWords, isUntrusted, type Assessment, type OpenItem } from '@hookloom/memory';
import { z } from 'zod';
import { MIN_CONFIDENCE } from './claim-confidence.ts';
import { DEFAULT_LIMIT, limit, operation, readableSession, sessionId } from './context.ts';
import { recordPrimitive } from './primitive.ts';
import { claimText, keyOf, readAll } from './reasoning-records.ts';

/** `memory_known_unknowns`. */
export const unknownsRequest = z.strictObject({
  status: z.enum(['open', 'resolved', 'dismissed', 'all']).optional(),
  limit,
  session_id: sessionId,
});

/** `memory_confidence_trajectory`. */
export const trajectoryRequest = z.strictObject({
  claim: claimText,
  limit,
  session_id: sessionId,
});

/** `memory_reverification_needs`. */
export const needsRequest = z.strictObject({
  query: claimText.optional(),
  limit,
  min_confidence: z.number().min(0).max(1).optional(),
  session_id: sessionId,
});

const TEXT_CHARS = 400;

export const knownUnknowns = operation(unknownsRequest, async (context, parsed, caller) => {
  const session = await readableSession(context, parsed);
  const wanted = parsed.status ?? 'open';
  const all = (await readAll(context, session)).items.filter(({ kind }) => kind === 'unknown');
  const found = all.filter((item) => wanted === 'all' || statusOf(item) === wanted);
  const unknowns = found
    .slice(-(parsed.limit ?? DEFAULT_LIMIT))
    .toReversed()
    .map(unknownOf);
  const called = { session, primitive: 'get_known_unknowns', phase: 'review' as const };
  await recordPrimitive(context, { ...called, results: unknowns.length, evidence: 0 }, caller);
  return {
    primitive: 'get_known_unknowns',
    session_id: session,
    status: wanted,
    unknown_count: found.length,
    unknowns,
    summary: `${found.length} of ${all.length} recorded unknowns are ${wanted === 'all' ? 'listed' : wanted}.`,
    authority_status: 'non_authoritative' as const,
  };
});

function unknownOf(item: OpenItem) {
  return {
    unknown_id: item.id,
    question: shown(item, item.text),
    reason: shown(item, item.reason),
    claim_key: shown(item, item.claimKey),
    gap_type: item.gapType,
    status: statusOf(item),
    reverify_query: item.reverifyQuery === '' ? null : shown(item, item.reverifyQuery),
    recorded_at: item.at,
    citation: renderCitation(item.session, item.seq, item.hash),
  };
}

function statusOf({ outcome }: OpenItem): string {
  return outcome ?? 'open';
}

/** The newest `limit` assessments, newest last. */
export const confidenceTrajectory = operation(
  trajectoryRequest,
  async (context, parsed, caller) => {
    const session = await readableSession(context, parsed);
    const keys = new Set([keyOf(parsed.claim), parsed.claim.toLowerCase(), parsed.claim]);
    const all = (await readAll(context, session)).assessments.filter(({ claimKey }) =>
      keys.has(claimKey),
    );
    const trajectory = all.slice(-(parsed.limit ?? DEFAULT_LIMIT)).map((each) => ({
      assessment_id: each.id,
      seq: each.seq,
      claim: excerpt(foldText(each.claim), TEXT_CHARS),
      confidence: each.confidence,
      support_count: each.supportCount,
      conflict_count: each.conflictCount,
      at: each.at,
    }));
    const called = { session, primitive: 'get_confidence_trajectory', phase: 'review' as const };
    await recordPrimitive(context, { ...called, results: trajectory.length, evidence: 0 }, caller);
    return {
      session_id: session,
      claim_key: all.at(-1)?.claimKey ?? keyOf(parsed.claim),
      trajectory_count: all.length,
      trajectory,
      authority_status: 'non_authoritative' as const,
    };
  },
);

export interface Need {
  id: string;
  reason:
    | 'known_unknown_open'
    | 'reverify_request_open'
    | 'conflict_unresolved'
    | 'confidence_requires_reverify';
  query: string;
  priority: string;
  citations: string[];
}

const RANKS = ['urgent', 'high', 'normal', 'low'];
const REASONS = {
  unknown: 'known_unknown_open',
  reverify: 'reverify_request_open',
  conflict: 'conflict_unresolved',
} as const;

/** What should be checked again, most urgent first. */
export const reverificationNeeds = operation(needsRequest, async (context, parsed, caller) => {
  const session = await readableSession(context, parsed);
  const { items, assessments } = await readAll(context, session);
  const open = items.filter(({ outcome }) => outcome === null);
  const asked = new Set(open.map(({ claimKey }) => claimKey));
  const least = parsed.min_confidence ?? MIN_CONFIDENCE;
  const newest = new Map(assessments.map((each) => [each.claimKey, each]));
  const all: Need[] = [
    ...open.map((item) => needOf(item)),
    // The newest assessment of a claim decides.
    ...[...newest.values()]
      .filter((each) => each.confidence < least && !asked.has(each.claimKey))
      .filter((each) => !wasChecked(each, items))
      .map(assessedNeed),
  ];
  const words = contentWords(parsed.query ?? '');
  const found = all
    .filter(
      ({ query }) => words.size === 0 || [...contentWords(query)].some((word) => words.has(word)),
    )
    .toSorted((a, b) => RANKS.indexOf(a.priority) - RANKS.indexOf(b.priority));
  const needs = found.slice(0, parsed.limit ?? DEFAULT_LIMIT);
  const called = { session, primitive: 'get_reverification_needs', phase: 'review' as const };
  const evidence = needs.reduce((sum, { citations }) => sum + citations.length, 0);
  await recordPrimitive(context, { ...called, results: needs.length, evidence }, caller);
  return {
    session_id: session,
    need_count: found.length,
    needs,
    summary:
      found.length === 0
        ? 'Nothing is open.'
        : `${found.length} ${found.length === 1 ? 'item waits' : 'items wait'} to be checked.`,
    authority_status: 'non_authoritative' as const,
  };
});

/** A request to verify it was closed after this assessment. */
function wasChecked({ claimKey, seq }: Assessment, items: readonly OpenItem[]): boolean {
  return items.some(
    (item) => item.kind === 'reverify' && item.claimKey === claimKey && (item.closedSeq ?? 0) > seq,
  );
}

function needOf(item: OpenItem): Need {
  const query = item.reverifyQuery === '' ? item.text : item.reverifyQuery;
  const cited = item.kind === 'conflict' ? [...item.sources, ...item.conflicting] : item.sources;
  return {
    id: item.id,
    reason: REASONS[item.kind],
    query: shown(item, query),
    priority: item.kind === 'conflict' ? 'high' : item.priority,
    citations: cited
      .slice(0, 5)
      .map(({ seq, hash, session_id }) =>
        renderCitation(session_id ?? item.session, seq, `sha256:${hash}`),
      ),
  };
}

function assessedNeed({ id, claim, confidence }: Assessment): Need {
  return {
    id,
    reason: 'confidence_requires_reverify',
    query: excerpt(foldText(claim), TEXT_CHARS),
    priority: confidence === 0 ? 'normal' : 'low',
    citations: [],
  };
}

/** Withholds a text that addresses an assistant, and marks one from an untrusted channel as reported. */
function shown({ channel }: OpenItem, text: string): string {
  if (reasonToWithhold(channel, text) !== null)
    return '[withheld: the text addresses an assistant]';
  const folded = excerpt(foldText(text), TEXT_CHARS);
  return isUntrusted(channel) ? fence(folded) : folded;
}
