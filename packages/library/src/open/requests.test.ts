/** The declared requests match those that the operations check; the compiler compares them. */
import type { AppendRequest, CheckoutRequest } from '@hookloom/worker';
import { expectTypeOf, test } from 'vitest';
import type {
  ApprovalRequest,
  AssignRequest,
  CorrectRequest,
  FeedbackRequest,
  FindingRequest,
  HandoffRequest,
  InvalidateRequest,
  MissionCheckoutRequest,
  PromoteRequest,
  ProofRequest,
  ProofTraceRequest,
  QueryRequest,
  RememberRequest,
  ReviewRequest,
  StartRequest,
  WorkerRequest,
} from '@hookloom/worker/testing';
import type * as Declared from './mission-requests.ts';
import type {
  CheckoutOptions,
  CorrectOptions,
  FeedbackOptions,
  InvalidateOptions,
  NewEvent,
  QueryOptions,
  RememberOptions,
} from './requests.ts';

/** An optional key in one may be `undefined` in the other. */
type Same<T> = { [K in keyof T]-?: T[K] };

test('the operation accepts every declared field of a request', () => {
  expectTypeOf<keyof CheckoutOptions>().toEqualTypeOf<Exclude<keyof CheckoutRequest, 'query'>>();
  expectTypeOf<keyof RememberOptions>().toEqualTypeOf<Exclude<keyof RememberRequest, 'text'>>();
  expectTypeOf<keyof CorrectOptions>().toEqualTypeOf<Exclude<keyof CorrectRequest, 'text'>>();
  expectTypeOf<keyof InvalidateOptions>().toEqualTypeOf<keyof InvalidateRequest>();
  expectTypeOf<Same<FeedbackOptions>>().toExtend<Partial<Same<FeedbackRequest>>>();
  expectTypeOf<Same<QueryOptions>>().toExtend<Partial<Same<QueryRequest>>>();
  expectTypeOf<Same<NewEvent>>().toExtend<Partial<Same<AppendRequest>>>();
  expectTypeOf<Same<CheckoutOptions>>().toExtend<Partial<Same<CheckoutRequest>>>();
});

test('the mission operations do too', () => {
  expectTypeOf<keyof Declared.NewMission>().toEqualTypeOf<keyof StartRequest>();
  expectTypeOf<keyof Declared.NewWorker>().toEqualTypeOf<keyof WorkerRequest>();
  expectTypeOf<keyof Declared.NewAssignment>().toEqualTypeOf<keyof AssignRequest>();
  expectTypeOf<keyof Declared.NewFinding>().toEqualTypeOf<keyof FindingRequest>();
  expectTypeOf<keyof Declared.Review>().toEqualTypeOf<keyof ReviewRequest>();
  expectTypeOf<keyof Declared.OneFinding>().toEqualTypeOf<keyof PromoteRequest>();
  expectTypeOf<keyof Declared.Approval>().toEqualTypeOf<keyof ApprovalRequest>();
  expectTypeOf<keyof Declared.AcceptedOptions>().toEqualTypeOf<keyof MissionCheckoutRequest>();
  expectTypeOf<keyof Declared.NewHandoff>().toEqualTypeOf<keyof HandoffRequest>();
  expectTypeOf<keyof Declared.NewProof>().toEqualTypeOf<keyof ProofRequest>();
  expectTypeOf<keyof Declared.OneProof>().toEqualTypeOf<keyof ProofTraceRequest>();
});
