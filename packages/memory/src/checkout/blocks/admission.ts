/** The effect of salience, retention and the purpose on the rows, for `diagnostics`. */
import { renderCitation, type JsonObject } from '@hookloom/core';
import { isSuppressionCandidate } from '../../salience/outcomes.ts';
import { ATTENUATION_FLOOR, HALF_LIFE_DAYS, salienceScore } from '../../salience/salience.ts';
import type { Candidate } from '../candidate.ts';
import { renderEvidence } from '../evidence-policy.ts';
import type { Findings } from '../findings.ts';
import type { Item } from '../items.ts';
import { purposeLens } from '../purpose-lens.ts';
import { bareHex } from '../../store/stored-ids.ts';
import type { Block } from './block.ts';
import { fixed } from '../../shown/clean-text.ts';

const MAX_SHOWN = 20;
const MAX_EXAMPLES = 5;
/** Below this budget the lists are shortened, to leave room for the rows. */
const SMALL_BUDGET = 3000;
const SHOWN_WHEN_SMALL = 2;

export const admissionBlock: Block = {
  name: 'admission',
  isOnlyFull: true,
  find({ findings, nowMs }) {
    return Promise.resolve({
      items: [],
      diagnostics: (kept) => ({
        ...salience(findings, kept, nowMs),
        ...attenuation(findings, nowMs),
        ...purposePolicy(findings, kept),
      }),
    });
  },
};

function salience(findings: Findings, kept: ReadonlySet<Item>, nowMs: number): JsonObject {
  if (!findings.salience) return {};
  const scored = [...kept].flatMap(({ row }) => (row?.salience === undefined ? [] : [row]));
  if (scored.length === 0) return {};
  const items = scored.map((row): JsonObject => ({
    citation: citationOf(row),
    score: fixed(salienceScore(row.salience!, nowMs)),
    surfaced: row.salience!.surfaced,
    earned: fixed(row.salience!.earned),
  }));
  return {
    salience: {
      half_life_days: HALF_LIFE_DAYS,
      scored_count: scored.length,
      items: items.slice(0, shown(findings)),
    },
  };
}

function attenuation(findings: Findings, nowMs: number): JsonObject {
  const { attenuated, exempt } = findings.admission.audit;
  if (attenuated.length + exempt.length === 0) return {};
  const listed = (rows: readonly Candidate[]): JsonObject[] =>
    rows.slice(0, shown(findings)).map((row) => ({
      citation: citationOf(row),
      score: fixed(salienceScore(row.salience!, nowMs)),
    }));
  return {
    attenuation: {
      floor: ATTENUATION_FLOOR,
      label: 'below_salience_floor',
      excluded_count: attenuated.length,
      excluded: listed(attenuated),
      exempt_count: exempt.length,
      exempt: listed(exempt),
    },
  };
}

function purposePolicy(findings: Findings, kept: ReadonlySet<Item>): JsonObject {
  const { purpose, admission, evidenceReport } = findings;
  if (!purpose.conditioned) return {};
  const { suppressed } = admission.audit;
  const lens = purposeLens(purpose.profile);
  const candidates = [...kept].flatMap(({ row }) => {
    const outcome = row === undefined ? undefined : admission.outcomeOf(row);
    return outcome !== undefined && isSuppressionCandidate(outcome)
      ? [{ citation: citationOf(row!), positive: outcome.positive, negative: outcome.negative }]
      : [];
  });
  return {
    purpose_policy: {
      ...policySummary(findings),
      retain: purpose.profile.retain,
      suppress: purpose.profile.suppress,
      suppressed_examples: suppressed
        .slice(0, Math.min(MAX_EXAMPLES, shown(findings)))
        .map(({ rule, row }) => ({ rule, citation: citationOf(row) })),
      ...(candidates.length > 0 && {
        suppression_candidates: candidates.slice(0, shown(findings)),
      }),
    },
    ...(Object.keys(lens.multipliers).length > 0 && { purpose_ontology_lens: lens.multipliers }),
    ...(evidenceReport !== null && { evidence_policy: renderEvidence(evidenceReport) }),
  };
}

/** The rows that the purpose left out, without their content. Also part of `retention`. */
export function policySummary({ purpose, admission }: Findings): JsonObject {
  const reasons: Record<string, number> = {};
  for (const { rule } of admission.audit.suppressed.toSorted((a, b) => (a.rule < b.rule ? -1 : 1)))
    reasons[rule] = (reasons[rule] ?? 0) + 1;
  return {
    profile: purpose.profile.profile,
    suppressed_count: admission.audit.suppressed.length,
    suppressed_reasons: reasons,
  };
}

function shown({ plan }: Findings): number {
  return plan.maxTokens !== null && plan.maxTokens < SMALL_BUDGET ? SHOWN_WHEN_SMALL : MAX_SHOWN;
}

/** The hash comes from the projection: an omitted row is not looked up in the log. */
function citationOf({ session, seq, hash }: Candidate): string {
  return renderCitation(session, seq, bareHex(hash));
}
