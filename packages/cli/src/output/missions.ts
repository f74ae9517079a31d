/** Prints missions for users. A bar precedes recorded text, so that it does not look like our own output. */
import type {
  ApprovalPacket,
  Inspection,
  MergeBrief,
  PerformanceLedger,
  ProofTrace,
} from '@hookloom/worker';
import type { Output } from './output.ts';
import { plural } from './format.ts';
import { renderComplete } from './table.ts';
import { wrap } from './wrap.ts';

type Finding = MergeBrief['accepted_findings'][number];
type Ledger = PerformanceLedger['workers'];

export async function printBrief(out: Output, of: MergeBrief): Promise<void> {
  out.bold(`Mission ${of.mission_id} (${of.status.replace('_', ' ')})`);
  await said(out, of.objective);
  for (const { worker_id, assignments, findings } of of.workers) {
    out.line(`${worker_id}: ${plural(findings, 'finding')}`);
    for (const { assignment, status } of assignments) await said(out, `${status}: ${assignment}`);
  }
  await group(out, 'Accepted', of.accepted_findings);
  await group(out, 'Pending', of.pending_findings);
  await group(out, 'Deferred', of.deferred_findings);
  await group(out, 'Disputed', of.conflicted_findings);
  await group(out, 'Rejected', of.rejected_findings);
  for (const { subject, finding_ids } of of.conflicts) {
    out.bold(`Conflict: ${finding_ids.join(', ')}`);
    await said(out, subject);
  }
}

async function group(out: Output, title: string, findings: readonly Finding[]): Promise<void> {
  if (findings.length > 0) out.bold(title);
  for (const finding of findings) await printFinding(out, finding);
}

async function printFinding(out: Output, of: Finding): Promise<void> {
  out.line(`${of.finding_id} ${of.status}${of.stale_reason === undefined ? '' : ', stale'}`);
  const claim = of.claim_key === undefined ? '' : ` (${of.claim_key} = ${of.claim_value ?? ''})`;
  await said(out, `${of.summary}${claim}`);
  for (const { kind, reference, state, reason } of of.evidence)
    await said(out, `${kind} ${reference}: ${reason ?? state}`);
}

export async function printPacket(out: Output, of: ApprovalPacket): Promise<void> {
  if (of.findings.length === 0) return out.line('Nothing is to be decided.');
  for (const finding of of.findings) {
    await printFinding(out, finding);
    out.line(`  may become: ${finding.allowed_statuses.join(', ')}`);
    if (finding.missing.length > 0)
      await said(out, `missing for a promotion: ${finding.missing.join('; ')}`);
  }
  out.dim(of.packet_id);
}

export function printLedger(out: Output, workers: Ledger): void {
  const percent = (share: number | null): string =>
    share === null ? '-' : `${Math.round(share * 100)}%`;
  if (workers.length === 0) return out.line('No worker joined yet.');
  for (const of of workers)
    out.wrapped(
      `${of.worker_id}: ${plural(of.findings, 'finding')}, accepted ${percent(of.acceptance_rate)}, rejected ${percent(of.rejection_rate)}, test-backed ${percent(of.test_backed_rate)}, no evidence ${percent(of.missing_evidence_rate)}, duplicate ${percent(of.duplicate_finding_rate)}, stale ${percent(of.stale_claim_rate)}`,
      '  ',
      '',
    );
}

export async function printInspection(out: Output, of: Inspection): Promise<void> {
  await printBrief(out, of);
  printLedger(out, of.ledger);
  for (const { handoff_id, summary, next_steps, risks } of of.handoffs) {
    out.bold(handoff_id);
    await said(out, summary);
    for (const step of next_steps) await said(out, `next: ${step}`);
    for (const risk of risks) await said(out, `risk: ${risk}`);
  }
  for (const { proof_seq, decision_scope, verified } of of.proofs)
    out.line(`Proof ${proof_seq} for ${decision_scope}: ${verified ? 'verified' : 'NOT verified'}`);
}

export async function printTrace(out: Output, of: ProofTrace): Promise<void> {
  out.bold(of.verified ? 'Verified.' : 'A reference is not valid.');
  const { proof_event, artifact_event, handoff_event } = of;
  const refs = [
    proof_event,
    artifact_event,
    handoff_event,
    ...of.review_event_refs,
    ...of.promotion_event_refs,
    ...of.worker_source_event_refs,
  ];
  for (const ref of refs)
    if (ref !== null) out.line(`${ref.role}: ${ref.citation} ${ref.reason ?? 'holds'}`);
  for (const { finding_id, why } of of.changed_since)
    await said(out, `changed since: ${finding_id}: ${why}`);
}

async function said(out: Output, text: string): Promise<void> {
  for (const line of wrap(text, out.columns - 2))
    for (const piece of await renderComplete(line, out.columns - 2)) out.line(`| ${piece}`);
}
