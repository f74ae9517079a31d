/** Memory checkout: a bounded, cited working state for one question. */
import { parseCitation } from '@hookloom/core';
import type { UnavailableEvent } from '@hookloom/core/events';
import { findConflicts, type Conflict, refusedNotice } from './agreement.ts';
import { atOneHead, gather, reasonOf, type Gathered } from './gather.ts';
import { assemble, itemsOf } from './assemble.ts';
import { anchorWarnings, checkAnchors } from './code-anchors.ts';
import { findWarnings, type Findings } from './findings.ts';
import { estimateTokens, packToBudget } from './pack.ts';
import type { OutcomeCount } from '../salience/outcomes.ts';
import { createAdmission } from './admission.ts';
import { checkEvidence, type EvidenceReport } from './evidence-policy.ts';
import { normalizePurpose, recallLimit, scoringOf, type Purpose } from './purpose.ts';
import { weighQuestion, type Question } from '../question/question.ts';
import { beyondTime, isWindow } from './holds.ts';
import { nameProducts } from './named-products.ts';
import { resolveTarget } from './ref-target.ts';
import { planRequest, type CheckoutDeps, type CheckoutRequest } from './request.ts';
import type { CheckoutResponse } from './response.ts';
import { selectRows, type Row } from './select.ts';
import { planEvidence, planSlots } from './slot-plan.ts';
import { mergeUnavailable } from './unavailable.ts';
import { cleanText } from '../shown/clean-text.ts';
import { withhold, type Withheld } from '../shown/withhold.ts';
import { readComposedQuestion } from '../synthesis/composed-question.ts';
import { causalBlock } from './blocks/causal.ts';
import { judgementBlock } from './blocks/judgement.ts';
import { skillsBlock } from './blocks/skills.ts';
import { admissionBlock } from './blocks/admission.ts';
import type { FoundBlock } from './blocks/found-block.ts';
import type { Block, BlockContext } from './blocks/block.ts';
import { supersededBlock } from './blocks/superseded.ts';
import { synthesisBlock } from './blocks/synthesis.ts';

export type { CheckoutDeps, CheckoutRequest } from './request.ts';
export type { CheckoutResponse } from './response.ts';

/** Facts below this similarity to the question are ignored when the answer is judged. */
const AGREEMENT_FROM = 0.3;

/** A fact whose similarity is below this share of the best one's is about something else. */
const ASKED_SHARE = 0.7;

/**
 * Reads the memory and returns what an agent may rely on. Appends nothing. The same log, question, budget and clock
 * give the same bytes.
 *
 * Throws `invalid_request` for a request out of bounds, `not_found` and `conflict` for a ref, `permission_denied` for a
 * ref into another session. An unreadable memory is an answer, not an error: `diagnostics.recall.status` is
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
  const findings = await findAll(deps, request);
  const estimate = deps.estimateTokens ?? estimateTokens;
  const items = itemsOf(findings);
  const at = (admitted: number): CheckoutResponse =>
    assemble(findings, items.slice(0, admitted), items.slice(admitted), estimate);
  const { maxTokens } = findings.plan;
  return packToBudget(
    items.map(({ line }) => line),
    { maxTokens, estimate },
    [{ at }],
  );
}

/** The input of an answer in either form. `more`: additional rows of the short form that do not affect the judgement. */
export async function findAll(
  given: CheckoutDeps,
  request: CheckoutRequest,
  more: number | null = null,
): Promise<Findings> {
  const deps = await atOneHead(given, request);
  const findings = await lookUp(deps, request, more ?? 0);
  const { gathered } = findings;
  const { found, degraded } = await findBlocks(
    { findings, memory: deps.memory, nowMs: deps.clock.now(), isLean: more !== null },
    reasonOf,
  );
  findings.blocks = found;
  findings.unavailable = unavailableOf(gathered);
  gathered.degraded.push(...degraded);
  findings.warnings = [
    ...findWarnings(findings),
    ...anchorWarnings(findings.codeAnchors?.withdrawn ?? 0, 'diagnostics.code_anchors'),
    ...found.flatMap(({ warnings = [] }) => warnings),
  ];
  return findings;
}

/**
 * Gathers and selects: the input of every answer from memory, before any block, warning or budget. `weighed`: an
 * earlier weighing of the same question at this head.
 */
export async function lookUp(
  deps: CheckoutDeps,
  request: CheckoutRequest,
  more = 0,
  weighed?: Question,
): Promise<Findings> {
  const plan = planRequest(request);
  const purpose = normalizePurpose(request.purpose);
  const target = plan.ref === null ? null : await resolveTarget(deps, plan, plan.ref);
  const candidates = Math.max(recallLimit(purpose, plan.limit), more);
  const settings = request.settings ?? {};
  const scoring = scoringOf(purpose, settings);
  const read = await gather(deps, plan, target, { candidates, scoring });
  const terms = beyondTime(read.search);
  const question = weighed ?? weighQuestion(plan.query, terms, read.searchedEvents);
  question.aboutTime = question.terms.length === 0 && isWindow(read.search.time);
  if (question.records !== undefined && read.isRecorded) question.aboutState = true;
  else if (question.records !== undefined) {
    question.unrecorded = question.records.of;
    delete question.records;
  }
  const slots = planSlots(plan.query, question.aboutState);
  const reportedSlots = Math.max(2, Math.min(10, Math.ceil(plan.limit / 2)));
  const session = target?.session ?? plan.session;
  const nowMs = deps.clock.now();
  const retention = settings.retention ?? 'none';
  // Usage data describes only the present. An older state is shown without it.
  const isPast = target !== null || (read.search.time?.as_of ?? null) !== null;
  const salience = !isPast && (settings.salience ?? true);
  const outcomes = await pastOutcomes(deps, purpose, target === null ? plan.sessions : [session]);
  const admission = createAdmission({ purpose, retention, salience, outcomes, nowMs });
  const selected = await selectRows(
    read.search,
    question,
    { facts: plan.limit, reported: reportedSlots, more },
    {
      check: read.check,
      decisions: read.decisions,
      nowMs,
      admission,
    },
  );
  nameProducts(question, plan.query, [...selected.facts, ...selected.reported]);
  // The current workspace does not affect an answer about the past.
  const shown = withoutImperatives(read, session);
  const { selection, workingSet, anchors } =
    deps.files === undefined || isPast
      ? { selection: selected, workingSet: shown.gathered.workingSet, anchors: null }
      : checkAnchors(selected, shown.gathered.workingSet, deps.files);
  const gathered = { ...shown.gathered, workingSet };
  const conflicts = conflictsAskedFor(
    selection.facts,
    question.aboutState && question.aboutLast === undefined && question.records === undefined,
  );
  return {
    plan,
    session,
    target,
    purpose,
    gathered,
    question,
    slots,
    evidencePlan: planEvidence(slots, reportedSlots),
    selection,
    conflicts,
    unavailable: [],
    withheld: eachOnce([...selection.withheld, ...shown.withheld]),
    warnings: [],
    notices: [
      ...(request.notices ?? []),
      ...(gathered.refused.length > 0 ? refusedNotice(gathered.refused) : []),
    ],
    codeAnchors: anchors,
    candidates,
    admission,
    retention,
    scoring,
    salience,
    evidenceReport: purpose.conditioned
      ? await checkEvidence(deps, purpose, selection.facts, { session, target }).catch(unreadable)
      : null,
    blocks: [],
  };
}

/** A disagreement about something else does not lower this answer. */
function conflictsAskedFor(facts: readonly Row[], isAboutState: boolean): Conflict[] {
  const near = facts.filter(({ coverage }) => isAboutState || coverage >= AGREEMENT_FROM);
  if (near.length < 2) return [];
  const best = Math.max(0, ...facts.map(({ coverage }) => coverage));
  const asked = new Set(
    facts.filter(({ coverage }) => coverage >= ASKED_SHARE * best).map(({ citation }) => citation),
  );
  return findConflicts(near).filter(
    ({ citations }) => isAboutState || citations.some((citation) => asked.has(citation)),
  );
}

/** Events known to be unavailable so far: reported while following the log, and found while reading citations. */
export function unavailableOf({ gaps, check }: Gathered): UnavailableEvent[] {
  return mergeUnavailable(gaps, check.unavailable());
}

/** Earlier feedback under this purpose; empty if it cannot be read. */
async function pastOutcomes(
  { memory }: CheckoutDeps,
  { profile, conditioned }: Purpose,
  sessions: string[],
): Promise<OutcomeCount[]> {
  if (!conditioned) return [];
  return memory.outcomes(sessions, profile.profile).catch((error: unknown) => {
    reasonOf(error);
    return [];
  });
}

/** The reader of the rows names the lane in `degraded`. A requirement that cannot be checked counts as not met. */
function unreadable(error: unknown): EvidenceReport {
  const reason = `Could not look: ${reasonOf(error)}.`;
  const requirements = [{ id: 'evidence_readable', satisfied: false, citations: [], reason }];
  return { policy: 'unreadable', mode: 'require_refresh', satisfied: false, requirements };
}

function withoutImperatives(read: Gathered, session: string) {
  const items = withhold(
    read.workingSet,
    ({ citation, channel, content }) => {
      const { hashPrefix: hash, ...place } = parseCitation(citation);
      return { ...place, hash, channel, text: content };
    },
    read.decisions,
  );
  const events = withhold(
    read.recent,
    ({ seq, hash, channel, summary }) => ({ session, seq, hash, channel, text: summary }),
    read.decisions,
  );
  return {
    gathered: { ...read, workingSet: items.kept, recent: events.kept },
    withheld: [...items.withheld, ...events.withheld],
  };
}

/** One event may be found as a fact, as a source and as a recent event. */
function eachOnce(withheld: readonly Withheld[]): Withheld[] {
  return [...new Map(withheld.map((entry) => [entry.citation, entry])).values()];
}

/** In the order of diagnostics and guidance. `when`: whether the block can have content. Default: always. */
const BLOCKS: readonly { block: Block; when?: (findings: Findings) => boolean }[] = [
  { block: skillsBlock },
  { block: causalBlock },
  { block: admissionBlock },
  { block: judgementBlock },
  {
    block: synthesisBlock,
    when: ({ plan }) => readComposedQuestion(cleanText(plan.query)) !== null,
  },
  { block: supersededBlock, when: ({ selection }) => selection.superseded.length > 0 },
];

/** A block that cannot be read is named in `degraded`; the others still contribute. */
export async function findBlocks(context: BlockContext, reasonOf: (error: unknown) => string) {
  const found: FoundBlock[] = [];
  const degraded: { lane: string; reason: string }[] = [];
  const isRecorded = await anyRecorded(context);
  for (const { block, when } of BLOCKS) {
    if (context.isLean && block.isOnlyFull) continue;
    if (block.types !== undefined && !isRecorded) continue;
    try {
      const one = when?.(context.findings) === false ? null : await block.find(context);
      if (one !== null) found.push(one);
    } catch (error) {
      degraded.push({ lane: block.name, reason: reasonOf(error) });
    }
  }
  return { found, degraded };
}

/** Most memories have no fact of these kinds, so one question takes the place of one for each block. */
async function anyRecorded({ findings, memory }: BlockContext): Promise<boolean> {
  const { target, plan } = findings;
  const types = BLOCKS.flatMap(({ block }) => block.types ?? []);
  const sessions = target === null ? plan.sessions : [target.session];
  const scope = { sessions, ...(target !== null && { asOfSeq: target.seq }) };
  const asked = { ...scope, types, limit: 1, includeSuperseded: true, mayBeKept: true };
  // If it cannot be read, each block reports why.
  const rows = await memory.facts(asked).catch(() => null);
  return rows?.length !== 0;
}
