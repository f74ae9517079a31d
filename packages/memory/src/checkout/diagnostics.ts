import type { JsonObject, JsonValue } from '@hookloom/core';
import { evidenceSet } from './evidence-set.ts';
import type { Findings } from './findings.ts';
import type { Item } from './items.ts';
import { purposeLens } from './purpose-lens.ts';
import { refresh } from './next-call.ts';
import type { Judgement } from './quality.ts';
import type { Row } from './select.ts';
import { fixed } from '../shown/clean-text.ts';

/** The `diagnostics` block, always present, with optional additions. The packer sets the budget figures. */
export function renderDiagnostics(
  findings: Findings,
  rows: { facts: Row[]; admitted: Row[] },
  judgement: Judgement,
  stablePrefixChars: number,
): JsonObject {
  const { facts, admitted } = rows;
  const cited = admitted.filter(({ citation }) => citation !== null);
  const currentCited = facts.filter(({ citation }) => citation !== null).length;
  const { groups, observed } = evidenceSet(admitted);
  const required = findings.evidencePlan.required_source_groups;
  const satisfied = observed >= required && judgement.missingSlots.length === 0;
  return {
    source_lanes: countBy(admitted.map(({ lane }) => lane)),
    citation_count: new Set(cited.map(({ citation }) => citation)).size,
    current_citation_count: currentCited,
    current_fact_count: facts.length,
    superseded_contexts_excluded: findings.selection.supersededCount,
    warning_count: findings.warnings.length,
    feedback_recommended: currentCited > 0,
    feedback_tool: currentCited > 0 ? 'memory_feedback' : null,
    feedback_reason:
      currentCited > 0
        ? 'Cited facts were returned; report the ones that shape the answer.'
        : 'No cited current fact was returned.',
    stable_prefix_chars: stablePrefixChars,
    recall: {
      status: judgement.status,
      coverage: judgement.coverage,
      missing_terms: judgement.missingTerms,
      missing_slots: judgement.missingSlots,
    },
    slot_plan: { ...findings.slots },
    evidence_plan: { ...findings.evidencePlan },
    evidence_plan_status: {
      required_source_groups: required,
      observed_source_groups: observed,
      satisfied,
      ...(!satisfied && { refresh_query: refresh(findings.plan.query, [], [])['query']! }),
    },
    evidence_set: { groups },
    ...conditional(findings, admitted),
  };
}

/** Limit of texts listed here; `memory quarantine list` lists all. */
const WITHHELD_NAMED = 5;

function conditional(findings: Findings, admitted: Row[]): JsonObject {
  const { gathered, withheld, conflicts, purpose, candidates, codeAnchors } = findings;
  const generated = admitted.filter(({ authority }) => authority === 'non_authoritative').length;
  const { floor, multiplier } = purpose.recall;
  const { profile, role, risk, expected_action, evidence_policy } = purpose.profile;
  return {
    ...(withheld.length > 0 && {
      withheld: {
        count: withheld.length,
        channels: countBy(withheld.map(({ channel }) => channel)),
        reasons: countBy(withheld.map(({ reason }) => reason)),
        items: withheld.slice(0, WITHHELD_NAMED).map((entry) => ({ ...entry })),
      },
    }),
    ...(codeAnchors !== null &&
      codeAnchors.checked + codeAnchors.unchecked > 0 && {
        code_anchors: {
          checked: codeAnchors.checked,
          ...(codeAnchors.unchecked > 0 && { unchecked: codeAnchors.unchecked }),
          stale: codeAnchors.stale.map((entry) => ({ ...entry })),
        },
      }),
    ...(gathered.degraded.length > 0 && {
      retrieval_degraded: gathered.degraded.map(({ lane, reason }) => ({ lane, reason })),
    }),
    ...(gathered.fallback !== null && { projection_fallback: { ...gathered.fallback } }),
    ...(gathered.search.time !== undefined && { temporal: { ...gathered.search.time } }),
    ...(gathered.behind > 0 && { events_behind: gathered.behind }),
    ...(conflicts.length > 0 && { conflicts: conflicts.map((conflict) => ({ ...conflict })) }),
    ...(generated > 0 && {
      inferred_context: { context_count: generated, authority_status: 'non_authoritative' },
    }),
    ...(purpose.conditioned && {
      purpose: { profile, role, risk, expected_action, evidence_policy },
      purpose_retrieval_policy: {
        recall_floor: floor,
        recall_multiplier: multiplier,
        scoring_profile: findings.scoring,
        candidate_limit: candidates,
        emphasis_terms: purposeLens(purpose.profile).terms,
      },
    }),
  };
}

/** What the budget omitted, by section. */
export function renderElided(elided: readonly Item[]): JsonObject {
  const kinds = [...new Set(elided.map(({ kind }) => kind))];
  return {
    count: elided.length,
    kinds,
    sections: kinds.map((kind): JsonObject => {
      const items = elided.filter((item) => item.kind === kind);
      return {
        section_id: kind,
        kind,
        count: items.length,
        estimated_tokens: items.reduce((sum, { chars }) => sum + Math.ceil(chars / 4), 0),
      };
    }),
  };
}

/** The same figures for the prompt, in a few lines. */
export function diagnosticsText(findings: Findings): string {
  const { gathered, selection, candidates, withheld } = findings;
  const { facts, reported, supersededCount } = selection;
  const asked = findings.question.terms.length;
  return [
    `- Found ${facts.length} current facts and ${reported.length} reported or generated rows among at most ${candidates} candidates of ${gathered.searchedEvents} events; ${asked} question terms.`,
    `- Excluded: ${supersededCount} superseded, ${withheld.length} withheld.`,
  ].join('\n');
}

function countBy(values: readonly string[]): Record<string, JsonValue> {
  const counts: Record<string, number> = {};
  for (const value of [...values].sort()) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/** Facts per thousand tokens of the prompt. */
export function factsPer1k(facts: number, promptTokens: number): number {
  return promptTokens === 0 ? 0 : fixed((facts * 1000) / promptTokens);
}
