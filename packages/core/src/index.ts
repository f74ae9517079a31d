/** Shared by all packages: JSON, ids, citations, errors, the clock, the shell, the person at the terminal. */
export { bytesText, durationText } from './amounts.ts';
export {
  attempt,
  namesIn,
  openPlain,
  quietly,
  readEnd,
  readStart,
  realPath,
  replaceFile,
  withPlain,
} from './attempt.ts';
export { canonicalize } from './canonical-json.ts';
export { compareText } from './compare-text.ts';
export {
  defined,
  isJsonObject,
  MAX_JSON_DEPTH,
  parseJsonObject,
  stringAt,
  stringsAt,
  type JsonObject,
  type JsonValue,
} from './json.ts';
export {
  conflict,
  corrupt,
  ERROR_CODES,
  HookloomError,
  invalidRequest,
  isHookloomError,
  notFound,
  permissionDenied,
  toErrorPayload,
  unavailable,
  type ErrorCode,
} from './errors.ts';
export {
  assertSessionId,
  createIds,
  eventIdFrom,
  isSessionId,
  REFS_SESSION,
  weakRandomHex,
} from './ids.ts';
export { isoTime } from './ports/environment.ts';
export { JsonScan } from './json-scan.ts';
export { MAIN_BRANCH } from './main-branch.ts';
export { distance, nearWord } from './near-word.ts';
export {
  CAUSAL_RELATIONS,
  NOTE_CONCEPTS,
  NOTE_TYPES,
  OUTCOMES,
  PURPOSES,
  SKILL_ACTIONS,
  SKILL_FEEDBACK,
} from './payload-words.ts';
export { isEqual, judgeToken } from './person/admin-token.ts';
export { clientOfEnvironment } from './person/agent-clients.ts';
export { isDetached } from './person/detached.ts';
export { isPerson, type PersonVerdict } from './person/is-person.ts';
export type { ProcessEntry, ProcessTable } from './person/process-table.ts';
export { baseName } from './person/program-names.ts';
export { readProc } from './person/read-proc.ts';
export { readProcesses } from './person/read-processes.ts';
export { startedBy } from './person/started-by.ts';
export { isRunning, readProcess } from './process-state.ts';
export { INLINE_LIMIT_BYTES, inlineSha256Hex, sha256Hex } from './sha256.ts';
export {
  isSharedSession,
  parseCitation,
  renderCitation,
  SHARED_KINDS,
  sharedEventId,
  slug,
  type SharedKind,
} from './session-names.ts';
export {
  flagValue,
  ownCall,
  ownCallOf,
  simpleCommands,
  type OwnCall,
} from './shell/command-words.ts';
export { parseShell, type ShellWord } from './shell/parse-shell.ts';
export { pasteWords, shellQuote, shellWords, windowsQuote } from './shell/quote.ts';
export { timeIn } from './time-in.ts';
export { VERSION } from './version.ts';
export { ulid } from './ulid.ts';
