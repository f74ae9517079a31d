/** The operations of missions, in the order of the tools. */
export { assignWork, createWorker, startMission } from './run-mission.ts';
export { reportFinding } from './report-finding.ts';
export { applyApproval, promoteFinding, reviewFinding } from './decide.ts';
export { mergeBrief } from './brief.ts';
export { missionCheckout } from './mission-checkout.ts';
export { performanceLedger } from './ledger.ts';
export { approvalPacket, type ApprovalPacket } from './approval-packet.ts';
export { handOff } from './handoff.ts';
export { recordProof } from './record-proof.ts';
export { proofTrace } from './proof-trace.ts';
export { inspectMission, listMissions, type Inspection } from './inspect.ts';
export { auditPage } from './audit-page.ts';
