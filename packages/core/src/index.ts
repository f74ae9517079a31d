/** The public names of core. The hook path imports the single files instead, never this list. */
export { canonicalize, MAX_JSON_DEPTH } from './canonical-json.ts';
export { parseCitation, renderCitation, type Citation } from './citation.ts';
export { resolveWorkspace, type Workspace, type WorkspaceRequest } from './config/workspace.ts';
export {
  ERROR_CODES,
  HookloomError,
  isHookloomError,
  toErrorPayload,
  type ErrorCode,
  type ErrorPayload,
} from './errors.ts';
export {
  eventClass,
  eventDefinition,
  eventDefinitions,
  OPERATIONS,
  REVIEW_ACTIONS,
  writerOf,
  type EventClass,
  type EventDefinition,
  type Operation,
  type ReviewAction,
  type Writer,
  type WrittenBy,
} from './events/index.ts';
export { ARCHIVE, byOperation, standingOf, type EventStanding } from './events/authority.ts';
export { createIds, eventIdFrom, weakRandomHex } from './ids.ts';
export { isJsonObject, type JsonObject, type JsonValue } from './json.ts';
export { MAIN_BRANCH } from './main-branch.ts';
export { systemClock, type Clock, type Ids } from './ports/environment.ts';
export type { Embedder } from './ports/embedder.ts';
export type { Reranker } from './ports/reranker.ts';
export type * from './ports/event-store.ts';
export { CHANNELS, RESERVED_KEYS } from './ports/event-store.ts';
export { assertSessionId, isSessionId, REFS_SESSION, slug } from './session-id.ts';
export { sha256Hex } from './sha256.ts';
export { isSharedSession, SHARED_KINDS, sharedEventId, type SharedKind } from './shared-session.ts';
