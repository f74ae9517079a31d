/** For tests of other packages; source code must not import it. */
export { hookRoutes } from '../src/http/hook-routes.ts';
export type { ProofRequest } from '../src/missions/record-proof.ts';
export type {
  ApprovalRequest,
  AssignRequest,
  FindingRequest,
  HandoffRequest,
  MissionCheckoutRequest,
  PromoteRequest,
  ProofTraceRequest,
  ReviewRequest,
  StartRequest,
  WorkerRequest,
} from '../src/missions/requests.ts';
export type { CorrectRequest } from '../src/operations/correct.ts';
export type { FeedbackRequest } from '../src/operations/feedback.ts';
export { ingest } from '../src/operations/ingest.ts';
export type { InvalidateRequest } from '../src/operations/invalidate.ts';
export type { QueryRequest } from '../src/operations/query.ts';
export type { RememberRequest } from '../src/operations/remember.ts';
export { openedMemory } from '../src/memory-access.ts';
export { listen } from '../src/remote/listener.ts';
export { startReporting, type Reporting } from './reporting.ts';
