/** Event types, who may write them, and the port of an event store. */
export { ARCHIVE, byOperation, checkWriter } from './events/index.ts';
export type { EventDefinition } from './events/definition.ts';
export { eventClass, eventDefinition, eventDefinitions, writerOf } from './events/index.ts';
export { eventSummaries } from './events/event-summary.ts';
export { payloadJsonSchema } from './events/json-schema.ts';
export { REVIEW_ACTIONS, type ReviewAction } from './events/statements.ts';
export { OPERATIONS } from './events/writers.ts';
export type { Embedder, Reranker } from './ports/embedder.ts';
export { systemClock, type Clock, type Ids } from './ports/environment.ts';
export {
  CHANNELS,
  RESERVED_KEYS,
  type AppendOptions,
  type AppendResult,
  type Channel,
  type CheckedEvent,
  type Checkpoint,
  type Cursor,
  type Delivery,
  type Durability,
  type EnvelopeForm,
  type EventBatch,
  type EventStore,
  type Head,
  type LostEvents,
  type OnUnavailable,
  type Origin,
  type ReadBatchOptions,
  type ReadOptions,
  type Security,
  type StoredEvent,
  type UnavailableEvent,
  type UnavailableReason,
  type UnsealedEvent,
  type VerifyReason,
  type VerifyReport,
} from './ports/event-store.ts';
export {
  SummarizerFailure,
  type CommandWork,
  type EditWork,
  type NoteDraft,
  type Summarizer,
  type SummarizerAnswer,
  type SummarizerFailureKind,
  type SummarizerRequest,
  type SummarizerUsage,
  type SummaryDraft,
  type ToolWork,
  type TurnWork,
  type WorkGroup,
} from './ports/summarizer.ts';
