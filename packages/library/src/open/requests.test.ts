/** The declared requests are those that the operations check: the comparison is made by the compiler. */
import { expectTypeOf, test } from 'vitest';
import type { AppendRequest } from '@hookloom/worker/operations/append';
import type { CheckoutRequest } from '@hookloom/worker/operations/checkout';
import type { CorrectRequest } from '@hookloom/worker/operations/correct';
import type { FeedbackRequest } from '@hookloom/worker/operations/feedback';
import type { InvalidateRequest } from '@hookloom/worker/operations/invalidate';
import type { QueryRequest } from '@hookloom/worker/operations/query';
import type { RememberRequest } from '@hookloom/worker/operations/remember';
import type * as Mission from '@hookloom/worker/missions/requests';
import type { ProofRequest } from '@hookloom/worker/missions/record-proof';
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

/** Where a key is optional in one, it may be `undefined` in the other. */
type Same<T> = { [K in keyof T]-?: T[K] };

test('every declared field of a request is one that the operation takes', () => {
  expectTypeOf<keyof CheckoutOptions>().toEqualTypeOf<Exclude<keyof CheckoutRequest, 'query'>>();
  expectTypeOf<keyof RememberOptions>().toEqualTypeOf<Exclude<keyof RememberRequest, 'text'>>();
  expectTypeOf<keyof CorrectOptions>().toEqualTypeOf<Exclude<keyof CorrectRequest, 'text'>>();
  expectTypeOf<keyof InvalidateOptions>().toEqualTypeOf<keyof InvalidateRequest>();
  expectTypeOf<Same<FeedbackOptions>>().toExtend<Partial<Same<FeedbackRequest>>>();
  expectTypeOf<Same<QueryOptions>>().toExtend<Partial<Same<QueryRequest>>>();
  expectTypeOf<Same<NewEvent>>().toExtend<Partial<Same<AppendRequest>>>();
  expectTypeOf<Same<CheckoutOptions>>().toExtend<Partial<Same<CheckoutRequest>>>();
});

test('the same is so of missions', () => {
  expectTypeOf<keyof Declared.NewMission>().toEqualTypeOf<keyof Mission.StartRequest>();
  expectTypeOf<keyof Declared.NewWorker>().toEqualTypeOf<keyof Mission.WorkerRequest>();
  expectTypeOf<keyof Declared.NewAssignment>().toEqualTypeOf<keyof Mission.AssignRequest>();
  expectTypeOf<keyof Declared.NewFinding>().toEqualTypeOf<keyof Mission.FindingRequest>();
  expectTypeOf<keyof Declared.Review>().toEqualTypeOf<keyof Mission.ReviewRequest>();
  expectTypeOf<keyof Declared.OneFinding>().toEqualTypeOf<keyof Mission.PromoteRequest>();
  expectTypeOf<keyof Declared.Approval>().toEqualTypeOf<keyof Mission.ApprovalRequest>();
  expectTypeOf<keyof Declared.AcceptedOptions>().toEqualTypeOf<
    keyof Mission.MissionCheckoutRequest
  >();
  expectTypeOf<keyof Declared.NewHandoff>().toEqualTypeOf<keyof Mission.HandoffRequest>();
  expectTypeOf<keyof Declared.NewProof>().toEqualTypeOf<keyof ProofRequest>();
  expectTypeOf<keyof Declared.OneProof>().toEqualTypeOf<keyof Mission.ProofTraceRequest>();
});
