/** What agents conclude about the memory itself: beliefs, confidence, open questions, conflicts, checks to repeat. */
import { z } from 'zod';
import { by, eventFamily } from './definition.ts';

const text = z.string();
const share = z.number().min(0).max(1);
const count = z.number().int().min(0);
const hash = 'a'.repeat(64);
const sources = z.array(z.looseObject({ seq: z.number(), hash: text }));
const generated = z.literal('non_authoritative');
const authority_status = 'non_authoritative';
const belief_id = `belief:update:${'0'.repeat(24)}`;
const unknown_id = `metacognition:unknown:${'0'.repeat(24)}`;
const cluster_id = `metacognition:conflict:${'0'.repeat(24)}`;
const reverify_id = `metacognition:reverify:${'0'.repeat(24)}`;
const claim = { claim: 'The API listens on port 9000', claim_key: 'the api listens on port …' };

export const reasoningEvents = eventFamily(by('zaxy-reasoning', 'operation', 'reasoning'), {
  'reasoning.primitive.called': {
    summary:
      'An agent called a reasoning tool: which one, in which phase, and how much it returned.',
    schema: z.looseObject({
      primitive: text,
      phase: z.enum(['planning', 'execution', 'review', 'reflection']),
      status: text,
      result_count: count,
      evidence_count: count,
      authority_status: generated,
    }),
    example: {
      primitive: 'get_claim_confidence',
      phase: 'review',
      status: 'succeeded',
      result_count: 1,
      evidence_count: 2,
      authority_status,
    },
  },
  'belief.update.proposed': {
    summary: 'An agent proposed a belief. It has no authority.',
    schema: z.looseObject({
      belief_id: text,
      claim: text,
      claim_key: text,
      rationale: text,
      confidence: share,
      source_events: sources.min(1),
      review_status: z.literal('pending'),
      authority_status: generated,
    }),
    example: {
      belief_id,
      ...claim,
      rationale: 'The user said so twice',
      confidence: 0.9,
      source_events: [{ seq: 2, hash }],
      review_status: 'pending',
      authority_status,
    },
  },
  'belief.update.promoted': {
    summary: 'A person made an accepted belief a fact.',
    schema: z.looseObject({
      belief_id: text,
      claim: text,
      claim_key: text,
      source_events: sources.min(1),
      evidence: z.array(text).min(1),
    }),
    example: {
      belief_id,
      ...claim,
      source_events: [{ seq: 2, hash }],
      evidence: ['eventloom://project-default/events/2#aaaaaaaaaaaa'],
    },
  },
  'metacognition.confidence.assessed': {
    summary: 'The recorded evidence for and against a claim was weighed. This changes no fact.',
    schema: z.looseObject({
      assessment_id: text,
      claim: text,
      claim_key: text,
      confidence: share,
      support_count: count,
      conflict_count: count,
      requires_reverify: z.boolean(),
      method: text,
      authority_status: generated,
    }),
    example: {
      assessment_id: `metacognition:confidence:${'0'.repeat(24)}`,
      ...claim,
      confidence: 1,
      support_count: 2,
      conflict_count: 0,
      requires_reverify: false,
      method: 'statement_slots_v1',
      authority_status,
    },
  },
  'metacognition.conflict.clustered': {
    summary: 'Recorded events support and contradict the same claim.',
    schema: z.looseObject({
      cluster_id: text,
      claim: text,
      claim_key: text,
      supporting_source_events: sources,
      conflicting_source_events: sources,
      resolution_status: z.literal('unresolved'),
      authority_status: generated,
    }),
    example: {
      cluster_id,
      ...claim,
      supporting_source_events: [{ seq: 2, hash }],
      conflicting_source_events: [{ seq: 5, hash }],
      resolution_status: 'unresolved',
      authority_status,
    },
  },
  'metacognition.reverify.requested': {
    summary: 'A claim must be verified again: its confidence is low, or its evidence disagrees.',
    schema: z.looseObject({
      reverify_id: text,
      query: text,
      claim_key: text,
      reason: text,
      priority: z.enum(['low', 'normal', 'high', 'urgent']),
      status: z.literal('open'),
      authority_status: generated,
    }),
    example: {
      reverify_id,
      query: 'The API listens on port 9000',
      claim_key: claim.claim_key,
      reason: 'low_confidence',
      priority: 'normal',
      status: 'open',
      authority_status,
    },
  },
  'metacognition.unknown.recorded': {
    summary: 'An agent recorded what it does not know, with the events that show the gap.',
    schema: z.looseObject({
      unknown_id: text,
      question: text,
      reason: text,
      claim_key: text,
      gap_type: z.enum(['missing_evidence', 'conflict', 'stale', 'scope']),
      source_events: sources.min(1),
      status: z.literal('open'),
      authority_status: generated,
    }),
    example: {
      unknown_id,
      question: 'Which port does the API listen on in production?',
      reason: 'Only the development port is recorded',
      claim_key: 'api port in production',
      gap_type: 'missing_evidence',
      source_events: [{ seq: 2, hash }],
      status: 'open',
      authority_status,
    },
  },
  'metacognition.unknown.resolved': closed(
    unknown_id,
    'resolved',
    'A recorded gap was resolved or dismissed.',
  ),
  'metacognition.conflict.resolved': closed(
    cluster_id,
    'resolved',
    'A conflict in the evidence was resolved.',
  ),
  'metacognition.reverify.completed': closed(
    reverify_id,
    'confirmed',
    'A claim was checked again: confirmed, refuted or obsolete.',
  ),
});

function closed(id: string, outcome: string, summary: string) {
  return {
    summary,
    schema: z.looseObject({ id: text, outcome: text, rationale: text, source_events: sources }),
    example: {
      id,
      outcome,
      rationale: 'The user confirmed it',
      source_events: [{ seq: 9, hash }],
      authority_status,
    },
  };
}
