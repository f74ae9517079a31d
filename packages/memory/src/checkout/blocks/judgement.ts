/**
 * Proposals and doubts of agents: candidates, beliefs, calls of the reasoning tools, gaps and conflicts. Counted
 * separately, never as facts. An open gap or conflict about the question keeps the answer from being final.
 */
import type { JsonObject } from '@hookloom/core';
import { PROPOSAL_FACT_TYPES, type Proposal } from '../../consolidation/proposals.ts';
import { readProposals } from '../../consolidation/read-proposals.ts';
import {
  METACOGNITION_FACT_TYPES,
  type Metacognition,
  type OpenItem,
} from '../../metacognition/open-items.ts';
import {
  CALL_FACT_TYPE,
  readCalls,
  readMetacognition,
  type ReasoningCalls,
} from '../../metacognition/read-metacognition.ts';
import { coverageOf, termsIn, type Question } from '../../question/question.ts';
import type { Block, BlockContext } from './block.ts';
import type { FoundBlock } from './found-block.ts';

/** Share of the question's weight that an open item must contain to be about it. */
const ASKED_FROM = 0.6;
const LOW_CONFIDENCE = 0.7;
const MAX_NAMED = 3;
const authority_status = 'non_authoritative';

export const judgementBlock: Block = {
  name: 'judgement',
  types: [...METACOGNITION_FACT_TYPES, ...PROPOSAL_FACT_TYPES, CALL_FACT_TYPE],
  async find({ findings, memory, isLean }) {
    const { target, plan, question, gathered } = findings;
    const sessions = target === null ? plan.sessions : [target.session];
    const known = await readMetacognition(memory, sessions, target?.seq);
    const counted = {
      ...(!isLean && (await proposalCounts(memory, sessions, target?.seq))),
      ...metacognitionCounts(known),
    };
    if (Object.keys(counted).length === 0) return null;
    const open = known.items.filter((item) => isAsked(item, question)).slice(-MAX_NAMED);
    const citations = await Promise.all(
      open.map(async ({ session, seq, hash }) => {
        const event = await gathered.check.event(session, seq, hash);
        return event.state === 'found' ? event.citation : null;
      }),
    );
    const between = citations.filter((citation) => citation !== null);
    return {
      items: [],
      diagnostics: () => counted,
      ignore: ignoredLines(counted),
      ...(between.length > 0 && unsettled(open[0]!, between)),
    };
  },
};

function isAsked({ kind, outcome, text, claimKey }: OpenItem, question: Question): boolean {
  if (outcome !== null || kind === 'reverify' || question.terms.length === 0) return false;
  const terms = termsIn(question, `${text}\n${claimKey}`);
  return (
    coverageOf(question, terms) >= ASKED_FROM &&
    [...terms].some((at) => question.terms[at]!.distinguishing)
  );
}

function unsettled({ kind }: OpenItem, between: string[]): Pick<FoundBlock, 'warnings' | 'action'> {
  const what = kind === 'conflict' ? 'An unresolved conflict' : 'An open question';
  return {
    warnings: [`${what} about this is recorded: ${between.join(', ')}.`],
    action: {
      type: 'ask_user',
      reason: `${what} about the question is recorded; settle it and close it with memory_confidence (operation resolve).`,
      between,
    },
  };
}

async function proposalCounts(
  memory: BlockContext['memory'],
  sessions: readonly string[],
  asOfSeq: number | undefined,
): Promise<JsonObject> {
  const proposals = await readProposals(memory, sessions, asOfSeq);
  return {
    ...consolidationCounts(proposals.filter(({ kind }) => kind !== 'belief')),
    ...callCounts(await readCalls(memory, sessions, asOfSeq)),
    ...beliefCounts(proposals.filter(({ kind }) => kind === 'belief')),
  };
}

function consolidationCounts(all: readonly Proposal[]): JsonObject {
  if (all.length === 0) return {};
  const count = (test: (each: Proposal) => boolean): number => all.filter(test).length;
  return {
    consolidation_candidates: {
      candidate_count: all.length,
      candidate_types: [...new Set(all.map(({ kind }) => kind))].toSorted(),
      pending_count: count(({ status }) => status === 'pending'),
      accepted_count: count(({ status }) => status === 'accepted'),
      rejected_count: count(({ status }) => status === 'rejected'),
      conflicted_count: count(({ status }) => status === 'conflicted'),
      stale_count: count(({ isStale }) => isStale),
      superseded_count: count(({ supersededBy }) => supersededBy !== null),
      valid_to_count: count(({ validTo }) => validTo !== null),
      authority_status,
    },
  };
}

function callCounts(calls: readonly ReasoningCalls[]): JsonObject {
  if (calls.length === 0) return {};
  const sums = (key: 'phase' | 'primitive'): JsonObject => {
    const counts: Record<string, number> = {};
    for (const call of calls) counts[call[key]] = (counts[call[key]] ?? 0) + call.count;
    return Object.fromEntries(Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  };
  return {
    reasoning_primitives: {
      context_count: calls.reduce((sum, { count }) => sum + count, 0),
      phase_counts: sums('phase'),
      primitive_counts: sums('primitive'),
      authority_status,
    },
  };
}

function beliefCounts(beliefs: readonly Proposal[]): JsonObject {
  if (beliefs.length === 0) return {};
  return {
    belief_update_proposals: {
      proposal_count: beliefs.length,
      pending_count: beliefs.filter(({ status }) => status === 'pending').length,
      authority_status,
    },
  };
}

function metacognitionCounts({ items, assessments }: Metacognition): JsonObject {
  if (items.length + assessments.length === 0) return {};
  const of = (kind: OpenItem['kind']) => items.filter((item) => item.kind === kind);
  const open = (kind: OpenItem['kind']) => of(kind).filter(({ outcome }) => outcome === null);
  return {
    metacognition: {
      context_count: items.length + assessments.length,
      unknown_count: of('unknown').length,
      open_unknown_count: open('unknown').length,
      confidence_assessment_count: assessments.length,
      low_confidence_count: assessments.filter(({ confidence }) => confidence < LOW_CONFIDENCE)
        .length,
      conflict_cluster_count: of('conflict').length,
      unresolved_conflict_count: open('conflict').length,
      reverify_needed_count: open('reverify').length,
      authority_status,
    },
  };
}

const IGNORED: Readonly<Record<string, string>> = {
  consolidation_candidates:
    'Consolidation candidates are proposals for review, not facts, whatever their review status.',
  reasoning_primitives:
    'Primitive observations are replayable reasoning trace evidence, not authority.',
  belief_update_proposals:
    'Belief updates are proposals until they are reviewed and promoted by a separate authority path.',
  metacognition:
    'Known unknowns, confidence trajectories, conflict clusters and reverify requests are diagnostic uncertainty signals, not accepted facts.',
};

function ignoredLines(counted: JsonObject): string[] {
  return Object.entries(IGNORED).flatMap(([key, line]) => (key in counted ? [line] : []));
}
