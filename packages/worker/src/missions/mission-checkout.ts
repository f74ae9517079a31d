/** `coordination_checkout`: the accepted state of a mission, short and cited, without pending findings. */
import { renderCitation } from '@hookloom/core';
import { contentWords } from '@hookloom/memory';
import { fence, normalizePurpose, reasonToWithhold } from '@hookloom/memory/checkout';
import { operation } from '../operations/context.ts';
import { boundSession } from '../call-scope.ts';
import { assignmentsOf, type ShownAssignment } from './brief.ts';
import type { Conflict } from './conflicts.ts';
import { isAccepted, readMission, type AssessedFinding, type Mission } from './read-mission.ts';
import { checkoutRequest } from './requests.ts';
import { assertCoordinator, assertMayRead, assertMaySeePending, hideOutOfScope } from './roles.ts';
import { headOf, shownText, showFinding, type ShownFinding } from './show-finding.ts';
import { isClosed, isPromoted } from './state.ts';

export interface AcceptedFinding extends ShownFinding {
  /** Citation of the promotion in the log of the mission. */
  promotion: string;
  /** Why its text is omitted; null if it is shown. */
  withheld: string | null;
}

export interface MissionCheckout {
  mission_id: string;
  session_id: string;
  query: string;
  objective: string;
  /** Tasks that were not replaced. A worker's own connection only sees its own. */
  assignments: (ShownAssignment & { worker_id: string })[];
  purpose: Record<string, unknown>;
  head: { seq: number; hash: string };
  quality: { answerability: string; confidence: number; reasons: string[] };
  accepted_findings: AcceptedFinding[];
  pending_findings: ShownFinding[];
  stale_findings: ShownFinding[];
  conflicts: Conflict[];
  excluded_pending_count: number;
  excluded_conflict_count: number;
  excluded_stale_count: number;
  /** Number of accepted findings that the budget left out. */
  elided_count: number;
  handoffs: { handoff_id: string; citation: string }[];
  proof_packets: { proof_seq: number; citation: string }[];
  prompt: string;
  warnings: string[];
  /** The input of `coordination_record_synthesis_artifact`. */
  diagnostics: {
    slot_plan: null;
    synthesis: { mode: string; answer_candidates: never[]; ledger_rows: never[] };
  };
}

const DEFAULT_TOKENS = 2000;

export const missionCheckout = operation(checkoutRequest, async (context, parsed, caller) => {
  const { mission_id, include_diagnostics = false, max_tokens = DEFAULT_TOKENS } = parsed;
  if (include_diagnostics) assertMaySeePending(mission_id, caller);
  const mission = await hideOutOfScope(mission_id, readMission(context, mission_id));
  assertMayRead(mission_id, mission.workers);
  if (include_diagnostics) assertCoordinator(mission, caller);
  const query = parsed.query ?? shownText(mission.objective);
  const accepted = byRelevance(mission.findings.filter(isAccepted), parsed.query ?? '');
  const open = mission.findings.filter((each) => !isClosed(each) && !isPromoted(each));
  const stale = mission.findings.filter((each) => isPromoted(each) && each.stale !== null);
  const rows = accepted.map(showAccepted);
  const diagnostics = include_diagnostics ? diagnosticLines(open, stale, mission) : [];
  const assignments = tasksIn(mission, context.clock.now());
  const shown = { mission, assignments, diagnostics };
  const kept = fitting(shown, rows, max_tokens);
  return {
    mission_id,
    session_id: mission_id,
    query,
    objective: shownText(mission.objective),
    assignments,
    purpose: { ...normalizePurpose('coordinate').profile },
    head: headOf(mission.head),
    quality: qualityOf(accepted.length, mission.conflicts.length, stale.length),
    accepted_findings: kept,
    pending_findings: include_diagnostics ? open.map(showFinding) : [],
    stale_findings: include_diagnostics ? stale.map(showFinding) : [],
    conflicts: include_diagnostics ? mission.conflicts : [],
    excluded_pending_count: open.length,
    excluded_conflict_count: mission.conflicts.length,
    excluded_stale_count: stale.length,
    elided_count: rows.length - kept.length,
    handoffs: mission.handoffs.map(({ id, ref }) => ({
      handoff_id: id,
      citation: renderCitation(mission_id, ref.seq, ref.hash),
    })),
    proof_packets: mission.proofs.map(({ ref }) => ({
      proof_seq: ref.seq,
      citation: renderCitation(mission_id, ref.seq, ref.hash),
    })),
    prompt: promptOf(shown, kept),
    warnings: kept.some(({ withheld }) => withheld !== null)
      ? ['The text of a finding addresses the assistant; it is left out.']
      : [],
    diagnostics: {
      slot_plan: null,
      synthesis: { mode: 'accepted_parent_state', answer_candidates: [], ledger_rows: [] },
    },
  };
});

function showAccepted(finding: AssessedFinding): AcceptedFinding {
  const { session_id, seq, hash } = finding.promotion!;
  const withheld = reasonToWithhold(finding.channel, finding.summary);
  const shown = showFinding(finding);
  return {
    ...shown,
    ...(withheld !== null && { summary: '' }),
    promotion: renderCitation(session_id, seq, hash),
    withheld,
  };
}

function qualityOf(accepted: number, conflicts: number, stale: number): MissionCheckout['quality'] {
  const reasons = [
    ...(accepted === 0 ? ['No finding was promoted to the parent state.'] : []),
    ...(conflicts > 0 ? [`Conflicts between findings are open: ${conflicts}.`] : []),
    ...(stale > 0 ? [`Promoted findings whose evidence changed: ${stale}.`] : []),
  ];
  const answerability =
    accepted === 0
      ? 'ask_user'
      : reasons.length === 0
        ? 'answer_from_memory'
        : 'refresh_recommended';
  return {
    answerability,
    confidence: accepted === 0 ? 0 : reasons.length === 0 ? 0.9 : 0.5,
    reasons,
  };
}

/** Most words in common with the question first, otherwise in the order of the reports. */
function byRelevance(findings: AssessedFinding[], query: string): AssessedFinding[] {
  const asked = contentWords(query);
  const shared = ({ summary, claimKey, claimValue }: AssessedFinding): number =>
    [...contentWords(`${summary} ${claimKey ?? ''} ${claimValue ?? ''}`)].filter((word) =>
      asked.has(word),
    ).length;
  return findings.toSorted((a, b) => shared(b) - shared(a));
}

interface Shown {
  mission: Mission;
  assignments: MissionCheckout['assignments'];
  diagnostics: string[];
}

function tasksIn(mission: Mission, now: number): MissionCheckout['assignments'] {
  const bound = boundSession();
  const workers = mission.workers.filter(
    (worker) => bound === mission.id || bound === undefined || worker === bound,
  );
  return workers.flatMap((worker_id) =>
    assignmentsOf(mission, worker_id, now)
      .filter(({ status }) => status !== 'superseded')
      .map((assignment) => ({ worker_id, ...assignment })),
  );
}

function fitting(shown: Shown, rows: AcceptedFinding[], max: number): AcceptedFinding[] {
  let kept = rows;
  const size = (): number =>
    Math.ceil(Buffer.byteLength(promptOf(shown, kept) + JSON.stringify(kept)) / 4);
  while (kept.length > 0 && size() > max) kept = kept.slice(0, -1);
  return kept;
}

function promptOf({ mission, assignments, diagnostics }: Shown, rows: AcceptedFinding[]): string {
  const { id, objective, handoffs } = mission;
  const last = handoffs.at(-1);
  return [
    `# Mission ${id}`,
    `Objective: ${shownText(objective)}`,
    ...(assignments.length === 0 ? [] : ['', '## Assignments']),
    ...assignments.map(
      ({ worker_id, assignment, status, expires_at }) =>
        `- ${worker_id} (${status}${expires_at === undefined ? '' : `, until ${expires_at}`}): ${assignment}`,
    ),
    '',
    '## Accepted Findings',
    ...rows.map(lineOf),
    ...notShown(mission, rows.length),
    ...(last === undefined
      ? []
      : [
          '',
          '## Handoff',
          `${shownText(last.summary)} ${renderCitation(id, last.ref.seq, last.ref.hash)}`,
        ]),
    ...diagnostics,
  ].join('\n');
}

/** Why promoted findings are missing: none was promoted, the budget left them out, or their evidence has changed. */
function notShown({ findings }: Mission, shown: number): string[] {
  const promoted = findings.filter(isPromoted);
  if (promoted.length === 0) return ['No finding was promoted.'];
  const stale = promoted.filter((each) => each.stale !== null).map(({ id }) => id);
  const cut = promoted.length - stale.length - shown;
  return [
    ...(cut > 0 ? [`${cut} left out by the budget; ask again with a larger max_tokens.`] : []),
    ...(stale.length > 0
      ? [`${stale.length} no longer supported by evidence: ${stale.slice(0, 5).join(', ')}.`]
      : []),
  ];
}

function lineOf({ summary, claim_key, claim_value, promotion, withheld }: AcceptedFinding): string {
  const claim = claim_key === undefined ? '' : ` (${claim_key} = ${claim_value ?? ''})`;
  const said = withheld === null ? `${summary}${claim}` : `[withheld: ${withheld}]`;
  return `- ${said} ${promotion}`;
}

/** Workers' words that were not accepted. Fenced, so that no reader takes them for state. */
function diagnosticLines(
  open: AssessedFinding[],
  stale: AssessedFinding[],
  { conflicts }: Mission,
): string[] {
  if (open.length + stale.length + conflicts.length === 0) return [];
  const rows = [...open, ...stale].map((finding) => {
    const { finding_id, status, summary } = showFinding(finding);
    const state = finding.stale === null ? status : `stale, ${status}`;
    const text =
      reasonToWithhold(finding.channel, finding.summary) === null ? summary : '[withheld]';
    return `- ${finding_id} (${state}): ${fence(text)}`;
  });
  const disputes = conflicts.map(
    ({ subject, finding_ids }) =>
      `- Conflict on ${fence(shownText(subject))}: ${finding_ids.join(', ')}`,
  );
  return ['', '## Diagnostics (non-authoritative)', ...rows, ...disputes];
}
