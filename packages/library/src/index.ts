/**
 * Hookloom as a library: `import { createHookloom } from 'hookloom'`.
 *
 * Requests and answers have the names of the tools (`memory_checkout`, `memory_append`, …), so the reference of the tools
 * describes them too.
 */
export { createHookloom, type Hookloom, type ProjectPlace } from './open/create-hookloom.ts';
export type { HookloomOptions } from './open/open-project.ts';
export type { Log, LogVerification, ReadLogOptions, VerifyLogOptions } from './open/log.ts';
export type { Memory, QueryAnswer } from './open/memory.ts';
export type { Missions } from './open/missions.ts';
export type {
  AcceptedOptions,
  Approval,
  Evidence,
  InMission,
  NewAssignment,
  NewFinding,
  NewHandoff,
  NewMission,
  NewProof,
  NewWorker,
  OneFinding,
  OneProof,
  Review,
} from './open/mission-requests.ts';
export type {
  CheckoutOptions,
  CorrectOptions,
  FeedbackOptions,
  InSession,
  InvalidateOptions,
  NewEvent,
  QueryOptions,
  RememberOptions,
} from './open/requests.ts';
export type { Hook } from './hooks/define-hook.ts';
export { HookloomError, isHookloomError, type ErrorCode } from '@hookloom/core';
