/** The lifecycle of a finding: which decisions are possible in which state. */
import { isPromoted, REVIEWS, type Finding, type ReviewStatus } from './state.ts';

/** The possible decisions in this state; none if it is closed. */
export function allowedReviews(finding: Finding): ReviewStatus[] {
  if (finding.retraction !== null) return [];
  if (isPromoted(finding)) return ['rejected'];
  switch (finding.status) {
    case 'pending':
      return [...REVIEWS];
    case 'deferred':
    case 'conflicted':
      return REVIEWS.filter((status) => status !== finding.status);
    case 'accepted':
      return ['rejected'];
    case 'rejected':
      return [];
  }
}

export function isAllowedChange(finding: Finding, status: ReviewStatus): boolean {
  return allowedReviews(finding).includes(status);
}
