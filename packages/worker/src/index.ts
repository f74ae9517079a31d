/** Operations on a project, and the process that serves them. */
export { knownPlaces, lostFolders } from './backup/known-places.ts';
export type { BackedUpProject, Manifest } from './backup/manifest.ts';
export { restoreBackup, type RestorePlace, type RestoreReport } from './backup/restore-backup.ts';
export { writeBackup, type ProjectPlace } from './backup/write-backup.ts';
export { inCallScope } from './call-scope.ts';
export { openCapture } from './capture/capture.ts';
export type { LaneResult, PassResult } from './capture/lane.ts';
export type { CaptureNotice } from './capture/notices.ts';
export { reviveQuietly, supervisionOf, type Supervision } from './capture/revive.ts';
export { runWatcher } from './capture/run-watcher.ts';
export { captureSession, captureSources, rootsOf } from './capture/setup.ts';
export { wantedFile } from './capture/wanted.ts';
export { watchSessions } from './capture/watch.ts';
export { CAPTURE_CLIENTS, type CaptureClient } from './capture/watcher-state.ts';
export { startWatcher, stopWatcher, watcherRuns } from './capture/watcher.ts';
export { openRuntime } from './compose.ts';
export { projectionState } from './team/projection-state.ts';
export { searchState } from './embedders/configured-embedder.ts';
export { recordGenesis } from './genesis.ts';
export { captureSoak } from './health/capture-soak.ts';
export { examine, type DoctorReport, type Gate } from './health/doctor/doctor.ts';
export { betaRow, externalValidationRow } from './health/doctor/gate-rows.ts';
export { fireEvents } from './health/doctor/live-events.ts';
export { probeLive } from './health/doctor/live-probe.ts';
export type { DoctorRow, Examination } from './health/doctor/row.ts';
export { gatherStatus } from './health/gather-status.ts';
export { hookStatus, type HookStatus } from './health/hook-status.ts';
export { lossesInWords } from './health/losses-in-words.ts';
export type { Answers, Parameters } from './http/viewer/index.ts';
export { explained, type ExplainedContext } from './injection/explained.ts';
export { contextHere } from './injection/here.ts';
export { recordInjection } from './injection/record-injection.ts';
export { drainInbox } from './drain-inbox.ts';
export { askWorker } from './life/ask-worker.ts';
export { endWorker, endWorkers } from './life/end-workers.ts';
export { ensureWorker } from './life/ensure-worker.ts';
export { findWorker } from './life/find-worker.ts';
export { runWorker, type LivingWorker } from './life/run-worker.ts';
export { allowWorker, startInBackground } from './life/start-on-demand.ts';
export { logFile, tailOf } from './life/worker-log.ts';
export { loadAdminToken } from './mcp/admin-token.ts';
export { callTool, callWith, coreListing, tools } from './mcp/tools/index.ts';
export { listTool } from './mcp/tools/list-tool.ts';
export { reasoningTools, resolveTool } from './mcp/tools/reasoning.ts';
export { approvalPacket, type ApprovalPacket } from './missions/approval-packet.ts';
export { auditPage } from './missions/audit-page.ts';
export { mergeBrief, type MergeBrief } from './missions/brief.ts';
export {
  applyApproval,
  promoteFinding,
  reviewFinding,
  type ApprovalAnswer,
  type ReviewAnswer,
} from './missions/decide.ts';
export { handOff } from './missions/handoff.ts';
export { inspectMission, type Inspection } from './missions/inspect.ts';
export { performanceLedger, type PerformanceLedger } from './missions/ledger.ts';
export { missionCheckout, type MissionCheckout } from './missions/mission-checkout.ts';
export { proofTrace, type ProofTrace } from './missions/proof-trace.ts';
export { recordProof, type ProofAnswer } from './missions/record-proof.ts';
export { reportFinding, type ReportAnswer } from './missions/report-finding.ts';
export type { MissionRequest } from './missions/requests.ts';
export { assignWork, createWorker, startMission } from './missions/run-mission.ts';
export type { Written } from './missions/write.ts';
export { queueStatus, retryDead } from './notes-queue/queue-status.ts';
export type { NotesQueueStatus } from './notes-queue/start.ts';
export { fileForms } from './notes/file-forms.ts';
export { notesHere, retentionHere, sessionTitle, type NotesHere } from './notes/here.ts';
export { parseInstant } from './notes/instants.ts';
export { isNoRow, noRow, pageOfPlaces, rowById } from './notes/pages.ts';
export { placeOf, placesOf } from './notes/place.ts';
export type {
  PublicObservation,
  PublicPrompt,
  PublicRow,
  PublicSummary,
} from './notes/public-rows.ts';
export { removeRow } from './notes/remove-row.ts';
export { noteRetention } from './notes/retention.ts';
export { entriesOf, searchPlaces } from './notes/search-places.ts';
export { changeNote } from './notes/write-note.ts';
export type { AppendAnswer, AppendRequest } from './operations/append.ts';
export { parseArchiveLines } from './operations/archive-items.ts';
export { archive, type ArchiveAnswer } from './operations/archive.ts';
export type { BootstrapAnswer, BootstrapRequest } from './operations/bootstrap.ts';
export { causalPredecessors, causalSuccessors } from './operations/causal.ts';
export type { CheckoutRequest, FullCheckout, ShortCheckout } from './operations/checkout.ts';
export { compact } from './operations/compact.ts';
export type { ContextAnswer } from './operations/context-assemble.ts';
export { readableSession, type Caller, type OperationContext } from './operations/context.ts';
export { proposeCandidate, reviewCandidate } from './operations/consolidation.ts';
export { mineProcedures } from './operations/consolidation-mine.ts';
export { promoteProposal } from './operations/consolidation-promote.ts';
export { proposeFromLog } from './operations/consolidation-propose.ts';
export { consolidationStatus } from './operations/consolidation-status.ts';
export { correct, type CorrectAnswer } from './operations/correct.ts';
export { deleteSession, type DeleteAnswer } from './operations/delete-recorded.ts';
export {
  exportMemory,
  keyFolder,
  MAX_EXPORT_ROWS,
  type ExportAnswer,
  type ExportRequest,
} from './operations/export.ts';
export { feedback, type FeedbackAnswer } from './operations/feedback.ts';
export { feelingOfKnowingReport } from './operations/feeling-of-knowing.ts';
export type { ForgetRequest } from './operations/forget-request.ts';
export { forget, type ForgetAnswer, type ForgetPreview } from './operations/forget.ts';
export { createHandoff, type Handoff } from './operations/handoff.ts';
export { importItems } from './operations/import-items.ts';
export {
  listInbox,
  reviewStatement,
  type Inbox,
  type ProposedStatement,
  type ReviewRequest,
} from './operations/inbox.ts';
export { parseLines } from './operations/ingest-items.ts';
export {
  assertIngestable,
  checkCitations,
  ingestItems,
  summed,
  type Imported,
} from './operations/ingest.ts';
export { invalidate, type InvalidateAnswer } from './operations/invalidate.ts';
export { ledgersOf } from './operations/note-queue.ts';
export { noticeText } from './operations/notices.ts';
export {
  withholdText,
  listQuarantine,
  releaseQuarantined,
  showQuarantined,
  type QuarantineList,
  type QuarantineText,
} from './operations/quarantine.ts';
export { query, type QueryRow } from './operations/query.ts';
export { embedWaiting, reEmbed } from './operations/re-embed.ts';
export { refreshContext } from './operations/refresh-context.ts';
export { keyOf } from './operations/reasoning-records.ts';
export { remember, type RememberAnswer } from './operations/remember.ts';
export type { ReplayedEvent } from './operations/replay.ts';
export { reproject } from './operations/reproject.ts';
export {
  listSkills,
  showSkill,
  type SkillList,
  type SkillText,
  type SkillVersions,
} from './operations/skill-states.ts';
export { skill } from './operations/skill.ts';
export { unfence } from './operations/unfence.ts';
export { verbatim, type VerbatimRow } from './operations/verbatim.ts';
export { why } from './operations/why.ts';
export { withOwnSession } from './own-workspace.ts';
export { writePrivateFile } from './private-file.ts';
export { projectHooks } from './project-hooks.ts';
export { openExampleSession, type ExampleSession } from './reference/example-session.ts';
export { routeFamilies } from './reference/http-routes.ts';
export { serveHttp } from './remote/serve-http.ts';
export type { Runtime } from './runtime.ts';
export { readSecretFile } from './secret-file.ts';
export { serve } from './serve.ts';
export { unusedSettingsHere } from './settings/unused-settings-here.ts';
export { settingTable } from './settings/setting-table.ts';
export {
  changeSettings,
  describeSetting,
  describeSettings,
  needsPerson,
  readSettings,
} from './settings/settings.ts';
export { checkExport, signExport } from './signing/sign-export.ts';
export { inAnswer, linesAtHead, namedAtHead, type Noticed } from './unavailable-events.ts';
export { COMPATIBLE_PORT, startWorker } from './up.ts';
export { describeRepository, joinClone, listForClones } from './workspaces/clones.ts';
export { parsePublicId } from './workspaces/ids.ts';
export { listProjects, merge, move, rename } from './workspaces/project-operations.ts';
export { createRegister } from './workspaces/register.ts';
export { openRegistry } from './workspaces/registry.ts';
export { storageOf, type Storage } from './workspaces/storage.ts';
