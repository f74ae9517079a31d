/** `coordinate audit-report`: a mission on one page, for readers who did not take part. Escapes every text. */
import type { Inspection } from './inspect.ts';
import type { ShownFinding } from './show-finding.ts';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c}
h1,h2{line-height:1.2}table{border-collapse:collapse;width:100%;display:block;overflow-x:auto}td,th{min-width:5rem;text-align:left;vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid #ddd}
td:first-child{min-width:12rem;width:40rem}code{font-size:.8em;color:#666;overflow-wrap:anywhere}.ok{color:#11692f}.bad{color:#a11}.note{color:#666}`;

/** A complete HTML document without scripts, links or external resources. */
export function auditPage(mission: Inspection, madeAt: string): string {
  const { accepted_findings, pending_findings, rejected_findings, conflicts } = mission;
  const undecided = [
    ...pending_findings,
    ...mission.deferred_findings,
    ...mission.conflicted_findings,
  ];
  const shown = new Map(
    [...accepted_findings, ...undecided].map((found) => [found.finding_id, found]),
  );
  const promoted = accepted_findings.filter(({ status }) => status === 'promoted');
  const waiting = accepted_findings.filter(({ status }) => status !== 'promoted');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Mission ${escapeHtml(mission.mission_id)}</title><style>${STYLE}</style></head><body>
<h1>Mission ${escapeHtml(mission.mission_id)}</h1>
<p><strong>Objective:</strong> ${escapeHtml(mission.objective)}</p>
<p class="note">Started on ${day(mission.started_at)}. This page was made on ${day(madeAt)} from event ${mission.head.seq} of the log.</p>
<p>${summaryOf(mission, promoted.length)}</p>
${findings('What was established', promoted, 'Nothing was established.')}
${findings('Accepted, not yet part of the result', waiting)}
${findings('Waiting for a decision', undecided)}
${findings('Rejected', rejected_findings)}
${findings('No longer supported by its evidence', mission.stale_findings)}
${section(
  'Open conflicts',
  conflicts.map(
    ({ subject, finding_ids }) =>
      `<li>${escapeHtml(`${subject}: ${finding_ids.map((id) => sideOf(id, shown.get(id))).join('; ')}`)}</li>`,
  ),
)}
${workers(mission)}
${section(
  'Handoffs',
  mission.handoffs.map(
    ({ handoff_id, summary, next_steps, risks }) =>
      `<li><strong>${escapeHtml(summary)}</strong> <code>${escapeHtml(handoff_id)}</code>${points('Next', next_steps)}${points('Risks', risks)}</li>`,
  ),
)}
${section('Proofs', mission.proofs.map(proof))}
</body></html>
`;
}

/** @example '27 Nov 2026, 11:36 UTC' */
function day(at: string): string {
  const [, number, month, year, time] = new Date(at).toUTCString().split(/[ ,]+/);
  return `${number} ${month} ${year}, ${time!.slice(0, 5)} UTC`;
}

function sideOf(id: string, found: ShownFinding | undefined): string {
  return found === undefined ? id : `${found.worker_id} reports “${found.summary}”`;
}

function summaryOf({ workers: all, conflicts, stale_findings }: Inspection, promoted: number) {
  const parts = [
    `${all.length} ${all.length === 1 ? 'worker' : 'workers'} took part.`,
    `${promoted} ${promoted === 1 ? 'finding is' : 'findings are'} established.`,
    conflicts.length === 0 ? 'No conflict is open.' : `Open conflicts: ${conflicts.length}.`,
    ...(stale_findings.length === 0 ? [] : [`Evidence changed since: ${stale_findings.length}.`]),
  ];
  return parts.join(' ');
}

function findings(title: string, rows: ShownFinding[], none?: string): string {
  if (rows.length === 0) return none === undefined ? '' : `<h2>${title}</h2><p>${none}</p>`;
  return `<h2>${title}</h2><table><tr><th>Finding</th><th>By</th><th>Evidence</th><th>Decision</th></tr>${rows.map(finding).join('')}</table>`;
}

function finding(of: ShownFinding): string {
  const claim = of.claim_key === undefined ? '' : ` (${of.claim_key} = ${of.claim_value ?? ''})`;
  const evidence = of.evidence.map(({ kind, reference, state, reason }) => {
    const how = state === 'resolved' ? 'ok' : 'bad';
    return `<div class="${how}">${escapeHtml(`${kind}: ${reference}`)} <span class="note">${escapeHtml(reason ?? 'holds')}</span></div>`;
  });
  const by =
    of.reviewed_by === undefined
      ? ''
      : ` by ${of.reviewed_by}, ${(of.review_by ?? '').replace('_', ' ')}`;
  const why = [of.rationale, of.stale_reason].filter((text) => text !== undefined).join('. ');
  return `<tr><td>${escapeHtml(of.summary + claim)}<br><code>${escapeHtml(of.citation)}</code></td><td>${escapeHtml(of.worker_id)}</td><td>${evidence.join('') || 'none'}</td><td>${escapeHtml(of.status + by)}<div class="note">${escapeHtml(why)}</div></td></tr>`;
}

function workers({ ledger, workers: all }: Inspection): string {
  const percent = (share: number | null): string =>
    share === null ? '–' : `${Math.round(share * 100)} %`;
  const rows = ledger.map((of) => {
    const tasks = all.find(({ worker_id }) => worker_id === of.worker_id)?.assignments ?? [];
    const shown = tasks.map(({ assignment, status }) => `${assignment} (${status})`).join('; ');
    return `<tr><td>${escapeHtml(of.worker_id)}</td><td>${escapeHtml(shown)}</td><td>${of.findings}</td><td>${percent(of.acceptance_rate)}</td><td>${percent(of.test_backed_rate)}</td><td>${percent(of.stale_claim_rate)}</td></tr>`;
  });
  return `<h2>Workers</h2><table><tr><th>Worker</th><th>Tasks</th><th>Findings</th><th>Accepted</th><th>Backed by a test</th><th>Stale</th></tr>${rows.join('')}</table>`;
}

function proof(of: Inspection['proofs'][number]): string {
  const state = of.verified
    ? '<span class="ok">every reference was found in the logs</span>'
    : '<span class="bad">a reference is not valid</span>';
  const changed = of.changed_since.map(({ finding_id, why }) => `${finding_id}: ${why}`);
  return `<li>${escapeHtml(of.decision_scope)}: rests on ${escapeHtml(of.accepted_finding_ids.join(', '))}; ${state}${points('Changed since', changed)} <code>${escapeHtml(of.citation)}</code></li>`;
}

function section(title: string, items: string[]): string {
  return items.length === 0 ? '' : `<h2>${title}</h2><ul>${items.join('')}</ul>`;
}

function points(title: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `<div>${title}: ${escapeHtml(items.join('; '))}</div>`;
}

/** @example escapeHtml('<b a="1">') === '&lt;b a=&quot;1&quot;&gt;' */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
