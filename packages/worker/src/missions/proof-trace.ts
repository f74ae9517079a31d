/** `coordination_proof_trace`: a recorded proof with all of its references, each looked up in its log again. */
import {
  invalidRequest,
  isJsonObject,
  notFound,
  renderCitation,
  stringsAt,
  type JsonObject,
} from '@hookloom/core';
import { bareHash, operation, type OperationContext } from '../operations/context.ts';
import { readMission, type Mission } from './read-mission.ts';
import { proofTraceRequest, type ProofTraceRequest } from './requests.ts';
import { assertMaySeePending } from './roles.ts';
import type { EventRef, Proof } from './state.ts';

/** A reference of the proof. `holds`: the log has this event with this hash, and it was not forgotten. */
export interface TracedRef extends EventRef {
  citation: string;
  role: string;
  holds: boolean;
  reason: string | null;
}

export interface ProofTrace {
  mission_id: string;
  proof_event: TracedRef;
  proof_packet: JsonObject;
  artifact_event: TracedRef | null;
  synthesis_artifact: JsonObject | null;
  handoff_event: (TracedRef & { handoff: JsonObject }) | null;
  accepted_finding_ids: string[];
  review_event_refs: TracedRef[];
  promotion_event_refs: TracedRef[];
  worker_source_event_refs: TracedRef[];
  answer_candidates: unknown[];
  ledger_rows: unknown[];
  non_authoritative_rows: unknown[];
  /** Findings that were retracted or whose evidence has changed since the proof. */
  changed_since: { finding_id: string; why: string }[];
  /** Whether every reference is in its log with the hash in the proof. */
  verified: boolean;
}

export const proofTrace = operation(proofTraceRequest, async (context, request, caller) => {
  const { mission_id, ...wanted } = request;
  if (Object.values(wanted).filter((value) => value !== undefined).length !== 1)
    throw invalidRequest(
      'Send exactly one of artifact_id, handoff_id and proof_seq.',
      'The answer of coordination_record_synthesis_artifact has all three.',
    );
  assertMaySeePending(mission_id, caller);
  const mission = await readMission(context, mission_id);
  return traceOf(context, mission, proofOf(mission, wanted));
});

export async function traceOf(
  context: OperationContext,
  mission: Mission,
  { packet, ref }: Proof,
): Promise<ProofTrace> {
  const trace = (role: string) => (each: EventRef) => check(context, each, role);
  const all = (key: string, role: string): Promise<TracedRef[]> =>
    Promise.all(refsIn(packet, key).map(trace(role)));
  const artifact = await artifactOf(context, mission.id, packet, ref.seq);
  const handoffAt = refIn(packet['handoff_event_ref'], mission.id);
  const handoff = mission.handoffs.find(({ ref: each }) => each.seq === handoffAt?.seq);
  const proof_event = await trace('proof')(ref);
  const artifact_event = artifact === null ? null : await trace('artifact')(artifact.ref);
  const handoff_event = handoffAt === null ? null : await trace('handoff')(handoffAt);
  const reviews = await all('review_event_refs', 'review');
  const promotions = await all('promotion_event_refs', 'promotion');
  const sources = await all('worker_source_event_refs', 'worker_source');
  const ids = stringsAt(packet, 'accepted_finding_ids');
  const refs = [proof_event, artifact_event, handoff_event, ...reviews, ...promotions, ...sources];
  const isWhole =
    artifact_event !== null &&
    [reviews, promotions, sources].every(({ length }) => length === ids.length);
  return {
    mission_id: mission.id,
    proof_event,
    proof_packet: packet,
    artifact_event,
    synthesis_artifact: artifact?.payload ?? null,
    handoff_event:
      handoff_event === null
        ? null
        : {
            ...handoff_event,
            handoff: {
              handoff_id: handoff?.id ?? null,
              summary: handoff?.summary ?? null,
              next_steps: handoff?.nextSteps ?? [],
              risks: handoff?.risks ?? [],
            },
          },
    accepted_finding_ids: ids,
    review_event_refs: reviews,
    promotion_event_refs: promotions,
    worker_source_event_refs: sources,
    answer_candidates: listIn(artifact?.payload, 'answer_candidates'),
    ledger_rows: listIn(artifact?.payload, 'ledger_rows'),
    non_authoritative_rows: listIn(packet, 'non_authoritative_rows'),
    changed_since: changedSince(mission, ids),
    verified: isWhole && refs.every((each) => each === null || each.holds),
  };
}

function proofOf(
  { id, proofs, handoffs }: Mission,
  { artifact_id, handoff_id, proof_seq }: Omit<ProofTraceRequest, 'mission_id'>,
): Proof {
  const handoff = handoffs.find((each) => each.id === handoff_id);
  const found = proofs.findLast(
    ({ packet, ref }) =>
      (proof_seq !== undefined && ref.seq === proof_seq) ||
      (artifact_id !== undefined && packet['artifact_id'] === artifact_id) ||
      (handoff !== undefined && refIn(packet['handoff_event_ref'], id)?.seq === handoff.ref.seq),
  );
  if (found !== undefined) return found;
  throw notFound(
    `The mission ${id} has no such proof.`,
    'List its proofs with `hookloom coordinate inspect`.',
  );
}

/** A bounded search: the artifact is in the batch of the proof or before it. */
async function artifactOf(
  { store }: OperationContext,
  session: string,
  packet: JsonObject,
  proofSeq: number,
): Promise<{ ref: EventRef; payload: JsonObject } | null> {
  let found: { ref: EventRef; payload: JsonObject } | null = null;
  for (const fromSeq of [Math.max(1, proofSeq - 4), 1]) {
    for await (const event of store.read(session, { fromSeq, toSeq: proofSeq })) {
      if (event.type !== 'memory.synthesis.artifact.created') continue;
      if (event.payload['artifact_id'] !== packet['artifact_id']) continue;
      const { seq, hash, payload } = event;
      found = { ref: { session_id: session, seq, hash: bareHash(hash) }, payload };
    }
    if (found !== null) return found;
  }
  return found;
}

async function check({ store }: OperationContext, ref: EventRef, role: string): Promise<TracedRef> {
  const found = (await store.check(ref.session_id, [ref.seq])).get(ref.seq);
  const reason =
    found === undefined || found.state === 'absent'
      ? 'the log has no such event'
      : found.state === 'unavailable'
        ? found.unavailable.detail
        : bareHash(found.event.hash) !== ref.hash
          ? 'the log has another event in its place'
          : found.event.shredded !== null
            ? 'the event was forgotten'
            : null;
  const citation = renderCitation(ref.session_id, ref.seq, ref.hash);
  return { ...ref, citation, role, holds: reason === null, reason };
}

function changedSince(mission: Mission, ids: readonly string[]): ProofTrace['changed_since'] {
  return ids.flatMap((finding_id) => {
    const finding = mission.findings.find(({ id }) => id === finding_id);
    const why =
      finding === undefined
        ? 'it is no longer in the mission'
        : finding.retraction !== null
          ? 'it was retracted'
          : finding.stale;
    return why === null ? [] : [{ finding_id, why }];
  });
}

function refsIn(packet: JsonObject, key: string): EventRef[] {
  return listIn(packet, key).flatMap((each) => refIn(each, '') ?? []);
}

function refIn(value: unknown, session: string): EventRef | null {
  if (!isJsonObject(value)) return null;
  const { seq, hash, session_id = session } = value;
  if (typeof seq !== 'number' || typeof hash !== 'string' || typeof session_id !== 'string')
    return null;
  return { session_id, seq, hash };
}

function listIn(packet: JsonObject | undefined, key: string): unknown[] {
  const value = packet?.[key];
  return Array.isArray(value) ? value : [];
}
