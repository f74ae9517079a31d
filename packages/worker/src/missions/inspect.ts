/** A complete mission for a person: the brief, the performance of workers, handoffs and proofs. */
import { renderCitation, stringAt } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import { operation, type OperationContext } from '../operations/context.ts';
import { briefOf, type MergeBrief } from './brief.ts';
import { ledgerOf, type PerformanceLedger } from './ledger.ts';
import { missionEvents } from './mission-events.ts';
import { traceOf, type ProofTrace } from './proof-trace.ts';
import { readMission } from './read-mission.ts';
import { missionRequest } from './requests.ts';
import { assertMaySeePending } from './roles.ts';
import { shownText } from './show-finding.ts';

export interface Inspection extends MergeBrief {
  started_at: string;
  ledger: PerformanceLedger['workers'];
  handoffs: {
    handoff_id: string;
    summary: string;
    next_steps: string[];
    risks: string[];
    citation: string;
    /** Seqs of the proofs that were recorded for it. */
    proof_seqs: number[];
  }[];
  proofs: {
    proof_seq: number;
    artifact_id: string;
    decision_scope: string;
    accepted_finding_ids: string[];
    verified: boolean;
    changed_since: ProofTrace['changed_since'];
    citation: string;
  }[];
}

export const inspectMission = operation(missionRequest, async (context, { mission_id }, caller) => {
  assertMaySeePending(mission_id, caller);
  const mission = await readMission(context, mission_id);
  const traces: ProofTrace[] = [];
  for (const proof of mission.proofs) traces.push(await traceOf(context, mission, proof));
  return {
    ...briefOf(mission, context.clock.now()),
    started_at: mission.startedAt,
    ledger: ledgerOf(mission).workers,
    handoffs: mission.handoffs.map(({ id, summary, nextSteps, risks, ref }) => ({
      handoff_id: id,
      summary: shownText(summary),
      next_steps: nextSteps.map(shownText),
      risks: risks.map(shownText),
      citation: renderCitation(mission_id, ref.seq, ref.hash),
      proof_seqs: traces
        .filter(({ handoff_event }) => handoff_event?.seq === ref.seq)
        .map(({ proof_event }) => proof_event.seq),
    })),
    proofs: traces.map((trace) => ({
      proof_seq: trace.proof_event.seq,
      artifact_id: stringAt(trace.proof_packet, 'artifact_id'),
      decision_scope: stringAt(trace.proof_packet, 'decision_scope'),
      accepted_finding_ids: trace.accepted_finding_ids,
      verified: trace.verified,
      changed_since: trace.changed_since,
      citation: trace.proof_event.citation,
    })),
  };
});

const CREATED = 'coordination.mission.created';
/** The missions of a workspace, by id. Other logs, which may be long, are not followed. */
export async function listMissions(context: Pick<OperationContext, 'store' | 'drain'>) {
  await context.drain();
  const found = [];
  for (const { session } of await context.store.sessions()) {
    let first: StoredEvent | undefined;
    for await (const _ of context.store.read(session, { types: [CREATED], limit: 1 }))
      [first] = await missionEvents(context.store, session);
    if (first?.type !== CREATED) continue;
    const objective = shownText(stringAt(first.payload, 'objective'));
    found.push({ mission_id: session, objective, started_at: first.timestamp });
  }
  return found;
}
