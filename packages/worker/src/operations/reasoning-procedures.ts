/** Procedures for a task, a plan made from them, and the causes of an outcome. Read-only. */
import { createCitationCheck, excerpt, foldText } from '@hookloom/memory/checkout';
import { findSkills, type RelatedSkill } from '@hookloom/memory';
import { z } from 'zod';
import { causalPredecessors, type CausalResult } from './causal.ts';
import { checkout } from './checkout.ts';
import {
  operation,
  query,
  readableSession,
  sessionId,
  type Caller,
  type OperationContext,
} from './context.ts';
import { phase, recordPrimitive, type Phase } from './primitive.ts';
import { openedMemory } from '../memory-access.ts';

const limit = z.int().min(1).max(50).optional();
const DEFAULT_PROCEDURES = 5;
const STEP_CHARS = 500;

/** `memory_similar_procedures`. */
export const similarRequest = z.strictObject({ query, phase, limit, session_id: sessionId });
/** `memory_plan_from_procedures`. */
export const planRequest = z.strictObject({ goal: query, phase, limit, session_id: sessionId });
/** `memory_explain_outcome`. */
export const explainRequest = z.strictObject({
  outcome: query,
  depth: z.int().min(1).max(5).optional(),
  phase,
  session_id: sessionId,
});

export const similarProcedures = operation(similarRequest, async (context, parsed, caller) => {
  const session = await readableSession(context, parsed);
  const found = await proceduresFor(context, session, parsed.query);
  const shown = found.slice(0, parsed.limit ?? DEFAULT_PROCEDURES);
  const evidence = shown.flatMap(({ citation }) => (citation === null ? [] : [citation]));
  const called = {
    session,
    primitive: 'get_similar_procedures',
    phase: parsed.phase ?? 'planning',
  };
  const sizes = { results: shown.length, evidence: evidence.length };
  await recordPrimitive(context, { ...called, ...sizes } as const, caller);
  return {
    primitive: called.primitive,
    phase: called.phase,
    session_id: session,
    procedure_count: found.length,
    procedures: shown.map(rowOf),
    ...byUse(shown),
    procedural_memory: countsOf(found),
    evidence,
    authority_status: 'non_authoritative' as const,
  };
});

/** Takes steps only from validated procedures that are still current, and lists the others with the reason. */
export const planFromProcedures = operation(planRequest, async (context, parsed, caller) => {
  const session = await readableSession(context, parsed);
  const found = await proceduresFor(context, session, parsed.goal);
  const usable = found
    .filter(({ use, citation }) => use === 'applicable' && citation !== null)
    .slice(0, parsed.limit ?? DEFAULT_PROCEDURES);
  const steps = usable.flatMap(({ version, citation }) =>
    version.procedure.map((step) => ({
      text: excerpt(foldText(step), STEP_CHARS),
      skill_id: version.skillId,
      version: version.version,
      citation: citation!,
    })),
  );
  const called = { session, primitive: 'plan_from_procedures', phase: parsed.phase ?? 'planning' };
  const sizes = { results: steps.length, evidence: usable.length };
  await recordPrimitive(context, { ...called, ...sizes } as const, caller);
  return {
    primitive: called.primitive,
    phase: called.phase,
    session_id: session,
    goal: excerpt(foldText(parsed.goal), STEP_CHARS),
    steps,
    source_procedures: usable.map(rowOf),
    procedural_memory: { ...countsOf(found), ...byUse(found) },
    authority_status: 'non_authoritative' as const,
  };
});

function byUse(found: readonly RelatedSkill[]) {
  const of = (use: RelatedSkill['use']) => found.filter((each) => each.use === use);
  return {
    applicable: of('applicable').map(rowOf),
    diagnostic: of('diagnostic').map(rowOf),
    excluded: of('excluded').map(excludedOf),
  };
}

interface OutcomeResult {
  content: string;
  citation: string;
}

/** Recorded causes with resolved evidence first. If there are none, the results of a checkout. */
export const explainOutcome = operation(explainRequest, async (context, parsed, caller) => {
  const { outcome, depth = 2, phase: of = 'planning' } = parsed;
  const session = await readableSession(context, parsed);
  const named = { entity_name: outcome.slice(0, 512), depth, session_id: session };
  const causes = (await causalPredecessors(context, named)).results.toSorted(
    (a, b) => Number(b.citation !== null) - Number(a.citation !== null),
  );
  const fallback_used = causes.length === 0;
  const results: (CausalResult | OutcomeResult)[] = fallback_used
    ? await factsAbout(context, { query: outcome, session, phase: of }, caller)
    : causes;
  const evidence = results.flatMap(({ citation }) => (citation === null ? [] : [citation]));
  const called = { session, primitive: 'explain_outcome', phase: of };
  const sizes = { results: results.length, evidence: evidence.length };
  await recordPrimitive(context, { ...called, ...sizes }, caller);
  return {
    primitive: called.primitive,
    phase: of,
    session_id: session,
    outcome: excerpt(foldText(outcome), STEP_CHARS),
    depth,
    fallback_used,
    result_count: results.length,
    results,
    evidence,
    authority_status: 'non_authoritative' as const,
  };
});

const PURPOSES: Readonly<Record<Phase, string>> = {
  planning: 'general',
  execution: 'coding',
  review: 'review',
  reflection: 'research',
};

async function factsAbout(
  context: OperationContext,
  { query: asked, session, phase: of }: { query: string; session: string; phase: Phase },
  caller: Caller,
): Promise<OutcomeResult[]> {
  const { current_facts: facts } = await checkout(
    context,
    { query: asked, session_id: session, purpose: PURPOSES[of] },
    caller,
  );
  return facts.flatMap(({ content, citation }) =>
    citation === null ? [] : [{ content: content ?? '', citation }],
  );
}

async function proceduresFor(context: OperationContext, session: string, asked: string) {
  const memory = await openedMemory(context);
  return findSkills(memory, createCitationCheck(context.store), session, asked);
}

function rowOf({ version, use, reasons, citation }: RelatedSkill) {
  // A procedure is a list of imperatives, so one that must not be followed is named but not shown.
  const isShown = use !== 'excluded';
  return {
    skill_id: version.skillId,
    version: version.version,
    name: isShown ? excerpt(foldText(version.name || version.summary), STEP_CHARS) : '',
    use,
    reasons: [...reasons],
    step_count: version.procedure.length,
    citation,
  };
}

function excludedOf({ version, reasons }: RelatedSkill) {
  const { skillId: skill_id, version: number } = version;
  return { skill_id, version: number, reason: reasons[0] ?? 'excluded', reasons: [...reasons] };
}

function countsOf(found: readonly RelatedSkill[]) {
  const count = (use: RelatedSkill['use']) => found.filter((each) => each.use === use).length;
  return {
    applicable_count: count('applicable'),
    diagnostic_count: count('diagnostic'),
    excluded_count: count('excluded'),
  };
}
