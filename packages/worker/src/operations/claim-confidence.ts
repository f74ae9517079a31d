/** Weighs the recorded evidence for a claim and records the result. Changes no fact. */
import { renderCitation } from '@hookloom/core';
import type { UnsealedEvent } from '@hookloom/core/events';
import { digest, weighClaim, type ClaimEvidence } from '@hookloom/memory';
import { z } from 'zod';
import { appendAtHead } from './append.ts';
import { bareHash, operation, readableSession, sessionId } from './context.ts';
import { phase, recordPrimitive } from './primitive.ts';
import { claimKey, claimText, eventOf, keyOf, nextId, readAll } from './reasoning-records.ts';
import { openedMemory } from '../memory-access.ts';

/** `memory_claim_confidence`. */
export const confidenceRequest = z.strictObject({
  claim: claimText,
  claim_key: claimKey.optional(),
  phase,
  limit: z.int().min(1).max(50).optional(),
  min_confidence: z.number().min(0).max(1).optional(),
  session_id: sessionId,
});

export const MIN_CONFIDENCE = 0.7;
const DEFAULT_EVIDENCE = 5;
const MAX_SIDE = 20;
const METHOD = 'statement_slots_v1';

export const claimConfidence = operation(confidenceRequest, async (context, parsed, caller) => {
  const { claim, claim_key = keyOf(claim), min_confidence = MIN_CONFIDENCE } = parsed;
  const session = await readableSession(context, parsed);
  const memory = await openedMemory(context);
  const nowMs = context.clock.now();
  const reads = (await memory.snapshot?.([session])) ?? memory;
  const { confidence, evidence } = await weighClaim(reads, { claim, session, nowMs });
  const of = (stance: ClaimEvidence['stance']) => evidence.filter((each) => each.stance === stance);
  const [supporting, conflicting] = [of('supports'), of('conflicts')];
  const isDisputed = supporting.length > 0 && conflicting.length > 0;
  const requires_reverify = confidence < min_confidence || conflicting.length > 0;
  const shared = { claim, claim_key, authority_status: 'non_authoritative' };
  const opened =
    (await context.store.head(session)) === null
      ? { conflict_id: null, reverify_id: null }
      : await appendAtHead(context, session, async (seq) => {
          const { items } = await readAll(context, session, seq);
          const openOf = (kind: 'conflict' | 'reverify') =>
            items.find(
              (each) => each.kind === kind && each.outcome === null && each.claimKey === claim_key,
            );
          const assessed = {
            assessment_id: `metacognition:confidence:${digest({ claim_key, claim, seq })}`,
            ...shared,
            confidence,
            support_count: supporting.length,
            conflict_count: conflicting.length,
            requires_reverify,
            method: METHOD,
          };
          const events: UnsealedEvent[] = [
            eventOf('metacognition.confidence.assessed', assessed, caller),
          ];
          let conflict_id = openOf('conflict')?.id ?? null;
          if (isDisputed && conflict_id === null) {
            const sides = { for: refs(supporting), against: refs(conflicting) };
            conflict_id = nextId(items, 'conflict', { claim_key, ...sides }).id;
            const payload = {
              cluster_id: conflict_id,
              ...shared,
              supporting_source_events: sides.for,
              conflicting_source_events: sides.against,
              resolution_status: 'unresolved',
            };
            events.push(eventOf('metacognition.conflict.clustered', payload, caller));
          }
          let reverify_id = openOf('reverify')?.id ?? null;
          if (requires_reverify && reverify_id === null) {
            reverify_id = nextId(items, 'reverify', { claim_key }).id;
            const payload = {
              reverify_id,
              query: claim,
              claim_key,
              reason: conflicting.length > 0 ? 'conflicting_evidence' : 'low_confidence',
              priority: isDisputed ? 'high' : 'normal',
              status: 'open',
              source_events: refs(evidence),
              conflicting_source_events: refs(conflicting),
              authority_status: 'non_authoritative',
            };
            events.push(eventOf('metacognition.reverify.requested', payload, caller));
          }
          return { events, answer: () => ({ conflict_id, reverify_id }) };
        });
  const called = { session, primitive: 'get_claim_confidence', phase: parsed.phase ?? 'review' };
  await recordPrimitive(context, { ...called, results: 1, evidence: evidence.length }, caller);
  return {
    primitive: 'get_claim_confidence',
    phase: called.phase,
    session_id: session,
    claim,
    claim_key,
    min_confidence,
    confidence,
    support_count: supporting.length,
    conflict_count: conflicting.length,
    evidence: evidence.slice(0, parsed.limit ?? DEFAULT_EVIDENCE).map(entry),
    ...opened,
    authority_status: 'non_authoritative',
  };
});

/** Without its text, which a checkout or memory_replay shows under its own rules. */
function entry({ session, seq, hash, stance, channel, eventType, weight }: ClaimEvidence) {
  const said = stance === 'supports' ? 'the same value' : 'another value, or a denial';
  return {
    citation: renderCitation(session, seq, hash),
    stance,
    channel,
    reason: `${eventType} says ${said}`,
    weight,
  };
}

function refs(evidence: readonly ClaimEvidence[]) {
  return evidence.slice(0, MAX_SIDE).map(({ seq, hash }) => ({ seq, hash: bareHash(hash) }));
}
