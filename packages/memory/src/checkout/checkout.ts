/** Memory checkout: a bounded, cited working state for one question (zaxy.md §4; seeds/002). */
import { findConflicts } from './agreement.ts';
import { assemble, itemsOf } from './assemble.ts';
import { findBlocks } from './blocks/index.ts';
import { findWarnings, type Findings } from './findings.ts';
import { gather, reasonOf, type Gathered } from './gather.ts';
import { estimateTokens, packToBudget } from './pack.ts';
import { normalizePurpose, recallLimit } from './purpose.ts';
import { weighQuestion } from './question.ts';
import { resolveTarget } from './ref-target.ts';
import { planRequest, type CheckoutDeps, type CheckoutRequest } from './request.ts';
import type { CheckoutResponse } from './response.ts';
import { selectRows } from './select.ts';
import { planEvidence, planSlots } from './slot-plan.ts';
import { withhold } from './withhold.ts';

export type { PurposeInput } from './purpose.ts';
export type { CheckoutDeps, CheckoutRequest } from './request.ts';
export type { CheckoutResponse } from './response.ts';

/** A fact that shares less than this with the question does not take part in what the question is answered from. */
const AGREEMENT_FROM = 0.3;

/**
 * Reads the memory and returns what an agent may condition on. Appends nothing. The same log, question, budget and
 * clock give the same bytes.
 *
 * Throws `invalid_request` for a request out of bounds, `not_found` and `conflict` for a ref, `permission_denied` for a
 * ref into another session. A memory that cannot be read is an answer, not an error: `diagnostics.recall.status` is
 * `unavailable`.
 *
 * @example
 * const { quality, prompt } = await checkout(deps, { query: 'Which store did we choose?', session: 'demo-default' });
 * if (quality.answerability === 'answer_from_memory') show(prompt);
 */
export async function checkout(
  deps: CheckoutDeps,
  request: CheckoutRequest,
): Promise<CheckoutResponse> {
  const findings = await lookUp(deps, request);
  const { gathered, selection, conflicts } = findings;
  const { found, degraded } = await findBlocks(
    { findings, memory: deps.memory, nowMs: deps.clock.now() },
    reasonOf,
  );
  findings.blocks = found;
  gathered.degraded.push(...degraded);
  findings.warnings = [
    ...findWarnings(gathered, selection.facts, conflicts),
    ...found.flatMap(({ warnings = [] }) => warnings),
  ];
  const estimate = deps.estimateTokens ?? estimateTokens;
  return packToBudget(
    itemsOf(findings),
    findings.plan.maxTokens,
    (kept, elided) => assemble(findings, kept, elided, estimate),
    estimate,
  );
}

/** Gathers and selects: what every answer from memory is made of, before any block, warning or budget. */
export async function lookUp(deps: CheckoutDeps, request: CheckoutRequest): Promise<Findings> {
  const plan = planRequest(request);
  const purpose = normalizePurpose(request.purpose);
  const target = await resolveTarget(deps, plan);
  const candidates = recallLimit(purpose, plan.limit);
  const read = await gather(deps, plan, target, candidates);
  const question = weighQuestion(plan.query, read.search.terms, read.searchedEvents);
  const slots = planSlots(plan.query, question.aboutState);
  const reportedSlots = Math.max(2, Math.min(10, Math.ceil(plan.limit / 2)));
  const selection = await selectRows(
    read.search,
    question,
    { facts: plan.limit, reported: reportedSlots },
    read.check,
    deps.clock.now(),
  );
  const { gathered, withheld } = withoutImperatives(read);
  const conflicts = findConflicts(
    selection.facts.filter(({ coverage }) => question.aboutState || coverage >= AGREEMENT_FROM),
  );
  return {
    plan,
    session: target?.session ?? plan.session,
    target,
    purpose,
    gathered,
    question,
    slots,
    evidencePlan: planEvidence(slots, reportedSlots),
    selection,
    conflicts,
    withheld: [...selection.withheld, ...withheld],
    warnings: [],
    candidates,
    blocks: [],
  };
}

function withoutImperatives(read: Gathered) {
  const items = withhold(read.workingSet, ({ channel, content }) => [channel, content]);
  const events = withhold(read.recent, ({ channel, summary }) => [channel, summary]);
  return {
    gathered: { ...read, workingSet: items.kept, recent: events.kept },
    withheld: [...items.withheld, ...events.withheld],
  };
}
