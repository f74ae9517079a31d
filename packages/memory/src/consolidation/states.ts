/** The states of a proposal, and the transitions between them. */

export const CANDIDATE_TYPES = ['episode', 'claim', 'procedure'] as const;
export type CandidateType = (typeof CANDIDATE_TYPES)[number];

export const REVIEW_STATUSES = ['accepted', 'rejected', 'deferred', 'conflicted'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];
export type ProposalStatus = 'pending' | ReviewStatus;

/** The reviews that each status allows. A rejected proposal stays rejected. */
export const REVIEWS: Readonly<Record<ProposalStatus, readonly ReviewStatus[]>> = {
  pending: REVIEW_STATUSES,
  deferred: ['accepted', 'rejected', 'conflicted'],
  conflicted: ['accepted', 'rejected', 'deferred'],
  accepted: ['rejected'],
  rejected: [],
};

export type ReviewRefusal = 'promoted' | 'rejected_before' | 'same_status' | 'not_a_next_status';

/** Why this review is not allowed; null if it is. */
export function whyNoReview(
  { status, isPromoted }: { status: ProposalStatus; isPromoted: boolean },
  next: ReviewStatus,
): ReviewRefusal | null {
  if (isPromoted) return 'promoted';
  if (status === 'rejected') return 'rejected_before';
  if (status === next) return 'same_status';
  return REVIEWS[status].includes(next) ? null : 'not_a_next_status';
}

export type PromotionRefusal = 'promoted' | 'not_accepted' | 'stale';

/** Why a proposal may not be promoted; null if it may. */
export function whyNoPromotion({
  status,
  isPromoted,
  isStale,
}: {
  status: ProposalStatus;
  isPromoted: boolean;
  isStale: boolean;
}): PromotionRefusal | null {
  if (isPromoted) return 'promoted';
  if (status !== 'accepted') return 'not_accepted';
  return isStale ? 'stale' : null;
}
