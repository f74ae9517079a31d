/** Records and reviews proposed episodes, claims and procedures. Neither gives them authority. */
import {
  conflict,
  defined,
  invalidRequest,
  notFound,
  type HookloomError,
  type JsonObject,
} from '@hookloom/core';
import type { UnsealedEvent } from '@hookloom/core/events';
import {
  CANDIDATE_TYPES,
  candidateId,
  lessTrusted,
  readProposals,
  REVIEW_STATUSES,
  whyNoReview,
  type CandidateType,
  type CitedEvent,
  type Proposal,
} from '@hookloom/memory';
import { z } from 'zod';
import { appendAtHead } from './append.ts';
import {
  bareHash,
  operation,
  originOf,
  readableSession,
  sessionId,
  type Caller,
  type OperationContext,
} from './context.ts';
import { resolveSources, sourceEvents } from './source-events.ts';
import { openedMemory } from '../memory-access.ts';

const PROPOSAL_ID = /^(?:consolidation:(?:episode|claim|procedure)|belief:update):[0-9a-f]{24}$/;
export const proposalId = z.string().regex(PROPOSAL_ID, 'must be the id of a candidate or belief');
export const actorName = z.string().min(1).max(128).optional();
const rationale = z.string().min(1).max(2000);

/** `memory_consolidation_candidate`. */
export const candidateRequest = z.strictObject({
  candidate_type: z.enum(CANDIDATE_TYPES),
  title: z.string().trim().min(1).max(200),
  summary: z.string().trim().min(1).max(2000),
  source_events: sourceEvents,
  confidence: z.number().min(0).max(1),
  method: z.string().min(1).max(128),
  purpose: z.string().max(200).optional(),
  session_id: sessionId,
  actor: actorName,
});

/** `memory_consolidation_review`. */
export const reviewRequest = z.strictObject({
  candidate_id: proposalId,
  status: z.enum(REVIEW_STATUSES),
  rationale,
  conflicts_with: z.array(z.string().min(1).max(300)).max(20).optional(),
  session_id: sessionId,
  actor: actorName,
});

/** A candidate before it is recorded. */
export interface NewCandidate {
  candidate_type: CandidateType;
  title: string;
  summary: string;
  source_events: CitedEvent[];
  confidence: number;
  method: string;
  purpose?: string | undefined;
  steps?: string[] | undefined;
  instructions?: string[] | undefined;
  when?: string | undefined;
  check?: string | undefined;
}

/** Throws `not_found` for a source that is not in the log. */
export const proposeCandidate = operation(candidateRequest, async (context, request, caller) => {
  const { session_id, actor, ...said } = request;
  const session = await readableSession(context, { session_id });
  const { sources, channel } = await resolveSources(context, session, said.source_events);
  const { event, candidate_id } = candidateEvent(
    { ...said, source_events: sources },
    caller,
    actor,
  );
  const origin = { ...event.origin, channel: lessTrusted(event.origin.channel, channel) };
  return appendAtHead(context, session, async (seq) => {
    const known = await findProposal(context, session, candidate_id, seq);
    if (known !== null) {
      const answer = { seq: known.seq, hash: bareHash(known.hash), candidate_id, deduped: true };
      return { events: [], answer: () => answer };
    }
    return {
      events: [{ ...event, origin }],
      answer: ([placed]) => ({ ...placed!, candidate_id, deduped: false }),
    };
  });
});

export function candidateEvent(
  { candidate_type, title, summary, source_events, confidence, method, ...more }: NewCandidate,
  caller: Caller,
  actor: string | undefined,
): { event: UnsealedEvent; candidate_id: string } {
  const candidate_id = candidateId(candidate_type, title, source_events);
  const payload: JsonObject = {
    candidate_id,
    candidate_type,
    title,
    summary,
    source_events: source_events.map((source) => ({ ...source })),
    confidence,
    method,
    review_status: 'pending',
    authority_status: 'non_authoritative',
    ...defined({
      purpose: more.purpose,
      steps: more.steps,
      instructions: more.instructions,
      when: more.when,
      check: more.check,
    }),
  };
  const type = 'consolidation.candidate.created';
  const actorId = actor ?? 'zaxy-consolidation';
  return { event: { type, actorId, payload, origin: originOf(caller) }, candidate_id };
}

/**
 * Records a review of a candidate or a proposed belief. Throws `not_found`, and `conflict` for a step that its state
 * does not allow.
 */
export const reviewCandidate = operation(reviewRequest, async (context, parsed, caller) => {
  const { candidate_id, status, conflicts_with = [] } = parsed;
  if (status !== 'conflicted' && conflicts_with.length > 0)
    throw invalidRequest(
      'conflicts_with is only allowed with the status conflicted.',
      'Leave it out, or send the status conflicted.',
    );
  const session = await readableSession(context, parsed);
  return appendAtHead(context, session, async (seq) => {
    const found = await knownProposal(context, session, candidate_id, seq);
    const refused = whyNoReview({ ...found, isPromoted: found.promotedSeq !== null }, status);
    if (refused !== null) throw refusedReview(refused, found);
    const payload: JsonObject = {
      candidate_id,
      status,
      previous_status: found.status,
      rationale: parsed.rationale,
      authority_status: 'non_authoritative',
      ...(conflicts_with.length > 0 && { conflicts_with }),
    };
    const type = 'consolidation.candidate.reviewed';
    const actorId = parsed.actor ?? 'zaxy-reviewer';
    return {
      events: [{ type, actorId, payload, origin: originOf(caller) }],
      answer: ([placed]) => ({ ...placed!, candidate_id, status, previous_status: found.status }),
    };
  });
});

function refusedReview(
  reason: NonNullable<ReturnType<typeof whyNoReview>>,
  { id, status }: Proposal,
): HookloomError {
  const [message, remediation] = {
    promoted: [
      `${id} was promoted.`,
      'Close what it became with memory_invalidate or, for a skill, memory_skill.',
    ],
    rejected_before: [`${id} is rejected, which is final.`, 'Propose it again from other events.'],
    same_status: [`${id} is ${status} already.`, 'There is nothing left to do.'],
    not_a_next_status: [
      `${id} is ${status}; it can only be rejected now.`,
      'Send the status rejected with a rationale.',
    ],
  }[reason];
  return conflict(message!, remediation!);
}

async function findProposal(context: OperationContext, session: string, id: string, seq: number) {
  if (seq === 0) return null;
  const proposals = await readProposals(await openedMemory(context), [session], seq);
  return proposals.find((each) => each.id === id) ?? null;
}

/** Throws `not_found`. */
export async function knownProposal(
  context: OperationContext,
  session: string,
  id: string,
  seq: number,
): Promise<Proposal> {
  const found = await findProposal(context, session, id, seq);
  if (found !== null) return found;
  throw notFound(
    `Session ${session} has no proposal ${id}.`,
    'List proposals with memory_consolidation_status.',
  );
}
