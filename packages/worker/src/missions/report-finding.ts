/** `coordination_report_finding`: a worker reports a finding in its own log. */
import { invalidRequest } from '@hookloom/core';
import { operation, type OperationContext } from '../operations/context.ts';
import { isUnreadable, evidenceReader, type ResolvedEvidence } from './evidence.ts';
import { recordedItem, type EvidenceItem } from './evidence-item.ts';
import { missionEvents } from './mission-events.ts';
import { findingRequest } from './requests.ts';
import { assertInScope } from '../call-scope.ts';
import { hideOutOfScope } from './roles.ts';
import { assertWorker, knownState } from './run-mission.ts';
import { decideOn, drafted, masked, shown, type Written } from './write.ts';

export interface ReportAnswer extends Written {
  worker_id: string;
  finding_id: string;
  summary: string;
  evidence?: ResolvedEvidence[];
}

/**
 * Adds the current state of the evidence: the blob of a file, the newest recorded run of a command. Throws
 * `invalid_request` for citations that are missing from the logs of the mission and the worker, forgotten or withheld,
 * and `not_found` for an unknown mission or worker.
 */
export const reportFinding = operation(findingRequest, async (context, parsed, caller) => {
  const { mission_id, worker_id, summary, evidence = [], actor, ...claim } = parsed;
  assertInScope(worker_id);
  await hideOutOfScope(mission_id, isWorkerOf(context, mission_id, worker_id));
  if (claim.claim_value !== undefined && claim.claim_key === undefined)
    throw invalidRequest(
      'claim_value needs a claim_key.',
      'Name what the value belongs to with claim_key, or leave both out.',
    );
  const reader = evidenceReader(context, mission_id);
  const resolved: ResolvedEvidence[] = [];
  for (const item of evidence) {
    const given: EvidenceItem = shown(item) as EvidenceItem;
    resolved.push(await reader.resolve(await reader.complete(given, worker_id), worker_id));
  }
  assertCited(resolved);
  const items = resolved.map(recordedItem);
  let finding_id = '';
  const [written] = await decideOn(context, worker_id, async () => {
    const own = await missionEvents(context.store, worker_id);
    const count = own.filter(({ type }) => type === 'coordination.finding.reported').length;
    finding_id = `${worker_id}:finding:${count + 1}`;
    const payload = {
      mission_id,
      worker_id,
      finding_id,
      summary,
      status: 'pending',
      ...shown(claim),
      ...(items.length > 0 && { evidence: items }),
    };
    const type = 'coordination.finding.reported';
    const event = drafted({ type, payload, actor: actor ?? worker_id }, caller);
    return { events: [event], texts: [summary, claim.claim_value ?? ''] };
  });
  return {
    ...written!,
    worker_id,
    finding_id,
    summary: masked(summary),
    ...(resolved.length > 0 && {
      evidence: resolved.map((item) => ({ ...item, reference: masked(item.reference) })),
    }),
  };
});

async function isWorkerOf(context: OperationContext, mission: string, worker: string) {
  assertWorker(await knownState(context, mission), worker);
}

const NAMED = 10;

/** A citation claims that the log has a readable event. If it has not, the report is refused. */
function assertCited(evidence: readonly ResolvedEvidence[]): void {
  const missing = evidence.filter(isUnreadable);
  if (missing.length === 0) return;
  const names = missing
    .slice(0, NAMED)
    .map(
      ({ citation, reference, reason }) =>
        `${JSON.stringify((citation ?? reference).slice(0, 120))} (${reason})`,
    );
  const more = missing.length > NAMED ? ` and ${missing.length - NAMED} more` : '';
  throw invalidRequest(
    `The logs of the mission and the worker do not contain this evidence: ${names.join(', ')}${more}.`,
    'Cite events of the worker or the mission, or name files and commands by their reference.',
  );
}
