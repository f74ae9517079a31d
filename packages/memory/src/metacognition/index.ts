/** What the operations use of this domain. */
export {
  feelingOfKnowing,
  knowingIndex,
  type FeelingOfKnowing,
  type KnowingIndex,
} from './feeling-of-knowing.ts';
export { fokReport, type CheckoutOutcome, type FokReport, type Prediction } from './fok-report.ts';
export type { Assessment, Metacognition, OpenItem } from './open-items.ts';
export { readMetacognition } from './read-metacognition.ts';
export { CLOSING_EVENTS, CLOSINGS, OUTCOMES, whyNotClosed, type Outcome } from './states.ts';
export { slotOf } from '../statements/slot.ts';
export { weighClaim, type ClaimEvidence } from './weigh-claim.ts';
