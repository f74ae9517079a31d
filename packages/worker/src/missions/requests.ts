/** The requests of the coordination operations, with the field names of the tools. */
import {
  isJsonObject,
  isSessionId,
  isSharedSession,
  REFS_SESSION,
  type JsonObject,
} from '@hookloom/core';
import { z } from 'zod';
import { query } from '../operations/context.ts';
import { EVIDENCE_KINDS } from './evidence-item.ts';
import { REVIEWS } from './state.ts';

const isFree = (id: string): boolean =>
  isSessionId(id) && id !== REFS_SESSION && !isSharedSession(id);
/** Each mission and each worker has its own log, named by its id. */
const id = z
  .string()
  .min(1)
  .max(128)
  .refine(isFree, 'must be a session id: A-Z a-z 0-9 _ . -, and not one that the log keeps');
const findingId = z.string().min(1).max(300);
const text = z
  .string()
  .min(1)
  .max(4096)
  .refine((value) => value.trim() !== '', 'must contain more than white space');
const actor = z.string().min(1).max(128).optional();
const lines = z.array(text).max(50).optional();
const object = z
  .custom<JsonObject>(isJsonObject, 'must be an object')
  .refine((value) => JSON.stringify(value).length <= 4096, 'is too large')
  .meta({ type: 'object', additionalProperties: true });

const FILL_TEMPLATE =
  'Copy decisions_template of the approval packet, and choose one status for each finding';

const evidence = z.strictObject({
  kind: z.enum(EVIDENCE_KINDS),
  reference: z.string().min(1).max(1024),
  citation: z.string().max(300).optional(),
  snapshot: object.optional(),
});

export const missionRequest = z.strictObject({ mission_id: id });
export const startRequest = z.strictObject({ mission_id: id, objective: text, actor });
export const workerRequest = z.strictObject({ mission_id: id, worker_id: id, actor });
export const assignRequest = z.strictObject({
  mission_id: id,
  worker_id: id,
  assignment: text,
  actor,
  lease_minutes: z.int().min(1).max(525_600).optional(),
});
export const findingRequest = z.strictObject({
  mission_id: id,
  worker_id: id,
  summary: text,
  evidence: z.array(evidence).max(20).optional(),
  confidence: z.number().min(0).max(1).optional(),
  claim_key: z.string().min(1).max(200).optional(),
  claim_value: z.string().max(1000).optional(),
  actor,
});
export const reviewRequest = z.strictObject({
  mission_id: id,
  finding_id: findingId,
  status: z.enum(REVIEWS),
  rationale: text.optional(),
  actor,
});
export const promoteRequest = z.strictObject({ mission_id: id, finding_id: findingId });
export const approvalRequest = z.strictObject({
  mission_id: id,
  decisions: z
    .array(
      z.strictObject({
        finding_id: findingId,
        status: z.enum(REVIEWS),
        rationale: text.optional(),
        promote: z.boolean().optional(),
      }),
      { error: `must be a list. ${FILL_TEMPLATE}` },
    )
    .min(1, `contains no decision. ${FILL_TEMPLATE}`)
    .max(100),
  packet_id: z.string().min(1).max(300).optional(),
});
export const checkoutRequest = z.strictObject({
  mission_id: id,
  include_diagnostics: z.boolean().optional(),
  query: query.optional(),
  max_tokens: z.int().min(200).max(100_000).optional(),
});
export const handoffRequest = z.strictObject({
  mission_id: id,
  summary: text,
  next_steps: lines,
  risks: lines,
});
export const DECISION_SCOPES = ['brief', 'approval', 'accepted_checkout', 'handoff'] as const;
export const proofTraceRequest = z.strictObject({
  mission_id: id,
  artifact_id: z.string().min(1).max(200).optional(),
  handoff_id: z.string().min(1).max(300).optional(),
  proof_seq: z.int().min(1).optional(),
});

export type MissionRequest = z.input<typeof missionRequest>;
export type StartRequest = z.input<typeof startRequest>;
export type WorkerRequest = z.input<typeof workerRequest>;
export type AssignRequest = z.input<typeof assignRequest>;
export type FindingRequest = z.input<typeof findingRequest>;
export type ReviewRequest = z.input<typeof reviewRequest>;
export type PromoteRequest = z.input<typeof promoteRequest>;
export type ApprovalRequest = z.input<typeof approvalRequest>;
export type MissionCheckoutRequest = z.input<typeof checkoutRequest>;
export type HandoffRequest = z.input<typeof handoffRequest>;
export type ProofTraceRequest = z.input<typeof proofTraceRequest>;
