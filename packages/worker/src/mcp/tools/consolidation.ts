import { proposeCandidate, reviewCandidate } from '../../operations/consolidation.ts';
import { proposeFromLog } from '../../operations/consolidation-propose.ts';
import { promoteProposal, promoteRequest } from '../../operations/consolidation-promote.ts';
import { consolidationStatus } from '../../operations/consolidation-status.ts';
import { deciderOf, defineTool } from './tool.ts';
import { combineTools } from './combine-tools.ts';

export const consolidationTools = {
  proposeCandidate: defineTool({
    name: 'memory_consolidation_candidate',
    title: 'Propose an episode, claim or procedure',
    description:
      'Proposes an episode, claim or procedure that cited events support. It waits for a review and is not a fact.',
    scope: 'write',
    run: proposeCandidate,
    summarize: (result) => (result.deduped ? 'known already' : 'proposed'),
  }),
  proposeFromLog: defineTool({
    name: 'memory_consolidation_propose_from_log',
    title: 'Propose from the log',
    description: 'Proposes candidates from windows of recorded work, newest first. Adds no fact.',
    scope: 'write',
    run: proposeFromLog,
    summarize: (result) => `${result.candidate_count} proposed`,
  }),
  consolidationStatus: defineTool({
    name: 'memory_consolidation_status',
    title: 'Count proposals',
    description: 'Counts candidates and beliefs by state, and lists those to review.',
    scope: 'read',
    run: consolidationStatus,
    summarize: (result) => `${result.pending_count} pending`,
  }),
  reviewCandidate: defineTool({
    name: 'memory_consolidation_review',
    title: 'Review a proposal',
    description:
      'Records a disposition of a candidate or a proposed belief. Accepted does not make it a fact: a person promotes it. Rejected is final.',
    scope: 'write',
    run: reviewCandidate,
    summarize: (result) => `reviewed: ${result.status}`,
  }),
  promoteProposal: defineTool({
    name: 'memory_consolidation_promote',
    title: 'Promote a proposal',
    description:
      'Makes an accepted candidate or belief a fact, or a procedure a proposed skill. Only a person decides this: the call needs the admin token of this server, or the user runs `hookloom memory consolidation promote`.',
    input: promoteRequest,
    meta: { 'anthropic/requiresUserInteraction': true },
    scope: 'admin',
    run: (context, request, _, call) => promoteProposal(context, request, deciderOf(call)),
    summarize: () => 'promoted',
  }),
};

export const consolidationUmbrella = [
  combineTools('memory_consolidation', 'Consolidation', {
    candidate: consolidationTools.proposeCandidate,
    propose_from_log: consolidationTools.proposeFromLog,
    status: consolidationTools.consolidationStatus,
    review: consolidationTools.reviewCandidate,
  }),
];
