/** Makes an accepted proposal part of the memory. Only a person can, and only while its evidence resolves. */
import {
  conflict,
  permissionDenied,
  renderCitation,
  type HookloomError,
  type JsonObject,
} from '@hookloom/core';
import type { StoredEvent, UnsealedEvent } from '@hookloom/core/events';
import { whyNoPromotion, type Proposal } from '@hookloom/memory';
import { z } from 'zod';
import { appendAtHead } from './append.ts';
import { knownProposal, proposalId } from './consolidation.ts';
import { operation, originOf, readableSession, sessionId, type Caller } from './context.ts';
import { resolveSources, type ResolvedSources } from './source-events.ts';

/** `memory_consolidation_promote`. */
export const promoteRequest = z.strictObject({
  candidate_id: proposalId,
  session_id: sessionId,
});

/** A fact of this name and type, or a proposed skill. */
type Became =
  | { type: 'claim' | 'episode' | 'belief'; name: string }
  | { type: 'skill'; skill_id: string };

const SKILL_CHARS = 500;
const ID_DIGITS = 12;

/**
 * Throws `permission_denied` unless a person calls it, `conflict` for a proposal that is not accepted, stale or already
 * promoted, `not_found` and `invalid_request` for invalid evidence.
 */
export const promoteProposal = operation(promoteRequest, async (context, request, caller) => {
  const { candidate_id, session_id } = request;
  if (caller.channel !== 'user')
    throw permissionDenied(
      'Only a person can promote a proposal.',
      'Let the user run `hookloom memory consolidation promote` in a terminal of their own.',
    );
  const session = await readableSession(context, { session_id });
  return appendAtHead(context, session, async (seq) => {
    const proposal = await knownProposal(context, session, candidate_id, seq);
    const refused = whyNoPromotion({ ...proposal, isPromoted: proposal.promotedSeq !== null });
    if (refused !== null) throw refusedPromotion(refused, proposal);
    const evidence = evidenceOf(
      await resolveSources(
        context,
        session,
        proposal.sources.map((source) => ({ ...source })),
      ),
    );
    const { events, became } = promotion(proposal, evidence, caller);
    return {
      events,
      answer: ([placed]) => ({ ...placed!, candidate_id, became, evidence }),
    };
  });
});

function refusedPromotion(
  reason: NonNullable<ReturnType<typeof whyNoPromotion>>,
  { id, status }: Proposal,
): HookloomError {
  const [message, remediation] = {
    promoted: [`${id} was promoted already.`, 'There is nothing left to do.'],
    not_accepted: [
      `${id} is ${status}, not accepted.`,
      'Review it first: memory_consolidation_review with the status accepted.',
    ],
    stale: [
      `${id} is stale: what one of its sources said is no longer valid.`,
      'Propose it again from events that are still valid.',
    ],
  }[reason];
  return conflict(message!, remediation!);
}

const PASSED = new Set(['passed', 'pass', 'ok', 'success', 'succeeded']);
const CHECKS = /\b(?:test|tests|check|lint|verify|build|tsc|pytest|vitest|jest|ctest|spec)\b/i;

/** Statements of a person, and checks that a client reported as passed. What only a caller claims does not count. */
function evidenceOf({ events }: ResolvedSources): string[] {
  const carrying = events.filter(
    ({ event }) => event.origin?.channel === 'user' || isPassedCheck(event),
  );
  if (carrying.length === 0)
    throw conflict(
      'No source is from a person or a check that passed.',
      'Propose it again with such an event among its sources.',
    );
  return carrying.map(({ session, event }) => renderCitation(session, event.seq, event.hash));
}

function isPassedCheck({ type, payload, origin }: StoredEvent): boolean {
  // Written by a client's hook or imported from its session file, not by a caller.
  if (origin === null || origin.written_by !== undefined) return false;
  const { command, exit_code: exit, outcome } = payload;
  if (type === 'verification.recorded')
    return typeof outcome === 'string' && PASSED.has(outcome.toLowerCase());
  return (
    type === 'command.completed' &&
    exit === 0 &&
    typeof command === 'string' &&
    CHECKS.test(command)
  );
}

function promotion(
  { id, kind, title, summary, steps, instructions, when, claimKey, sources }: Proposal,
  evidence: string[],
  caller: Caller,
): { events: UnsealedEvent[]; became: Became } {
  const origin = originOf(caller);
  const source_events = sources.map((source): JsonObject => ({ ...source }));
  const shared = { actorId: 'user', origin };
  if (kind === 'belief') {
    const payload = { belief_id: id, claim: title, claim_key: claimKey, source_events, evidence };
    return {
      events: [{ ...shared, type: 'belief.update.promoted', payload }],
      became: { type: 'belief', name: title },
    };
  }
  const payload = {
    candidate_id: id,
    candidate_type: kind,
    title,
    summary,
    source_events,
    evidence,
  };
  const event = { ...shared, type: 'consolidation.candidate.promoted', payload };
  if (kind !== 'procedure') return { events: [event], became: { type: kind, name: title } };
  const skill_id = `mined-${id.slice(-24).slice(0, ID_DIGITS)}`;
  const proposed: JsonObject = {
    skill_id,
    version: '1',
    name: title,
    summary: summary.slice(0, SKILL_CHARS),
    procedure: (instructions.length > 0 ? instructions : steps.length > 0 ? steps : [summary]).map(
      (step) => step.slice(0, SKILL_CHARS),
    ),
    ...(when !== '' && { applicability: [when] }),
    citations: evidence,
  };
  return {
    events: [event, { ...shared, type: 'skill.proposed', payload: proposed }],
    became: { type: 'skill', skill_id },
  };
}
