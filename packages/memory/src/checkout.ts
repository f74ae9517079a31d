/** Search, and how results are shown. */
export { bootstrap, type BootstrapResponse } from './checkout/bootstrap.ts';
export { capabilities, type CapabilitiesResponse } from './checkout/capabilities.ts';
export { checkedOnce } from './checkout/gather.ts';
export { checkout } from './checkout/checkout.ts';
export { createCitationCheck } from './shown/citation-check.ts';
export { cleanText, excerpt, foldText, fence, quoted, unfence } from './shown/clean-text.ts';
export { symbolHash } from './checkout/code-anchors.ts';
export { assembleContext, type ContextRequest, type ContextResponse } from './checkout/context.ts';
export { isFuture, isOver, suspendedBy } from './checkout/holds.ts';
export { showName } from './shown/clean-text.ts';
export type { CheckoutAnswer, CheckoutAnswerTo } from './checkout/lean/answer.ts';
export { leanCheckout } from './checkout/lean/lean-checkout.ts';
export { isPinned, PINNED_TYPES } from './checkout/rank-rows.ts';
export { normalizePurpose } from './checkout/purpose.ts';
export type { RecallSettings, WorkspaceFiles } from './checkout/request.ts';
export { RETENTION_POLICIES } from './checkout/retention.ts';
export { mergeUnavailable, unavailableEntries, unavailableLines } from './checkout/unavailable.ts';
export { why, type Why } from './checkout/why.ts';
export { reasonToWithhold, type Withheld } from './shown/withhold.ts';
export { SCORING_PROFILE_NAMES } from './search/scoring-profiles.ts';
export { wordStem } from './words/analyze.ts';
export {
  heldText,
  note,
  readTogether,
  textOfEvent,
  TOGETHER_TYPES,
  type HeldText,
  type ReadTogether,
} from './shown/held-text.ts';
export { showText, showValues, textsIn, type ShownText } from './shown/shown-text.ts';
