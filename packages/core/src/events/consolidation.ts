/** Generated episodes, claims and procedures: proposed, reviewed, and promoted by a person. */
import { z } from 'zod';
import { by, eventFamily } from './definition.ts';

const text = z.string();
const hash = 'a'.repeat(64);
/** The events that a proposal is based on. */
const sources = z.array(z.looseObject({ seq: z.number(), hash: text })).min(1);
const generated = z.literal('non_authoritative');
const claim = `consolidation:claim:${'0'.repeat(24)}`;
const episode = `consolidation:episode:${'0'.repeat(24)}`;

export const consolidationEvents = eventFamily(
  by('zaxy-consolidation', 'operation', 'consolidation'),
  {
    'consolidation.candidate.created': {
      summary:
        'An episode, claim or procedure was proposed from recorded events; it has no authority.',
      schema: z.looseObject({
        candidate_id: text,
        candidate_type: z.enum(['episode', 'claim', 'procedure']),
        title: text,
        summary: text,
        source_events: sources,
        confidence: z.number().min(0).max(1),
        method: text,
        review_status: z.literal('pending'),
        authority_status: generated,
        /** Of a procedure: one step per line. */
        steps: z.array(text).optional(),
        /** Of a mined procedure: one sentence for each step, for when to use it, and for how to see that it worked. */
        instructions: z.array(text).optional(),
        when: text.optional(),
        check: text.optional(),
      }),
      example: {
        candidate_id: episode,
        candidate_type: 'episode',
        title: 'The release was cut and verified',
        summary: 'npm test passed → tag v2 was pushed',
        source_events: [{ seq: 2, hash }],
        confidence: 0.68,
        method: 'deterministic_episode_segment_v1',
        review_status: 'pending',
        authority_status: 'non_authoritative',
      },
    },
    'consolidation.candidate.reviewed': {
      summary:
        'A proposal or a proposed belief was accepted, rejected, deferred or found in conflict. That gives it no authority.',
      schema: z.looseObject({
        candidate_id: text,
        status: z.enum(['accepted', 'rejected', 'deferred', 'conflicted']),
        previous_status: text,
        rationale: text,
        conflicts_with: z.array(text).optional(),
      }),
      example: {
        candidate_id: claim,
        status: 'accepted',
        previous_status: 'pending',
        rationale: 'Both sources say so',
        authority_status: 'non_authoritative',
      },
    },
    'consolidation.candidate.promoted': {
      summary:
        'A person made an accepted proposal part of the memory. A procedure becomes a proposed skill.',
      schema: z.looseObject({
        candidate_id: text,
        candidate_type: z.enum(['episode', 'claim', 'procedure']),
        title: text,
        summary: text,
        source_events: sources,
        evidence: z.array(text).min(1),
      }),
      example: {
        candidate_id: claim,
        candidate_type: 'claim',
        title: 'Releases are cut on Fridays',
        summary: 'Releases are cut on Fridays after the tests have passed.',
        source_events: [{ seq: 2, hash }],
        evidence: ['eventloom://project-default/events/2#aaaaaaaaaaaa'],
      },
    },
  },
);
