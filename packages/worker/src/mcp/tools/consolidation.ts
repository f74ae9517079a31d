import { z } from 'zod';
import {
  candidateRequest,
  proposeCandidate,
  reviewCandidate,
  reviewRequest,
  type CandidateAnswer,
  type ReviewAnswer,
} from '../../operations/consolidation.ts';
import {
  proposeFromLog,
  proposeFromLogRequest,
  type ProposeFromLogAnswer,
} from '../../operations/consolidation-propose.ts';
import { promoteProposal, promoteRequest } from '../../operations/consolidation-promote.ts';
import {
  consolidationStatus,
  statusRequest,
  type ConsolidationStatus,
} from '../../operations/consolidation-status.ts';
import { APPENDS, defineTool, READS } from './tool.ts';
import { umbrella } from './umbrella.ts';

const candidate = defineTool({
  name: 'memory_consolidation_candidate',
  title: 'Propose an episode, claim or procedure',
  description:
    'Proposes an episode, claim or procedure that cited events support. It waits for a review and is not a fact.',
  input: candidateRequest,
  annotations: APPENDS,
  profile: 'full',
  scope: 'write',
  handler: (args, { runtime, caller }) => proposeCandidate(runtime.context, args, caller),
  summarize: (result) => ((result as CandidateAnswer).deduped ? 'known already' : 'proposed'),
});

const proposeFrom = defineTool({
  name: 'memory_consolidation_propose_from_log',
  title: 'Propose from the log',
  description: 'Proposes candidates from windows of recorded work, newest first. Adds no fact.',
  input: proposeFromLogRequest,
  annotations: APPENDS,
  profile: 'full',
  scope: 'write',
  handler: (args, { runtime, caller }) => proposeFromLog(runtime.context, args, caller),
  summarize: (result) => `${(result as ProposeFromLogAnswer).candidate_count} proposed`,
});

const status = defineTool({
  name: 'memory_consolidation_status',
  title: 'Count proposals',
  description: 'Counts candidates and beliefs by state, and lists those to review.',
  input: statusRequest,
  annotations: READS,
  profile: 'full',
  scope: 'read',
  handler: (args, { runtime }) => consolidationStatus(runtime.context, args),
  summarize: (result) => `${(result as ConsolidationStatus).pending_count} pending`,
});

const review = defineTool({
  name: 'memory_consolidation_review',
  title: 'Review a proposal',
  description:
    'Records a disposition of a candidate or a proposed belief. Accepted does not make it a fact: a person promotes it. Rejected is final.',
  input: reviewRequest,
  annotations: APPENDS,
  profile: 'full',
  scope: 'write',
  handler: (args, { runtime, caller }) => reviewCandidate(runtime.context, args, caller),
  summarize: (result) => `reviewed: ${(result as ReviewAnswer).status}`,
});

const promote = defineTool({
  name: 'memory_consolidation_promote',
  title: 'Promote a proposal',
  description:
    'Makes an accepted candidate or belief a fact, or a procedure a proposed skill. Only a person decides this: the call needs the admin token of this server, or the user runs `hookloom memory consolidation promote`.',
  input: promoteRequest.extend({ admin_token: z.string().max(4096).optional() }),
  annotations: APPENDS,
  meta: { 'anthropic/requiresUserInteraction': true },
  profile: 'full',
  scope: 'admin',
  handler({ admin_token, ...request }, { runtime, caller, isAdmin }) {
    // `authorise` has checked it: a caller with the server's token acts for its owner.
    void admin_token;
    const decider = isAdmin ? { ...caller, channel: 'user' as const } : caller;
    return promoteProposal(runtime.context, request, decider);
  },
  summarize: () => 'promoted',
});

export const consolidationTools = [candidate, proposeFrom, status, review, promote];

export const consolidationUmbrella = [
  umbrella({
    name: 'memory_consolidation',
    title: 'Consolidation',
    operations: { candidate, propose_from_log: proposeFrom, status, review },
  }),
];
