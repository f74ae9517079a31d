/** Load, plan and run hooks; record what a client delivers. */
export { convert, type ConversionLoss, type ConvertTarget } from './author/convert.ts';
export { diagnose } from './author/doctor.ts';
export { actionText, explain, type Explanation } from './author/explain.ts';
export type { Finding } from './author/unreached-hooks.ts';
export { FIXTURE_SUFFIX, parseFixture } from './author/fixtures.ts';
export { codexFailure, livePayload, trialsFor, type LiveTrial } from './author/live-payload.ts';
export { recallEvent, type Recalled } from './author/recall-event.ts';
export { runFixture, type CaseResult } from './author/run-fixture.ts';
export {
  isOfTool,
  meantEvent,
  nativeName,
  sampleEvent,
  typeOf,
  type SampleRequest,
  sampleNativeEvent,
} from './author/sample-event.ts';
export { dispatch } from './dispatch/dispatch.ts';
export { keepRegistered } from './registration/keep-registered.ts';
export type { DispatchRequest } from './engine/dispatch-request.ts';
export type { Dispatched } from './engine/dispatched.ts';
export type { DialectName, Handler, Switch } from './engine/handler.ts';
export { indexGuards } from './engine/index-guards.ts';
export { loadConfig, type LoadedConfig } from './engine/load.ts';
export { configFiles, FURTHER_FILES_VARIABLE, managedFile } from './engine/sources.ts';
export { merge } from './engine/merge.ts';
export { isOwnCommand } from './found/own-command.ts';
export { announce, reviewText } from './engine/protect/messages.ts';
export { forgetSessions } from './engine/protect/session-files.ts';
export { editOwn, forgetWatched } from './engine/protect/watched-files.ts';
export { acceptReviews, revokeReviews } from './engine/review/accept.ts';
export { readCopy } from './engine/review/copies.ts';
export { changedLines } from './engine/review/differences.ts';
export { isWithin } from './engine/review/find-program.ts';
export type { ReviewedHook } from './engine/review/review-record.ts';
export { scopeOf } from './engine/review/reviewed-scope.ts';
export { openReviews, Reviews, type ReviewPlace } from './engine/review/reviews.ts';
export { turnsOff } from './engine/switches.ts';
export { dispatchEvents } from './engine/dispatch-events.ts';
export { placeOf } from './engine/telemetry.ts';
export { speakerHere, speakerOf, type Speaker } from './hook-event/speaker.ts';
export {
  addLosses,
  countedLosses,
  sessionsWithLosses,
  type Losses,
} from './losses/counted-losses.ts';
export { sealLosses } from './losses/seal-losses.ts';
export { reportedEvent, type Reported } from './payload/reported-event.ts';
export { questionsFolder, type PromptQuestion } from './ready/ask-worker.ts';
export type { PromptLine } from './ready/relevant-lines.ts';
export { branchOf } from './ready/branch-of.ts';
export { logNames, readReady, readyFile, stampOf, type ReadyContext } from './ready/ready-file.ts';
export { toolsLine } from './ready/tools-line.ts';
export { drainRaw } from './record/drain-raw.ts';
export { observeRecord, type CapturedEvent } from './record/observe-record.ts';
export { isPrivateTurn, recordHook } from './record/record-hook.ts';
export { recordMemoryUse } from './reminder/state.ts';
export { privateMark } from './record/record-delivery.ts';
export { privateStateDir, readOnlyStateDir } from './state/state-dir.ts';
