/** What a client reports and the answers to it, in one form for all clients. */
export { callStatus, type CallStatus } from './hook/call-status.ts';
export type {
  ClientCapabilities,
  EventCapability,
  FieldCapability,
  Loss,
  Rendered,
  Survival,
} from './hook/capability.ts';
export { maskCommandLine, mcpOf, normaliseToolName } from './hook/tool-words.ts';
export { contentDigest } from './sha256.ts';
export {
  argumentKeys,
  entriesOf,
  newDraft,
  putName,
  putPlain,
  putText,
  putValue,
  type Draft,
  excerpt,
  EXCERPT_CHARS,
  LINE_CHARS,
  NAME_CHARS,
  SUMMARY_CHARS,
} from './hook/draft.ts';
export {
  CLIENT_NAMES,
  HOOK_EVENT_TYPES,
  type ClientName,
  type HookEventType,
} from './hook/event-types.ts';
export type {
  DeliveryContext,
  HookEvent,
  ParseHookEvent,
  PermissionMode,
  ToolSeen,
} from './hook/hook-event.ts';
export {
  DECISIONS,
  NO_OPINION,
  RESPONSE_FIELDS,
  type Decision,
  type ExtraField,
  type HookResponse,
  type ResponseField,
} from './hook/hook-response.ts';
export {
  channelOfTool,
  commandCompleted,
  fileEditApplied,
  putCommand,
  toolCallCompleted,
  transcriptTurn,
  type FileEditSeen,
} from './hook/observations.ts';
export type { HookContext, ObservedEvent, ObservedHook, ToEvents } from './hook/observed-event.ts';
