/** What the operations use of this domain. */
export { candidateId, digest } from './candidate-id.ts';
export { createMiner, MINING_METHOD, type MinedProcedure } from './mining/mine.ts';
export {
  foldProposals,
  PROPOSAL_FACT_TYPES,
  type Proposal,
  type SourceEvent,
} from './proposals.ts';
export { isActionable, proposalsOf, segmentsOf, type SegmentProposal } from './segments.ts';
export {
  CANDIDATE_TYPES,
  REVIEW_STATUSES,
  whyNoPromotion,
  whyNoReview,
  type CandidateType,
  type ProposalStatus,
  type ReviewStatus,
} from './states.ts';
export { readProposals } from './read-proposals.ts';
