/** Clients and the languages of hook files: their capabilities, and where their files are. */
export { claudeSettings } from './clients/claude-code/install.ts';
export type { McpFile, Place } from './clients/client-paths.ts';
export type {
  FolderLists,
  FoundFiles,
  SessionFile,
  SessionPlace,
} from './clients/client-transcript.ts';
export type { HookCommands, StartRequest } from './clients/client.ts';
export {
  attachEngine,
  type AttachOptions,
  type Handled,
  type HumanAnswer,
  type Question,
} from './clients/codex/app-server/attach.ts';
export {
  CodexAppServerClient,
  type AppServerClientEvents,
  type CodexAppServerOptions,
} from './clients/codex/app-server/client.ts';
export { codexAttached } from './clients/codex/app-server/engine-client.ts';
export {
  CODEX_CAPTURE_FILE,
  codexCaptureConfig,
  portableConfig,
  readCodexCaptureConfig,
  type CodexCaptureConfig,
} from './clients/codex/capture-config.ts';
export { codexSettings } from './clients/codex/install.ts';
export { fieldLosses } from './clients/field-losses.ts';
export { genericHookCommand } from './clients/generic/install.ts';
export { NO_SUCH_ANSWER } from './clients/generic/losses.ts';
export { parseGenericEvent } from './clients/generic/parse-event.ts';
export { renderWrapperClaude, renderWrapperGemini } from './clients/generic/wrapper-response.ts';
export {
  CLIENTS,
  CONNECTABLE,
  connectable,
  isClient,
  isConnectable,
  type Connectable,
} from './clients/index.ts';
export { loadWords } from './clients/load-words.ts';
export { readTranscriptLine, type TranscriptClient } from './clients/transcript-readers.ts';
export { DIALECTS } from './dialects/index.ts';
export { TOML_EVENTS, type TomlEvent } from './dialects/toml/events.ts';
export { TOML_ANSWER_FIELDS } from './dialects/toml/interpret.ts';
export { TOML_OPTIONS } from './dialects/toml/load-entry.ts';
export { parseToml } from './dialects/toml/parse-toml.ts';
export { tomlInput } from './dialects/toml/build-input.ts';
export { trustedHashes } from './found/codex-trusted-hashes.ts';
export {
  findExecutable,
  findPrograms,
  versionOf,
  type FoundProgram,
} from './found/find-programs.ts';
export { inspectProgram, type ClientFiles, type ReadText } from './found/inspect.ts';
export { isOurCommand } from './found/own-command.ts';
export type { FoundHooks } from './found/own-handlers.ts';
export type { FoundServer } from './found/own-servers.ts';
export { PLACES, PROGRAMS, type Program } from './found/places.ts';
export {
  expandedLine,
  expandedWords,
  PORTABLE_LAUNCHER,
  portableServer,
} from './found/portable-calls.ts';
export { parseJsonc, readSettingsText } from './found/settings-text.ts';
export { findDoubles, sharedClaudeHooks } from './registration/find-doubles.ts';
export { isRunHere, nativeEvents, neededEvents } from './registration/needed-events.ts';
export {
  claudeHooksOfCopilot,
  registrationOf,
  type Registration,
} from './registration/read-registration.ts';
export { renderShTransport } from './registration/sh-transport.ts';
export { whyNot, type WhyNot } from './registration/why-not.ts';
export { unreachableGuards } from './registration/unreachable-guards.ts';
export {
  newReaderState,
  type CompactionRecord,
  type ReaderState,
  type TranscriptRecord,
} from './transcript/record.ts';
