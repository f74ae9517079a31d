/** Missions: work that several agents share. Workers report findings in their own logs; a coordinator reviews them. */
import { z } from 'zod';
import { by, eventFamily } from './definition.ts';

const text = z.string();
const mission = z.looseObject({ mission_id: text });
const finding = z.looseObject({ mission_id: text, finding_id: text });
const hash = '0464261d6ec01dee9964d5ccc6f0b9bf597baff9b62115257c650cb8d5cdfd08';
const evidence = {
  kind: 'file',
  reference: 'src/login.ts',
  snapshot: { blob: '3b18e512dba79e4c8300dd08aeb37f8e728b8dad' },
};
const named = { mission_id: 'login-bug', finding_id: 'worker-a:finding:1', worker_id: 'worker-a' };
const claim = {
  summary: 'The session cookie expires after a minute',
  evidence: [evidence],
  confidence: 0.8,
  claim_key: 'cookie.max_age',
  claim_value: '60',
};
const source = { session_id: 'worker-a', seq: 2, hash };

export const coordinationEvents = eventFamily(by('coordinator', 'operation', 'coordination'), {
  'coordination.mission.created': {
    summary: 'A mission began.',
    schema: mission.extend({ objective: text }),
    example: {
      mission_id: 'login-bug',
      objective: 'Find why users are logged out',
      status: 'active',
    },
  },
  'coordination.worker.created': {
    summary: 'A worker joined a mission; recorded in the logs of both.',
    schema: mission.extend({ worker_id: text }),
    example: { mission_id: 'login-bug', worker_id: 'worker-a' },
  },
  'coordination.assignment.created': {
    summary: 'A worker was given a task.',
    schema: mission.extend({ worker_id: text, assignment_id: text, assignment: text }),
    example: {
      mission_id: 'login-bug',
      worker_id: 'worker-a',
      assignment_id: 'login-bug:assignment:1',
      assignment: 'Read how the cookie is set',
      status: 'assigned',
      expires_at: '2026-11-21T11:00:00.000Z',
    },
  },
  'coordination.finding.reported': {
    actor: 'worker',
    summary:
      'A worker reported a finding in its own log; it is pending until a coordinator reviews it.',
    schema: finding.extend({ worker_id: text, summary: text }),
    example: { ...named, ...claim, status: 'pending' },
  },
  'coordination.finding.reviewed': {
    summary: 'A coordinator decided on a finding.',
    schema: finding.extend({ status: z.enum(['accepted', 'rejected', 'deferred', 'conflicted']) }),
    example: {
      ...named,
      status: 'accepted',
      previous_status: 'pending',
      rationale: 'Seen in the file',
    },
  },
  'coordination.finding.promoted': {
    summary: 'An accepted finding became part of the mission’s state.',
    schema: finding.extend({
      summary: text,
      source: z.looseObject({ seq: z.number(), hash: text }),
    }),
    example: { ...named, ...claim, status: 'accepted', source },
  },
  'coordination.finding.retracted': {
    summary: 'A promoted finding was rejected later, so it is no longer valid.',
    schema: finding,
    example: { ...named, rationale: 'The cookie is renewed on every request' },
  },
  'coordination.conflict.detected': {
    summary: 'Findings contradict each other; recorded once.',
    schema: mission.extend({ conflict_id: text, kind: text, finding_ids: z.array(text) }),
    example: {
      mission_id: 'login-bug',
      conflict_id: 'conflict_9f86d081884c7d65',
      kind: 'exact_claim',
      subject: 'cookie.max_age',
      finding_ids: ['worker-a:finding:1', 'worker-b:finding:1'],
    },
  },
  'coordination.handoff.created': {
    summary: 'A mission was handed over with a summary, next steps and risks.',
    schema: mission.extend({ handoff_id: text, summary: text }),
    example: {
      mission_id: 'login-bug',
      handoff_id: 'login-bug:handoff:1',
      summary: 'The cookie lifetime is too short',
      next_steps: ['Raise it to a day'],
      risks: ['Old cookies stay short'],
    },
  },
  'coordination.proof_packet.created': {
    summary: 'A composed answer was linked to the accepted findings that support it.',
    schema: mission.extend({ artifact_id: text, accepted_finding_ids: z.array(text) }),
    example: {
      schema: 'coordination_proof_packet_v1',
      mission_id: 'login-bug',
      artifact_id: 'synthesis_2b5f0c8e1a7d4490',
      decision_scope: 'handoff',
      authority_scope: 'parent_accepted_state',
      accepted_finding_ids: ['worker-a:finding:1'],
      promotion_event_refs: [{ session_id: 'login-bug', seq: 5, hash }],
      non_authoritative_rows: [
        {
          source_group: 'worker-b:finding:1',
          status: 'pending',
          include_reason: null,
          exclude_reason: 'pending',
          fact_id: 'worker-b:finding:1',
        },
      ],
    },
  },
});
