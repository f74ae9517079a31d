/** The memory of a log: open it, what it extracts and what it stores. */
export { causalRelation, graphLabel, type CausalRelation } from './causal/relations.ts';
export { isClientText, isProposed, isUntrusted, lessTrusted } from './channels.ts';
export { digestWindow, eventLine, type Strategy, type WindowDigest } from './compaction/digest.ts';
export { candidateId, digest } from './consolidation/candidate-id.ts';
export { createMiner, MINING_METHOD, type MinedProcedure } from './consolidation/mining/mine.ts';
export type { CitedEvent, Proposal } from './consolidation/proposals.ts';
export { readProposals } from './consolidation/read-proposals.ts';
export { isActionable, proposalsOf, segmentsOf } from './consolidation/segments.ts';
export {
  CANDIDATE_TYPES,
  REVIEW_STATUSES,
  whyNoPromotion,
  whyNoReview,
  type CandidateType,
  type ProposalStatus,
  type ReviewStatus,
} from './consolidation/states.ts';
export { extract } from './extract/index.ts';
export type { Quoted } from './extract/extracted.ts';
export { versionName } from './extract/skills.ts';
export { candidateName } from './extract/synthesis.ts';
export { openWithFallback } from './fallback/fallback-memory.ts';
export { openNeo4j, type Neo4jAddress } from './graph/neo4j-link.ts';
export { withGraph } from './graph/with-graph.ts';
export { openMemoryThread } from './fallback/memory-thread.ts';
export { serveMemory } from './fallback/serve-memory.ts';
export { peekProjection, type ProjectionPeek } from './store/sqlite/peek-projection.ts';
export type { Memory, MemoryReads, ProjectionFallback } from './memory.ts';
export {
  feelingOfKnowing,
  knowingIndex,
  type FeelingOfKnowing,
  type KnowingIndex,
} from './metacognition/feeling-of-knowing.ts';
export { addedNameWords } from './metacognition/added-name-words.ts';
export {
  fokReport,
  type CheckoutOutcome,
  type FokReport,
  type Prediction,
} from './metacognition/fok-report.ts';
export type { Assessment, OpenItem } from './metacognition/open-items.ts';
export { readMetacognition } from './metacognition/read-metacognition.ts';
export {
  CLOSING_EVENTS,
  CLOSINGS,
  OUTCOMES,
  whyNotClosed,
  type Outcome,
} from './metacognition/states.ts';
export { weighClaim, type ClaimEvidence } from './metacognition/weigh-claim.ts';
export { sessionOf, textOf } from './extract/event-fields.ts';
export { GLYPHS, renderIndex } from './notes/render-index.ts';
export {
  admitEntries,
  observationEntry,
  promptEntry,
  summaryEntry,
  type IndexEntry,
} from './notes/index-entry.ts';
export { isWork, OWN_PROMPT_MARK } from './notes/noted-tools.ts';
export {
  type NoteKind,
  type Notes,
  type NoteSearchRequest,
  type NoteSearchResult,
  type ObservationRequest,
  refusedNotes,
} from './notes/notes.ts';
export type { EarlierWork, NoteLedgerRow, NoteQueue, PendingWork } from './notes/queue.ts';
export { KEEP_ALL, type Retention, type RetentionRow } from './store/notes/retention.ts';
export type {
  NoteSource,
  ObservationRow,
  PromptRow,
  SessionRow,
  SummaryRow,
} from './notes/rows.ts';
export { promptTitle, sessionOutcome, sessionTitle } from './notes/session-title.ts';
export { openMemory, type OpenMemoryOptions } from './open-memory.ts';
export {
  decisionOn,
  readDecisions,
  type QuarantineDecision,
  type QuarantineDecisions,
} from './shown/withhold.ts';
export type {
  EdgeRow,
  FactHit,
  FactRow,
  RecentEvent,
  SearchRequest,
  SearchResult,
  SourceHit,
} from './rows.ts';
export {
  FAILED,
  isPersons,
  isVague,
  STATEMENT_TYPES,
  statementValue,
} from './salience/statement-value.ts';
export { OUTCOME_WORDS, outcomeWord } from './salience/outcomes.ts';
export { findSkills, placeSkills, type RelatedSkill } from './skills/place-skills.ts';
export {
  foldSkills,
  SKILL_FACT_TYPES,
  type SkillStatus,
  type SkillVersion,
} from './skills/fold-skills.ts';
export {
  isPromotionCandidate,
  isRollbackCandidate,
  type SkillUse,
  type UseReason,
} from './skills/standing.ts';
export { refuseTransition, type SkillAction } from './skills/transitions.ts';
export { isDocument, languageOf } from './sources/languages.ts';
export { createResolver, type Resolver } from './sources/resolve-module.ts';
export { codeEvents, documentEvents, type SourceEvent } from './sources/source-events.ts';
export { extractStatements } from './statements/extract-statements.ts';
export { statementKey } from './statements/review.ts';
export { WORDING_CUE } from './statements/read-user.ts';
export { slotOf } from './statements/slot.ts';
export { STATEMENT_KINDS } from './statements/statement.ts';
export { artifactPayload, whyUnfounded, type ReturnedCheckout } from './synthesis/artifact.ts';
export type { AnswerCandidate, LedgerRow } from './synthesis/ledger-row.ts';
export { matchesEvent } from './synthesis/verify-row.ts';
export { gloss, GLOSS_VERSION } from './vectors/gloss.ts';
export { contentWords } from './words/content-words.ts';
export type { EmbedOptions, EmbedResult } from './vectors/memory-vectors.ts';
export type { EmbeddingTurn } from './vectors/vector-lane.ts';
export { postgresProjection, probeServer } from './store/postgres/index.ts';
export { QUARANTINE_TYPE } from './extract/extracted.ts';
