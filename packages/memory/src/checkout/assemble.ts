import { HALF_LIFE_DAYS } from '../salience/salience.ts';
import { cleanText, excerpt } from '../shown/clean-text.ts';
import { diagnosticsText, factsPer1k, renderDiagnostics, renderElided } from './diagnostics.ts';
import { unavailableLanes, type Findings } from './findings.ts';
import { renderGuidance } from './guidance.ts';
import {
  byValue,
  eventItems,
  rowItems,
  sectionItem,
  workingSetItems,
  type Item,
  type JudgedItem,
} from './items.ts';
import { purposeTexts, renderPrompt, stablePrefixChars } from './prompt.ts';
import { policySummary } from './blocks/admission.ts';
import { emptyLine, SECTIONS_WITH_EMPTY_LINE } from './empty-lines.ts';
import { withOmittedRows, type Budgets } from './pack.ts';
import { isFollowUp } from './next-call.ts';
import { judge, type Judgement, round } from './quality.ts';
import type { CheckoutResponse } from './response.ts';
import type { Row } from './select.ts';
import { countUnavailable, unavailableEntries } from './unavailable.ts';
import type { EvidenceReport } from './evidence-policy.ts';

const QUERY_CHARS = 1000;

/** All items that compete for the budget, most valuable first. */
export function itemsOf(findings: Findings): Item[] {
  const { selection, gathered } = findings;
  const rows = rowItems(selection.facts, selection.reported);
  const purpose = purposeTexts(findings);
  const items = [
    ...rows,
    ...workingSetItems(gathered.workingSet),
    ...eventItems(gathered.recent),
    ...findings.blocks.flatMap((block) => block.items),
    ...(purpose === null
      ? []
      : [
          sectionItem('purpose_profile', purpose.profile),
          sectionItem('purpose_guidance', purpose.guidance),
        ]),
    sectionItem('checkout_diagnostics', diagnosticsText(findings)),
  ];
  const filled = new Set(items.map(({ kind }) => kind));
  const empty = SECTIONS_WITH_EMPTY_LINE.filter((kind) => !filled.has(kind));
  return byValue([
    ...items,
    ...empty.map((kind) => sectionItem(kind, emptyLine(kind, findings), 0.5)),
  ]);
}

/** The complete response for one choice of items. The packer sets the budget figures, which are zero here. */
export function assemble(
  findings: Findings,
  kept: readonly Item[],
  elided: readonly Item[],
  estimate: (text: string) => number,
): CheckoutResponse {
  const { plan, session, target, selection, gathered, purpose, warnings } = findings;
  const admitted = rowsOf(kept);
  const facts = rowsOf(inOrder(kept, 'current_facts'));
  const rows = inResponseOrder(kept);
  const judgement = judgeAnswer(findings, kept, elided);
  const { quality } = judgement;
  const guidance = renderGuidance(findings, keptFirst(kept), judgement);
  const prompt = renderPrompt({ findings, kept, elidedCount: elided.length, quality, guidance });
  const promptTokens = estimate(prompt);
  const { superseded, ...added } = Object.assign(
    {},
    ...findings.blocks.map((block) => block.diagnostics(new Set(kept))),
  );
  const evidence = rows.flatMap((item) => (item.evidence === undefined ? [] : [item.evidence]));
  return {
    ...(findings.unavailable.length > 0 && {
      unavailable: unavailableEntries(findings.unavailable),
    }),
    session_id: session,
    query: excerpt(cleanText(plan.query), QUERY_CHARS),
    quality,
    current_facts: rows.flatMap(({ fact }) => (fact === undefined ? [] : [fact])),
    warnings: [...warnings],
    prompt,
    guidance,
    working_set: inOrder(kept, 'working_set').flatMap(({ workingSet }) =>
      workingSet === undefined ? [] : [workingSet],
    ),
    ref:
      target === null
        ? null
        : {
            name: target.name,
            session_id: target.session,
            target_seq: target.seq,
            target_hash: target.hash,
          },
    evidence,
    provenance: rows.flatMap(({ provenance }) => (provenance === undefined ? [] : [provenance])),
    retention: {
      policy: 'current_only',
      superseded_contexts_excluded: selection.supersededCount,
      ...(superseded !== undefined && { superseded }),
      ...(findings.retention !== 'none' && {
        applied: {
          policy: findings.retention,
          expired_excluded: findings.admission.audit.expired,
          ...(findings.retention === 'decay' && { half_life_days: HALF_LIFE_DAYS }),
        },
      }),
      ...(purpose.conditioned && { purpose_policy: policySummary(findings) }),
    },
    diagnostics: {
      ...renderDiagnostics(findings, { facts, admitted }, judgement, stablePrefixChars(kept)),
      ...added,
      budget_requested: null,
      budget_used: 0,
      elided: renderElided(elided),
    },
    context_counts: {
      graph: count(admitted, ({ lane }) => lane === 'graph'),
      verbatim: count(admitted, (row) => row.lane === 'verbatim' && !isPacket(row)),
      packet_memory: count(admitted, isPacket),
      replay: kept.filter((item) => item.kind === 'recent_events' && item.order >= 0).length,
    },
    replay_event_count: gathered.recent.length,
    compacted: gathered.compacted,
    assembly_policy: {
      order: ['graph', 'verbatim'],
      fact_slots: plan.limit,
      verbatim_enabled: true,
      verbatim_slots: findings.evidencePlan.source_lane_slots,
      packet_memory_enabled: false,
      packet_memory_slots: 0,
    },
    purpose: purpose.profile,
    token_efficiency: {
      prompt_tokens: promptTokens,
      current_fact_count: facts.length,
      evidence_count: evidence.length,
      facts_per_1k_prompt_tokens: factsPer1k(facts.length, promptTokens),
    },
  };
}

/** Counts rows that could not be read; they are not the same as rows that do not exist. */
function unavailableCount(events: Findings['unavailable']): string[] {
  const count = countUnavailable(events);
  return count === 0 ? [] : [`${count} ${count === 1 ? 'event' : 'events'}`];
}

/** Judges the items that are shown, and says whether the budget left out better ones. */
export function judgeAnswer(
  findings: Findings,
  kept: readonly JudgedItem[],
  elided: readonly JudgedItem[],
  budgets?: Budgets,
): Judgement {
  const shown = judgeItems(findings, kept);
  const judgeWhole = (): Judgement =>
    elided.length === 0 ? shown : judgeItems(findings, [...kept, ...elided]);
  const said = withOmittedRows(shown, judgeWhole, findings.plan, budgets);
  return once(findings.plan.query, underPolicy(said, findings.evidenceReport));
}

/** A call that an earlier answer requested is not requested again: only a person can add what it did not find. */
function once(query: string, judgement: Judgement): Judgement {
  const { quality } = judgement;
  const { required_action: action } = quality;
  if (action === null || !isFollowUp(query) || !('tool' in action || 'next_call' in action))
    return judgement;
  const required_action = {
    type: 'ask_user',
    reason: 'This call found no answer either; ask for the missing context.',
  };
  return { ...judgement, quality: { ...quality, answerability: 'ask_user', required_action } };
}

/** Judgements of one checkout. Most budgets that it tries differ in rows that no judgement depends on. */
const judgements = new WeakMap<Findings, Map<string, Judgement>>();

/** Judges what an answer of these items can be used for. */
function judgeItems(findings: Findings, items: readonly JudgedItem[]): Judgement {
  const { plan, selection, gathered, blocks } = findings;
  const found = [...selection.facts, ...selection.reported];
  const facts = [
    ...rowsOf(inOrder(items, 'current_facts')),
    ...recordsThatAnswer(findings, rowsOf(items)),
  ];
  const filled = new Set(blocks.flatMap((block) => block.fills?.(new Set(items)) ?? []));
  const workingSetCount = items.filter(({ workingSet }) => workingSet !== undefined).length;
  const known = judgements.get(findings) ?? new Map<string, Judgement>();
  judgements.set(findings, known);
  const rows = facts.map(({ lane, key, entityName }) => [lane, key, entityName]);
  const key = JSON.stringify([rows, [...filled], workingSetCount]);
  const before = known.get(key);
  if (before !== undefined) return before;
  const judged = judge({
    query: plan.query,
    question: findings.question,
    slots: findings.slots,
    facts,
    found,
    conflicts: findings.conflicts,
    unsettled: blocks.find(({ action }) => action !== undefined)?.action,
    opened: blocks.flatMap(({ opens = [] }) => [...opens]),
    filled,
    supersededCount: selection.supersededCount,
    time: gathered.search.time,
    oddsOfRecord: gathered.search.oddsOfRecord ?? 0,
    warnings: findings.warnings,
    unavailable: [...unavailableLanes(gathered), ...unavailableCount(findings.unavailable)],
    workingSetCount,
  });
  if (findings.question.named !== undefined) judged.quality.reasons.push(findings.question.named);
  known.set(key, judged);
  return judged;
}

/** Facts in the order in which the budget admits them. A larger budget appends facts, so that the first ones stay. */
function keptFirst(kept: readonly Item[]): Row[] {
  return rowsOf(kept.filter(({ kind }) => kind === 'current_facts'));
}

function rowsOf(items: readonly JudgedItem[]): Row[] {
  return items.flatMap(({ row }) => (row === undefined ? [] : [row]));
}

function inOrder<I extends JudgedItem>(kept: readonly I[], kind: Item['kind']): I[] {
  return kept.filter((item) => item.kind === kind).sort((a, b) => a.order - b.order);
}

/** Facts first, then reported rows, each in rank order. */
function inResponseOrder(kept: readonly Item[]): Item[] {
  const reported = kept.filter(({ kind }) => kind === 'evidence' || kind === 'retrieved_context');
  return [...inOrder(kept, 'current_facts'), ...reported.sort((a, b) => a.order - b.order)];
}

function count(rows: readonly Row[], test: (row: Row) => boolean): number {
  return rows.filter(test).length;
}

/**
 * Records of work are evidence, not current facts. Edits support an answer as recorded; runs only answer what was run
 * and how it ended, and documents only what the project is.
 */
function recordsThatAnswer({ plan, question }: Findings, rows: readonly Row[]): Row[] {
  if (question.records?.of === 'documents')
    return rows.filter(
      ({ eventType, channel, stale }) =>
        eventType === 'document.indexed' && channel === 'file' && !stale,
    );
  const isListing = question.records !== undefined;
  const asksOfRuns = isListing || ASKS_OF_RUNS.test(plan.query);
  return rows.filter(
    ({ eventType, channel, lane, stale, released }) =>
      (lane === 'graph' || isListing) &&
      channel === 'tool' &&
      !stale &&
      !released &&
      (eventType === 'file.edit.applied' || (asksOfRuns && eventType === 'command.completed')),
  );
}

const ASKS_OF_RUNS =
  /\b(?:tests?|build|lint|type ?check|suite|ci|runs?|ran|running|commands?|pass|passed|passes|fail|fails|failed|failing|exit|output|errors?)\b/i;

export function isPacket({ sourceKind }: Row): boolean {
  return sourceKind === 'packet_projection';
}

const UNMET_COST = 0.3;
const BELOW_ANSWER = 0.74;

/**
 * Applies an unmet evidence policy to a judgement: `block_checkout` stops, `require_refresh` asks for the evidence,
 * `warn` adds a warning. A judgement that is already worse stays.
 */
export function underPolicy(judgement: Judgement, report: EvidenceReport | null): Judgement {
  if (report === null || report.satisfied) return judgement;
  const { quality } = judgement;
  const missing = report.requirements.filter(({ satisfied }) => !satisfied);
  const reasons = [
    ...quality.reasons,
    ...missing.map(({ reason }) => `Evidence policy: ${reason}`),
  ];
  const less = round(Math.max(0, quality.confidence - UNMET_COST));
  if (report.mode === 'warn' || quality.answerability === 'ask_user')
    return { ...judgement, quality: { ...quality, confidence: less, reasons } };
  const required_action = {
    type: 'evidence_required',
    policy: report.policy,
    missing: missing.map(({ id, reason }) => ({ id, reason })),
    ...(report.mode === 'require_refresh' &&
      quality.required_action !== null && {
        next_call: quality.required_action,
      }),
  };
  return {
    ...judgement,
    status: judgement.status === 'answerable' ? 'partial' : judgement.status,
    quality: {
      answerability: report.mode === 'block_checkout' ? 'ask_user' : 'refresh_recommended',
      confidence: Math.min(less, BELOW_ANSWER),
      reasons,
      required_action,
    },
  };
}
